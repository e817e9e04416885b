/** The served form of an article, rendered once, at publication. */
import type { Selectable } from 'kysely';
import { type ArticleWire, Attachments } from '../../contract/article.ts';
import { servedHtml, servedMedia } from '../../core/media-text.ts';
import { notificationJson } from '../../core/notification.ts';
import { completeOpenGraph } from '../../core/open-graph.ts';
import { localized, parseInstant, utc, wholeSecond } from '../../core/time.ts';
import type { ArticleRow as ArticleTable } from '../../db/rows.generated.ts';
import type { Site } from '../../db/site-lock.ts';

/** The section may be null in the trash, where only the text is read. */
export type ArticleRow = Omit<Selectable<ArticleTable>, 'section_id'> & { section_id: number };

/** The article text, as stored in `article.written`. */
export type ArticleText = Omit<
  ArticleWire,
  | 'id'
  | 'full_url'
  | 'site_id'
  | 'issue_id'
  | 'published_at'
  | 'published_at_l10n'
  | 'modified_at'
  | 'modified_at_l10n'
  | 'pinned_index'
  | 'site_pinned_index'
>;

/** An article being published: it has an id, a time and its order numbers. */
export interface Publication {
  id: number;
  row: ArticleRow;
  publishedAt: Date;
  modifiedAt: Date | null;
  orderNumber: number;
  siteOrderNumber: number;
  /** Never published: there is no earlier snapshot. */
  isFirst?: boolean;
  sectionSlug: string;
  /** Articles of a hidden section are not served. */
  isPublicSection: boolean;
  authorCredit: string;
  featured: number[];
  /** The path of a cover that was fetched from another server; null if an editor deleted it. */
  cachedCover?: string | null | undefined;
}

function coverOf({ cachedCover }: Publication, written: Pick<ArticleText, 'cover_url'>): string | null {
  return cachedCover === undefined ? written.cover_url : cachedCover;
}

/** `open_graph` may be incomplete: versions before 0.2 stored it as it was sent. */
export function writtenOf(row: Pick<ArticleRow, 'written'>): ArticleText {
  const written = row.written as ArticleText; // written by save() alone
  return { ...written, open_graph: completeOpenGraph(written.open_graph) };
}

export function articleAddress(site: Site, sectionSlug: string, slug: string): string {
  return `${site.url}/${encodeURIComponent(sectionSlug)}/${encodeURIComponent(slug)}`;
}

/** The article of the content API, its fields in the interface's order. */
export function article(publication: Publication, site: Site): ArticleWire {
  const { id, row, publishedAt, modifiedAt } = publication;
  const { attachments, ...written } = writtenOf(row);
  return {
    id,
    article_url: written.article_url,
    full_url: articleAddress(site, publication.sectionSlug, written.article_url),
    title: written.title,
    summary: written.summary,
    body: servedHtml(written.body, site.media_url),
    type: written.type,
    display_style: written.display_style,
    source: written.source,
    url: written.url,
    author_ids: written.author_ids,
    author_credit: publication.authorCredit,
    photo_credit: written.photo_credit,
    category_id: written.category_id,
    section_id: written.section_id,
    site_id: site.id,
    cover_url: servedMedia(coverOf(publication, written), site.media_url, {
      x: written.cover_pos_x,
      y: written.cover_pos_y,
    }),
    cover_pos_x: written.cover_pos_x,
    cover_pos_y: written.cover_pos_y,
    published_at: utc(publishedAt),
    published_at_l10n: localized(publishedAt, site.time_zone),
    modified_at: modifiedAt && utc(modifiedAt),
    modified_at_l10n: modifiedAt && localized(modifiedAt, site.time_zone),
    pinned_index: row.pinned_index,
    site_pinned_index: row.site_pinned_index,
    tags: written.tags,
    canonical_url: written.canonical_url,
    open_graph: servedOpenGraph(written.open_graph, site.media_url),
    article_links: written.article_links,
    featured_articles: publication.featured,
    cta: written.cta,
    alt_text: written.alt_text,
    ...(attachments ? { attachments: servedAttachments(complete(attachments, site.time_zone), site.media_url) } : {}),
  };
}

/** Media addresses are whole values in attachments, at any depth. */
function servedAttachments<Attached>(attachments: Attached, base: string): Attached {
  const text = JSON.stringify(attachments);
  if (!text.includes('"/files/sites/')) return attachments;
  return JSON.parse(text.replaceAll('"/files/sites/', () => `"${base}/files/sites/`));
}

/** Its picture with its whole address. */
export function servedOpenGraph<Graph extends { og_image?: string | null }>(graph: Graph, base: string): Graph {
  return graph.og_image ? { ...graph, og_image: servedMedia(graph.og_image, base) } : graph;
}

/** Every field that the interface lists for the kind, in its order; missing ones are null, pictures an empty list. */
function complete(attachments: AttachmentTexts, timeZone: string): AttachmentTexts {
  return Object.fromEntries(
    Object.entries(attachments).map(([kind, given]) => {
      const { properties } = ATTACHMENTS[kind as keyof typeof ATTACHMENTS]; // its schema has no others
      const fields = Object.keys(properties)
        .filter((name) => !UNLISTED.includes(name))
        .map((name) => [name, BLANK[name] ?? null]);
      return [kind, { ...Object.fromEntries(fields), ...given, ...timesOf(kind, given, timeZone) }];
    }),
  );
}

type AttachmentTexts = NonNullable<ArticleText['attachments']>;

/** The interface has a form of its own for the time of a Facebook post. */
const TIMES: Record<string, [field: string, form: (time: Date, written: string) => string]> = {
  video: ['original_published_at', inUtc],
  instagram_item: ['created_time', inUtc],
  facebook_post: ['created_time', (time) => utc(wholeSecond(time)).replace('Z', '+0000')],
};

/** What was written in UTC stays as it is, with its zeros. */
function inUtc(time: Date, written: string): string {
  return /T.+Z$/.test(written) ? written : utc(time);
}

/** Times may be written with any offset, or as a bare date. Before 0.2 that of a Facebook post could be any text. */
function timesOf(kind: string, given: Record<string, unknown>, timeZone: string): Record<string, string | null> {
  const [field = '', form = utc] = TIMES[kind] ?? [];
  const text = given[field];
  if (typeof text !== 'string') return {};
  const time = parseInstant(text, timeZone);
  return { [field]: time && form(time, text) };
}

const ATTACHMENTS = Attachments.properties;
const BLANK: Record<string, unknown> = { picture_attachments: [] };
/** Some installations serve this field, the interface does not list it: served only when given. */
const UNLISTED = ['users_in_photo'];

/** The `article` of a notification; its field names are the interface's, and differ from the content API's. */
export function notification(
  served: ArticleWire,
  { orderNumber, siteOrderNumber }: Pick<Publication, 'orderNumber' | 'siteOrderNumber'>,
): string {
  return notificationJson({
    id: served.id,
    article_url: served.article_url,
    author: served.author_credit,
    body: served.body,
    cover_pos_x: served.cover_pos_x,
    cover_pos_y: served.cover_pos_y,
    cover_url: served.cover_url,
    display_style: served.display_style,
    pinned_index: served.pinned_index,
    order_number: orderNumber,
    published_at: served.published_at,
    published_at_l10n: served.published_at_l10n,
    section_id: served.section_id,
    site_id: served.site_id,
    site_pinned_index: served.site_pinned_index,
    site_order_number: siteOrderNumber,
    source_url: served.url,
    summary: served.summary,
    tags: served.tags,
    title: served.title,
    type: served.type,
    url: served.full_url,
    attachments: served.attachments ?? {},
  });
}
