import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type FocalPoint, filePath, parseFile } from '../../core/media-address.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { PublishedArticleRow } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleText } from './present.ts';

/** Without what is made of the document. */
const COLUMNS = [
  'site_id',
  'id',
  'uid',
  'section_id',
  'category_id',
  'article_url',
  'pinned_index',
  'site_pinned_index',
  'is_served',
  'doc',
  'notification_json',
] as const;
export type Snapshot = Pick<Selectable<PublishedArticleRow>, (typeof COLUMNS)[number]>;

export async function snapshotOf(tx: Tx, siteId: number, id: number): Promise<Snapshot | undefined> {
  return tx
    .selectFrom('published_article')
    .select(COLUMNS)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function snapshotsOf(tx: Tx, siteId: number, ids: number[]): Promise<Map<number, Snapshot>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Snapshot>`
    select ${sql.join(COLUMNS.map((name) => sql.ref(name)))} from published_article
    where site_id = ${siteId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Another article that is served, or hidden with its section, at an address. */
export async function articleServedAt(
  tx: Tx,
  { site_id, uid, section_id, article_url }: { site_id: number; uid: string; section_id: number; article_url: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from published_article where site_id = ${site_id} and section_id = ${section_id}
      and article_url = ${article_url} and uid <> ${uid}`.execute(tx);
  return rows[0]?.id ?? null;
}

export interface SectionOfArticle {
  id: number;
  section_url: string;
  state: string;
}

export async function sectionsOf(tx: Tx, siteId: number, ids: number[]): Promise<Map<number, SectionOfArticle>> {
  const { rows } = await sql<SectionOfArticle>`
    select id, section_url, state from section where site_id = ${siteId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The new paths of the files at these paths that were replaced. */
export async function movedPaths(tx: Tx | Db, siteId: number, paths: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ former: string; dir: string; name: string; ext: string }>`
    select former, dir, name, ext from media, unnest(former_paths) as former
    where site_id = ${siteId} and former_paths <> '{}' and former_paths && ${paths}::text[] and former = any(${paths}::text[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.former, filePath(row)]));
}

/** Those of the paths whose files were deleted although something used them. */
export async function deletedPaths(tx: Tx | Db, siteId: number, paths: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ path: string }>`
    select path from deleted_media where site_id = ${siteId} and path = any(${paths}::text[])`.execute(tx);
  return new Set(rows.map(({ path }) => path));
}

/** The focal point of the library's item at a path. */
export async function focalPoint(tx: Tx, siteId: number, path: string): Promise<FocalPoint | undefined> {
  const file = parseFile(path);
  if (!file) return undefined;
  const { rows } = await sql<FocalPoint>`
    select focal_x as x, focal_y as y from media where site_id = ${siteId} and (
      (dir = ${file.dir} and name = ${file.name} and ext = ${file.ext}) or former_paths @> array[${filePath(file)}])`.execute(
    tx,
  );
  return rows[0];
}

/** The existing rows that texts refer to. */
export interface References {
  sections: Map<number, SectionOfArticle>;
  categories: Set<number>;
  /** Names of authors. */
  authors: Map<number, string>;
  /** Articles that have an id, public or not. */
  articles: Set<number>;
  /** Those of them that are public right now. */
  publicArticles: Set<number>;
}

type Naming = Pick<ArticleText, 'section_id' | 'category_id' | 'author_ids' | 'featured_articles'>;
type NamedRow =
  | ({ kind: 'section' } & SectionOfArticle)
  | { kind: 'author'; id: number; firstname: string; lastname: string }
  | { kind: 'article'; id: number; state: 'public' | null }
  | { kind: 'category'; id: number };

export async function namedBy(tx: Tx, siteId: number, texts: Naming[]): Promise<References> {
  const { rows } = await prepared(namedRows(siteId, texts)).execute(tx);
  const named: References = {
    ...{ sections: new Map(), categories: new Set(), authors: new Map() },
    ...{ articles: new Set(), publicArticles: new Set() },
  };
  for (const row of rows) {
    if (row.kind === 'section') named.sections.set(row.id, row);
    if (row.kind === 'author') named.authors.set(row.id, `${row.firstname.trim()} ${row.lastname.trim()}`.trim());
    if (row.kind === 'category') named.categories.add(row.id);
    if (row.kind === 'article') named.articles.add(row.id);
    if (row.kind === 'article' && row.state) named.publicArticles.add(row.id);
  }
  return named;
}

function namedRows(siteId: number, texts: Naming[]): RawBuilder<NamedRow> {
  const among = (ids: (text: Naming) => (number | null)[]) =>
    sql`where site_id = ${siteId} and id = any(${[...new Set(texts.flatMap(ids))]}::bigint[])`;
  return sql`
    select 'section' as kind, id, section_url, state, null as firstname, null as lastname
    from section ${among(({ section_id }) => [section_id])}
    union all select 'category', id, null, null, null, null
    from article_category ${among(({ category_id }) => [category_id])}
    union all select 'author', id, null, null, firstname, lastname
    from author ${among(({ author_ids }) => author_ids)}
    union all select 'article', id, null, case when is_served then 'public' end, null, null
    from article left join published_article using (site_id, id) ${among(({ featured_articles }) => featured_articles)}
      and deleted_at is null`;
}
