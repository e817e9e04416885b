/** Snapshots repeat things that are kept elsewhere: the site's address and time zone, a section's slug, authors' names. */
import { type RawBuilder, sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { putRenderings } from './commands.ts';
import type { Audience } from './events.ts';
import { type ArticleRow, type Publication, writtenOf } from './present.ts';
import { namedBy, type References } from './queries.ts';

export interface Rendering {
  site_id: number;
  /** Whose articles: all of the site, of a section, of an author; or one, of which receivers are then told in any case. */
  of: 'site' | 'section' | 'author' | 'article';
  id: number;
  after_id: number;
  /** Who hears of addresses that change; all unless said otherwise. */
  audience?: Audience;
}

/** Renders snapshots anew, a part at a time. */
export const articleRendering = jobKind<Rendering>('publication.render');

/** A transaction holds the site's lock for no longer than this many take. */
const AT_ONCE = 200;

export async function renderLater(
  tx: Tx,
  site: Site,
  of: Rendering['of'],
  id: number,
  audience: Audience = 'all',
): Promise<void> {
  const payload = { site_id: site.id, of, id, after_id: 0, audience };
  await enqueue(tx, articleRendering, { key: String(site.id), payload });
}

/** Background processing of one article: receivers get an `update`, which may repeat what they have. */
export async function recheckLater(tx: Tx, siteId: number, id: number): Promise<void> {
  const payload = { site_id: siteId, of: 'article' as const, id, after_id: 0 };
  await enqueue(tx, articleRendering, { key: `${siteId}:${id}`, payload });
}

/** Renders one part; what is left is enqueued behind it, in the same transaction. */
export async function renderPart(tx: Tx, rendering: Rendering): Promise<void> {
  const site = await lockSite(tx, rendering.site_id);
  const rows = await publishedRows(tx, rendering.site_id, concerned(rendering));
  const publications = await completePublications(tx, site, rows.map(numbered));
  await putRenderings(tx, site, publications, { ...rendering, isAlwaysNotified: rendering.of === 'article' });
  const last = rows.at(-1)?.id;
  if (rows.length < AT_ONCE || !last) return;
  await enqueue(tx, articleRendering, { key: String(site.id), payload: { ...rendering, after_id: last } });
}

export type Numbered = Pick<
  Publication,
  'row' | 'id' | 'publishedAt' | 'modifiedAt' | 'orderNumber' | 'siteOrderNumber' | 'isFirst'
>;

interface Known {
  /** Ids of articles that are being published with these. */
  together?: ReadonlySet<number>;
  /** What the articles name, where it was looked up under the site's lock. */
  named?: References | undefined;
}

/** Everything that renderings repeat, looked up. */
export async function completePublications(
  tx: Tx,
  site: Site,
  articles: Numbered[],
  { together = new Set(), named }: Known = {},
): Promise<Publication[]> {
  const texts = articles.map(({ row }) => writtenOf(row));
  const { sections, authors, published } = named ?? (await namedBy(tx, site.id, texts));
  return articles.map((article) => {
    const written = writtenOf(article.row);
    const section = sections.get(written.section_id);
    if (!section) throw conflict('The section of this article is gone; choose another.');
    return {
      ...article,
      sectionSlug: section.section_url,
      isPublicSection: section.state === 'public',
      authorCredit: written.author_credit || written.author_ids.flatMap((id) => authors.get(id) ?? []).join(', '),
      featured: written.featured_articles.filter((id) => published.has(id) || together.has(id)),
    };
  });
}

/** Renders articles anew, each with those of the named ones as `featured_articles` that are published by now. */
export async function renderFeatures(tx: Tx, site: Site, featured: ReadonlyMap<number, number[]>): Promise<void> {
  const rows = await publishedRows(tx, site.id, sql`snapshot.id = any(${[...featured.keys()]}::bigint[])`);
  const named = rows.map((row) => {
    const featured_articles = featured.get(row.id ?? 0) ?? [];
    return numbered({ ...row, written: { ...writtenOf(row), featured_articles } });
  });
  await putRenderings(tx, site, await completePublications(tx, site, named));
}

function concerned({ of, id, after_id }: Rendering): RawBuilder<boolean> {
  const those = {
    site: sql`true`,
    section: sql`snapshot.section_id = ${id}`,
    author: sql`exists (select from published_article_author author
      where author.site_id = snapshot.site_id and author.author_id = ${id} and author.id = snapshot.id)`,
    article: sql`snapshot.id = ${id}`,
  }[of];
  return sql`snapshot.id > ${after_id} and ${those}`;
}

/** Articles with the text that was last published, not the one that is being edited. */
async function publishedRows(tx: Tx, siteId: number, which: RawBuilder<boolean>): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select article.*, revision.written from published_article snapshot
    join article on article.site_id = snapshot.site_id and article.uid = snapshot.uid
    join article_revision revision on revision.site_id = article.site_id and revision.uid = article.uid
      and revision.number = article.published_version
    where snapshot.site_id = ${siteId} and ${which}
    order by snapshot.id limit ${AT_ONCE}`.execute(tx);
  return rows;
}

export function numbered(row: ArticleRow): Numbered {
  const { id, published_at, modified_at, order_number, site_order_number } = row;
  if (id === null || !published_at || !order_number || !site_order_number)
    throw new Error(`Article ${row.uid} was never published.`);
  return {
    row,
    id,
    publishedAt: published_at,
    modifiedAt: modified_at,
    orderNumber: order_number,
    siteOrderNumber: site_order_number,
  };
}
