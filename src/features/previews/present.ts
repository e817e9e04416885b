import type { Static } from 'typebox';
import type { ArticleCategory, Section } from '../../contract/content.ts';
import type { CreatedPreview, Preview, PreviewedArticle, PreviewState } from '../../contract/previews.ts';
import { notFound } from '../../core/errors.ts';
import { pathsIn, withParameter } from '../../core/media-text.ts';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { tokenHash } from '../accounts/sessions.ts';
import { articleCategory } from '../article-categories/present.ts';
import { privatePaths } from '../media/queries.ts';
import { type ArticleRow, article, writtenOf } from '../publication/present.ts';
import { completePublications } from '../publication/rendering.ts';
import { section } from '../sections/present.ts';
import { type Previewed, type PreviewRow, previewedBy, sectionAndCategory } from './queries.ts';

export interface ShownPreview {
  preview: Static<typeof PreviewState>;
  article: Static<typeof PreviewedArticle>;
  categories: Static<typeof ArticleCategory>[];
  sections: Static<typeof Section>[];
}

const NEVER_PUBLISHED = 0;

export function preview({ id, created_by, created_at, expires_at }: PreviewRow): Static<typeof Preview> {
  return { id, created_by, created_at: utc(created_at), expires_at: utc(expires_at) };
}

/** `base` is the public address of the service. */
export function createdPreview(
  row: PreviewRow & { token: string },
  { preview_url }: Pick<Site, 'preview_url'>,
  base: string,
): Static<typeof CreatedPreview> {
  const { token } = row;
  const page_url = `${base}/previews/${token}`;
  const url = preview_url?.replaceAll('{token}', token) ?? page_url;
  return { ...preview(row), token, url, page_url, json_url: `${base}/v1/previews/${token}` };
}

/**
 * The working copy, rendered as it would be if it were published now, with its site. The addresses of private media begin with
 * `base`, because their readers need the service itself, and carry the token.
 */
export async function shownPreview(
  db: Db,
  { token, base, now }: { token: string; base: string; now: Date },
): Promise<ShownPreview & { site: Site }> {
  return transaction(db, async (tx) => {
    const found = await previewedBy(tx, tokenHash(token));
    if (!found) throw notFound('This preview does not exist, has ended or was revoked.');
    const { site } = found;
    const text = JSON.stringify(await rendering(tx, found, now));
    const paths = await privatePaths(tx, site.id, pathsIn(text));
    const how = { from: site.media_url, to: base, parameter: `preview=${token}` };
    const readable = (value: unknown) => (typeof value === 'string' ? withParameter(value, paths, how) : value);
    const shown = JSON.parse(text, (_name, value) => readable(value)) as ShownPreview; // the same with other addresses
    return { ...shown, site };
  });
}

/** Whether the preview of a token shows a file. */
export async function previewShows(
  db: Db,
  { token, siteId, path }: { token: string; siteId: number; path: string },
  now: Date,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const found = await previewedBy(tx, tokenHash(token));
    if (found?.site.id !== siteId) return false;
    return pathsIn(JSON.stringify(await rendering(tx, found, now))).includes(path);
  });
}

async function rendering(tx: Tx, { site, article: row, expires_at }: Previewed, now: Date): Promise<ShownPreview> {
  const [publication] = await completePublications(tx, site, [numbered(row, now)]);
  if (!publication) throw new Error('The rendering of a preview is missing.');
  const near = await sectionAndCategory(tx, site, writtenOf(row));
  return {
    preview: previewState(row, expires_at),
    article: { ...article(publication, site), id: row.id },
    categories: near.categories.map(articleCategory),
    sections: near.sections.map((one) => section(one, site)),
  };
}

/** The fields that publication would add, without numbers, which readers of a preview do not see. */
function numbered(row: ArticleRow, now: Date) {
  return {
    row,
    id: row.id ?? NEVER_PUBLISHED,
    publishedAt: row.publish_at ?? row.published_at ?? now,
    modifiedAt: row.modified_at,
    orderNumber: row.order_number ?? NEVER_PUBLISHED,
    siteOrderNumber: row.site_order_number ?? NEVER_PUBLISHED,
  };
}

function previewState(row: ArticleRow, expiresAt: Date): Static<typeof PreviewState> {
  return {
    state: row.state as Static<typeof PreviewState>['state'], // checked by the table
    version: row.version,
    updated_at: utc(row.updated_at),
    publish_at: row.publish_at && utc(row.publish_at),
    expires_at: utc(expiresAt),
  };
}
