import { type Selectable, sql } from 'kysely';
import { PAGE_BYTES } from '../core/answer-size.ts';
import type { ArticleRevisionRow } from '../db/rows.generated.ts';
import { textBytes } from '../db/text-bytes.ts';
import type { Tx } from '../db/transaction.ts';
import { type ArticleRow, type ArticleText, writtenOf } from '../features/publication/present.ts';
import type { ArticleLine, ExportRow } from './article-line.ts';
import type { Revisions } from './article-plan.ts';

/** An article has its text and perhaps the published one. A page with long texts has fewer. */
const AT_ONCE = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** The existing rows that a batch of lines refers to. */
export interface RelatedRows {
  byUid: Map<string, ArticleRow>;
  byId: Map<number, ArticleRow>;
  revisions: Map<string, Revisions>;
  sections: Set<number>;
  categories: Set<number>;
  authors: Set<number>;
  /** By section, slugs that lines of this batch have taken. */
  slugs: Map<number, Set<string>>;
}

export async function relatedRows(tx: Tx, siteId: number, lines: ArticleLine[]): Promise<RelatedRows> {
  const rows = await knownArticles(tx, siteId, lines);
  const written = lines.flatMap((line) => {
    const fixed = line.published ?? line.scheduled;
    return [line, ...(fixed ? [fixed.article] : [])];
  });
  const ids = (name: 'section' | 'article_category' | 'author', wanted: (number | null | undefined)[]) =>
    knownIds(tx, siteId, name, wanted);
  return {
    byUid: new Map(rows.map((row) => [row.uid, row])),
    byId: new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row]]))),
    revisions: await knownRevisions(tx, siteId, rows, lines),
    sections: await ids(
      'section',
      written.map(({ section_id }) => section_id).concat(rows.map(({ section_id }) => section_id)),
    ),
    categories: await ids(
      'article_category',
      lines.map(({ category_id }) => category_id).concat(rows.map(({ category_id }) => category_id)),
    ),
    authors: await ids(
      'author',
      lines.flatMap(({ author_ids }) => author_ids ?? []).concat(rows.flatMap(({ author_ids }) => author_ids)),
    ),
    slugs: new Map(),
  };
}

async function knownArticles(tx: Tx, siteId: number, lines: ArticleLine[]): Promise<ArticleRow[]> {
  const uids = lines.flatMap(({ uid }) => uid ?? []);
  const ids = lines.flatMap(({ id }) => id ?? []);
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${siteId}
      and (uid = any(${uids}::uuid[]) or id = any(${ids}::bigint[])) order by uid for update`.execute(tx);
  return rows;
}

/** Revisions of existing articles whose fixed text a line names or leaves: the published and scheduled ones, and those that the line names. */
async function knownRevisions(
  tx: Tx,
  siteId: number,
  rows: ArticleRow[],
  lines: ArticleLine[],
): Promise<Map<string, Map<number, ArticleText>>> {
  const wanted = lines.flatMap(({ uid, id, state, published, published_version, scheduled, scheduled_version }) => {
    const isFixed = state === undefined || published !== undefined || scheduled !== undefined;
    const row = isFixed && rows.find((one) => (uid ? one.uid === uid.toLowerCase() : one.id === id));
    if (!row) return [];
    const numbers = [row.published_version, published_version, row.scheduled_version, scheduled_version];
    return numbers.map((number) => ({ uid: row.uid, number }));
  });
  const known = new Map<string, Map<number, ArticleText>>();
  if (wanted.length === 0) return known;
  const { rows: found } = await sql<Selectable<ArticleRevisionRow>>`
    select revision.* from article_revision revision
    where site_id = ${siteId} and (uid, number) in (
      select uid, number from json_to_recordset(${JSON.stringify(wanted)}) as wanted(uid uuid, number integer))`.execute(
    tx,
  );
  for (const row of found) known.set(row.uid, (known.get(row.uid) ?? new Map()).set(row.number, writtenOf(row)));
  return known;
}

async function knownIds(
  tx: Tx,
  siteId: number,
  table: string,
  ids: (number | null | undefined)[],
): Promise<Set<number>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'number');
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where site_id = ${siteId} and id = any(${wanted}::bigint[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The article that has a slug, among working copies or served articles, by `section slug`. */
export async function slugHolders(
  tx: Tx,
  table: 'article' | 'published_article',
  siteId: number,
  rows: { section_id: number; article_url: string }[],
): Promise<Map<string, string>> {
  const { rows: held } = await sql<Pick<ArticleRow, 'uid' | 'section_id' | 'article_url'>>`
    select uid, section_id, article_url from ${sql.table(table)}
    where ${table === 'article' ? sql`deleted_at is null` : sql`true`} and site_id = ${siteId} and (section_id, article_url) in (
      select * from unnest(${rows.map(({ section_id }) => section_id)}::bigint[], ${rows.map(({ article_url }) => article_url)}::text[]))`.execute(
    tx,
  );
  return new Map(held.map(({ uid, section_id, article_url }) => [`${section_id} ${article_url}`, uid]));
}

/** A page of articles with everything that their lines contain. */
export async function articlesExported(tx: Tx, siteId: number, after = FIRST): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    with page as (
      select uid, sum(${textBytes}) over (order by uid) - ${textBytes} as before from (
        select uid, written from article where site_id = ${siteId} and uid > ${after} and deleted_at is null
        order by uid limit ${AT_ONCE}
      ) as next
    )
    select article.*, section.section_url, saved.created_by as saved_by, saved.began_at is not null as saved_automatically,
      fixed.written as fixed_text, fixed.created_at as fixed_saved_at, fixed.created_by as fixed_saved_by,
      fixed.began_at is not null as fixed_automatically
    from page
    join article on article.site_id = ${siteId} and article.uid = page.uid and page.before < ${sql.lit(PAGE_BYTES)}
    join section on section.site_id = article.site_id and section.id = article.section_id
    left join article_revision saved on saved.site_id = article.site_id and saved.uid = article.uid
      and saved.number = article.version
    left join article_revision fixed on fixed.site_id = article.site_id and fixed.uid = article.uid
      and fixed.number = case article.state when 'published' then article.published_version when 'scheduled' then article.scheduled_version end
      and fixed.number <> article.version
    order by article.uid`.execute(tx);
  return rows;
}
