/** Snapshots contain values of other rows: the site's address and time zone, a section's slug, authors' names. */
import { type RawBuilder, sql } from 'kysely';
import type { ArticleWire } from '../../contract/article.ts';
import { conflict } from '../../core/errors.ts';
import { pathsIn, withMovedPaths, withoutFiles } from '../../core/media-text.ts';
import { progressSentence } from '../../core/progress.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { discardOvertaken } from '../../jobs/failed.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { putRenderings } from './commands.ts';
import type { Audience } from './events.ts';
import { type ArticleRow, type ArticleText, type Publication, writtenOf } from './present.ts';
import { deletedPaths, movedPaths, namedBy, type References } from './queries.ts';
import { cachedCovers } from './remote-covers.ts';
import { putSearchRows } from './search-row.ts';

export interface Rendering {
  site_id: number;
  /**
   * Which articles: all of the site, a section's, an author's, those that show a media item; or one. The last two always notify
   * receivers. With `language` the site's search words are stemmed again.
   */
  of: 'site' | 'language' | 'section' | 'author' | 'media' | 'article';
  id: number;
  after_id: number;
  /** Articles in total and done. */
  total: number;
  done: number;
  /** The audience of changed addresses; by default everyone. */
  audience?: Audience;
}

/** Renders snapshots again in batches. */
export const articleRendering = jobKind<Rendering>('publication.render');

/** Up to this many are rendered in the write's transaction; more would hold the site's lock too long. */
export const MOST_IN_A_WRITE = 1_000;
/** Articles per statement, and per job. */
const AT_ONCE = 200;

/** Renders the articles affected by a change in its transaction; above the limit, by the queue. All of them: it also covers articles of a failed job. */
export async function renderAffected(
  tx: Tx,
  site: Site,
  of: Exclude<Rendering['of'], 'article'>,
  id: number,
  audience: Audience = 'all',
): Promise<void> {
  const first = { site_id: site.id, of, id, after_id: 0, total: 0, done: 0, audience };
  await discardOvertaken(tx, articleRendering, String(site.id), { of, id });
  const total = await affectedCount(tx, first, MOST_IN_A_WRITE + 1);
  if (total > MOST_IN_A_WRITE) {
    const payload = { ...first, total: await affectedCount(tx, first, null) };
    await enqueue(tx, articleRendering, { key: String(site.id), payload });
  } else if (total > 0) {
    for (let next: Rendering | null = first; next; ) next = await renderSome(tx, site, next);
  }
}

/** Background processing of one article: receivers get an `update`, possibly with unchanged content. */
export async function recheckLater(tx: Tx, siteId: number, id: number): Promise<void> {
  const payload = { site_id: siteId, of: 'article' as const, id, after_id: 0, total: 1, done: 0 };
  await enqueue(tx, articleRendering, { key: `${siteId}:${id}`, payload });
}

/** Renders one batch and returns its progress; enqueues the rest in the same transaction. */
export async function renderPart(tx: Tx, rendering: Rendering): Promise<string | null> {
  const site = await lockSite(tx, rendering.site_id);
  const next = await renderSome(tx, site, rendering);
  if (next) await enqueue(tx, articleRendering, { key: String(site.id), payload: next });
  if (rendering.of === 'article') return null;
  const words = rendering.of === 'site' ? '' : ` of ${rendering.of} ${rendering.id}`;
  return progressSentence(`articles${words} on site ${site.id}`, rendering, next?.done ?? rendering.total);
}

/** The remaining work, or null. */
async function renderSome(tx: Tx, site: Site, rendering: Rendering): Promise<Rendering | null> {
  const ids = await (rendering.of === 'language' ? stemSome(tx, site, rendering) : renderTexts(tx, site, rendering));
  const last = ids.at(-1);
  return last && ids.length === AT_ONCE ? { ...rendering, after_id: last, done: rendering.done + ids.length } : null;
}

async function renderTexts(tx: Tx, site: Site, rendering: Rendering): Promise<number[]> {
  const rows = await publishedRows(tx, rendering);
  const publications = await completePublications(tx, site, rows.map(numbered));
  await putRenderings(tx, site, publications, {
    ...rendering,
    isAlwaysNotified: ['article', 'media'].includes(rendering.of),
  });
  return publications.map(({ id }) => id);
}

/** The site's language affects stemming only, not documents. */
async function stemSome(tx: Tx, site: Site, rendering: Rendering): Promise<number[]> {
  const { rows } = await sql<{ doc: string }>`
    select doc from published_article snapshot where ${affected(rendering)} order by id limit ${AT_ONCE}`.execute(tx);
  const articles = rows.map(({ doc }) => JSON.parse(doc) as ArticleWire); // our own rendering
  await putSearchRows(tx, site, articles);
  return articles.map(({ id }) => id);
}

export type Numbered = Pick<
  Publication,
  'row' | 'id' | 'publishedAt' | 'modifiedAt' | 'orderNumber' | 'siteOrderNumber' | 'isFirst'
>;

interface Known {
  /** Articles unpublished in the same transaction. */
  leaving?: ReadonlySet<number>;
  /** References looked up under the site's lock. */
  named?: References | undefined;
}

/** Loads everything that rendering needs. The articles become public together, if their sections are visible. */
export async function completePublications(
  tx: Tx,
  site: Site,
  given: Numbered[],
  { leaving = new Set(), named }: Known = {},
): Promise<Publication[]> {
  const articles = await withPresentFiles(tx, site.id, given);
  const texts = articles.map(({ row }) => writtenOf(row));
  const { sections, authors, publicArticles } = named ?? (await namedBy(tx, site.id, texts));
  const isPublicSection = ({ section_id }: ArticleText) => sections.get(section_id)?.state === 'public';
  const covers = await cachedCovers(
    tx,
    site,
    texts.map(({ cover_url }) => cover_url),
  );
  const together = new Map(articles.map(({ id, row }) => [id, isPublicSection(writtenOf(row))]));
  const isPublic = (id: number) => together.get(id) ?? (publicArticles.has(id) && !leaving.has(id));
  return articles.map((article) => {
    const written = writtenOf(article.row);
    const section = sections.get(written.section_id);
    if (!section) throw conflict('The section of this article no longer exists; choose another.');
    return {
      ...article,
      sectionSlug: section.section_url,
      isPublicSection: isPublicSection(written),
      authorCredit: written.author_credit || written.author_ids.flatMap((id) => authors.get(id) ?? []).join(', '),
      featured: [...new Set(written.featured_articles)].filter(isPublic),
      cachedCover: covers.get(written.cover_url ?? ''),
    };
  });
}

/**
 * Texts keep the addresses of files that were replaced or deleted since. What is served has the new one, which caches do not
 * know, or nothing.
 */
async function withPresentFiles(tx: Tx, siteId: number, articles: Numbered[]): Promise<Numbered[]> {
  const texts = articles.map(({ row }) => (namesMedia(writtenOf(row)) ? JSON.stringify(row.written) : ''));
  const paths = texts.flatMap(pathsIn);
  if (paths.length === 0) return articles;
  const [moves, deleted] = [await movedPaths(tx, siteId, paths), await deletedPaths(tx, siteId, paths)];
  // An item that is being deleted still has its former addresses.
  for (const path of deleted) moves.delete(path);
  if (moves.size === 0 && deleted.size === 0) return articles;
  return articles.map((article, at) => {
    const moved = withMovedPaths(texts[at] ?? '', moves);
    if (moved === '') return article;
    const written = withoutDeleted(JSON.parse(moved) as ArticleText, deleted); // our own text
    return { ...article, row: { ...article.row, written } };
  });
}

function withoutDeleted(written: ArticleText, deleted: ReadonlySet<string>): ArticleText {
  if (deleted.size === 0) return written;
  const isGone = (path: string) => deleted.has(path);
  const address = <Value>(value: Value) =>
    typeof value === 'string' && value.startsWith('/') && pathsIn(value).some(isGone) ? null : value;
  const { attachments, open_graph } = written;
  return {
    ...written,
    body: withoutFiles(written.body, isGone),
    cover_url: address(written.cover_url),
    open_graph: { ...open_graph, og_image: address(open_graph.og_image) ?? null },
    ...(attachments ? { attachments: JSON.parse(JSON.stringify(attachments), (_name, value) => address(value)) } : {}),
  };
}

/** A quick check: most texts contain no media. */
function namesMedia({ body, cover_url, open_graph, attachments }: ArticleText): boolean {
  return [body, cover_url, open_graph.og_image, attachments && JSON.stringify(attachments)].some((text) =>
    text?.includes('/sites/'),
  );
}

function affected({ site_id, of, id, after_id }: Rendering): RawBuilder<boolean> {
  const those = {
    site: sql`true`,
    language: sql`true`,
    section: sql`snapshot.section_id = ${id}`,
    author: sql`snapshot.id in (select id from published_article_author where site_id = ${site_id} and author_id = ${id})`,
    media: sql`snapshot.id in (
      select owner_id::bigint from media_use where site_id = ${site_id} and media_id = ${id} and owner = 'published_article')`,
    article: sql`snapshot.id = ${id}`,
  }[of];
  return sql`snapshot.site_id = ${site_id} and snapshot.id > ${after_id} and ${those}`;
}

/** Counts up to `most`; null counts all. */
async function affectedCount(tx: Tx, rendering: Rendering, most: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from (select from published_article snapshot where ${affected(rendering)} limit ${most}) as counted`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Articles with their last published text, not the working copy. */
async function publishedRows(tx: Tx, rendering: Rendering): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select article.*, revision.written from published_article snapshot
    join article on article.site_id = snapshot.site_id and article.uid = snapshot.uid
    join article_revision revision on revision.site_id = article.site_id and revision.uid = article.uid
      and revision.number = article.published_version
    where ${affected(rendering)}
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
