/**
 * The editors' list of articles. A page continues after a cursor by the index of its order, so that a late page costs as
 * much as the first. A list that is read as of a snapshot leaves out articles that were changed since, and counts them.
 */
import { type RawBuilder, sql } from 'kysely';
import { WrittenArticle } from '../../contract/article.ts';
import { LIST_BYTES } from '../../core/answer-size.ts';
import { type ListOrder, type ListPosition, NEVER } from '../../core/list-position.ts';
import type { Db } from '../../db/connect.ts';
import { textBytes } from '../../db/text-bytes.ts';
import type { Tx } from '../../db/transaction.ts';
import { wordsOf } from '../../db/typed-words.ts';
import type { ArticleText } from '../publication/present.ts';
import { isTrash } from '../publication/trash.ts';
import { type ManagedRow, SHOWN } from './present.ts';
import { columnsOf } from './saving.ts';

/** How many matching articles are ranked, the newest first. */
const MOST_RANKED = 1_000;
/** Body, summary, tags, title. */
const WEIGHTS = sql`'{0.05, 0.2, 0.4, 1}'::real[]`;

export interface ManagedFilter {
  states?: string[] | undefined;
  unpublished_changes?: boolean | undefined;
  section_id?: number | undefined;
  category_id?: number | undefined;
  type?: string | undefined;
  source?: string | undefined;
  tag?: string | undefined;
  author_id?: number | undefined;
  created_by?: string | undefined;
  /** The caller, if only the caller's own articles are listed. */
  own?: string | null | undefined;
  q?: string | undefined;
  /** The text search configuration of the site, for other forms of the words; `simple` has none. */
  language?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  deleted?: boolean | undefined;
}

export interface ManagedPage {
  order: ListOrder;
  /** One row more than is shown: it means that there is another page. */
  limit: number;
  /** Of the numbered pages; 0 with a cursor. */
  offset: number;
  after: ListPosition | null;
  asOf: string | null;
  /** The fields to read; null reads all. */
  fields: Set<string> | null;
}

export interface ManagedList {
  rows: (ManagedRow & ListKey)[];
  asOf: string;
  /** Articles that were changed after `asOf`; 0 without it. */
  changedCount: number;
}

interface ListKey {
  list_key: string;
}

interface Order {
  key: RawBuilder<unknown>;
  keyText: RawBuilder<string>;
  keyType: RawBuilder<unknown>;
  /** The column that `from` and `to` filter. */
  time: RawBuilder<Date>;
  isRising?: boolean;
}

const byTime = (time: RawBuilder<Date>): Order => ({
  key: time,
  keyText: sql`coalesce(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ${sql.lit(NEVER)})`,
  keyType: sql`timestamptz`,
  time,
});
const updatedAt = sql<Date>`article.updated_at`;
const title = sql<string>`lower(left(article.title, 200))`;
const rank = sql<number>`ranked.rank`;

/** The expressions are those of the indexes. */
const ORDERS: Record<ListOrder, Order> = {
  updated: byTime(updatedAt),
  created: byTime(sql`article.created_at`),
  published: byTime(sql`coalesce(article.publish_at, article.published_at, '-infinity')`),
  deleted: byTime(sql`article.deleted_at`),
  title: { key: title, keyText: title, keyType: sql`text`, time: updatedAt, isRising: true },
  rank: { key: rank, keyText: sql`${rank}::text`, keyType: sql`real`, time: updatedAt },
};

/** Null when the page is too large. */
export async function managedList(
  db: Db | Tx,
  siteId: number,
  filter: ManagedFilter,
  page: ManagedPage,
): Promise<ManagedList | null> {
  const { rows } = await managedListQuery(siteId, filter, page).execute(db);
  const [first] = rows;
  if (first?.fits === false) return null;
  return {
    // If no article matches, the one row has only the values of the list.
    rows: rows.filter(({ uid }) => uid !== null).map(listColumns(page.fields, filter.deleted).complete),
    asOf: first?.as_of ?? '',
    changedCount: first?.changed_count ?? 0,
  };
}

type ListRow = ManagedRow & ListKey & { fits: boolean; as_of: string; changed_count: number };

/** One statement, so that rows, count and snapshot are consistent. */
export function managedListQuery(siteId: number, filter: ManagedFilter, page: ManagedPage): RawBuilder<ListRow> {
  const { key, keyText, isRising } = ORDERS[page.order];
  const direction = isRising ? sql`` : sql`desc`;
  const columns = sql.join([
    listColumns(page.fields, filter.deleted).columns,
    sql`${keyText} as list_key`,
    sql`${key} as sort_key`,
  ]);
  const walks = statesApart(filter, page.order).map(
    (its) => sql`(
      select ${columns} from ${sourceOf(siteId, its, page)}
      where article.site_id = ${siteId} and ${matching(its, page.order)} ${behind(page)} ${unchanged(page)}
      order by ${key} ${direction}, article.uid ${direction} limit ${page.limit + page.offset})`,
  );
  return sql`
    with changed as materialized (${changedSince(siteId, page.asOf)}),
    walk as (${sql.join(walks, sql` union all `)}),
    page as (select * from walk order by sort_key ${direction}, uid ${direction} limit ${page.limit} offset ${page.offset}),
    sized as (
      select coalesce(sum(${textBytes}), 0) <= ${sql.lit(LIST_BYTES)} as fits
      from (select written from page order by sort_key ${direction}, uid ${direction} limit ${page.limit - 1}) as shown
    )
    select page.*, sized.fits, section.section_url, pg_current_snapshot()::text as as_of,
      (select count(*) from changed join article on article.site_id = ${siteId} and article.uid = changed.uid
        where ${matching({ ...filter, states: undefined, unpublished_changes: undefined, deleted: undefined }, page.order, sql`true`)}) as changed_count
    from sized left join page on sized.fits
    left join section on section.site_id = page.site_id and section.id = page.section_id
    order by page.sort_key ${direction}, page.uid ${direction}`;
}

export async function managedCount(
  db: Db | Tx,
  siteId: number,
  filter: ManagedFilter,
  order: ListOrder,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from article where article.site_id = ${siteId} and ${matching(filter, order)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The index of states is ordered by `updated`: several states are read separately and merged. */
function statesApart(filter: ManagedFilter, order: ListOrder): ManagedFilter[] {
  if (order !== 'updated' || !filter.states) return [filter];
  return filter.states.map((state) => ({ ...filter, states: [state] }));
}

/** A search ranks a bounded number of articles, the most recently created ones. */
function sourceOf(siteId: number, filter: ManagedFilter, { order }: ManagedPage): RawBuilder<unknown> {
  if (order !== 'rank') return sql`article`;
  return sql`(
    select article.uid, ts_rank(${WEIGHTS}, words.tsv, ${wordsOf(filter)}) as rank
    from article_words words join article using (site_id, uid)
    where words.site_id = ${siteId} and words.tsv @@ ${wordsOf(filter)} and ${matching({ ...filter, q: undefined }, order)}
    order by words.uid desc limit ${sql.lit(MOST_RANKED)}
  ) as ranked join article using (uid)`;
}

function behind({ order, after }: ManagedPage): RawBuilder<unknown> {
  if (!after) return sql``;
  const { key, keyType, isRising } = ORDERS[order];
  return sql`and (${key}, article.uid) ${isRising ? sql`>` : sql`<`} (${after.key}::${keyType}, ${after.uid}::uuid)`;
}

function unchanged({ asOf }: ManagedPage): RawBuilder<unknown> {
  return asOf === null ? sql`` : sql`and article.uid not in (select uid from changed)`;
}

/**
 * Rows that the snapshot does not see. Transaction ids in the future come from a dump of another server and count as old.
 */
function changedSince(siteId: number, asOf: string | null): RawBuilder<unknown> {
  if (asOf === null) return sql`select null::uuid as uid where false`;
  return sql`
    select uid from article_change
    where site_id = ${siteId} and changed_in >= pg_snapshot_xmin(${asOf}::pg_snapshot)
      and changed_in < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(changed_in, ${asOf}::pg_snapshot)`;
}

/** The large fields, which PostgreSQL would send with every row. */
const LARGE = ['body', 'summary', 'attachments'];
/** Text fields that are also columns of the table. */
const IN_COLUMNS = Object.keys(columnsOf({} as ArticleText)); // only their names
const IN_TEXT_ALONE = new Set(Object.keys(WrittenArticle.properties).filter((name) => !IN_COLUMNS.includes(name)));
const COLUMNS = [...new Set([...SHOWN, ...IN_COLUMNS])];
const NO_TEXT = sql`null::jsonb`;

/**
 * The columns of a list, with as little of the text as the fields need, and a function that completes its rows. In the
 * trash, the section's column may be null although the text names one.
 */
export function listColumns(fields: Set<string> | null, isTrash = false) {
  const written = writtenColumn(fields, isTrash);
  const columns = sql.join([...COLUMNS.map((name) => sql.ref(`article.${name}`)), sql`${written} as written`]);
  const complete = <Row extends ManagedRow>(row: Row): Row =>
    written === NO_TEXT ? { ...row, written: columnsOf(row as unknown as ArticleText) } : row; // the columns repeat these fields
  return { columns, complete };
}

function writtenColumn(fields: Set<string> | null, isTrash: boolean): RawBuilder<unknown> {
  if (fields === null) return sql`article.written`;
  if (!isTrash && ![...fields].some((name) => IN_TEXT_ALONE.has(name))) return NO_TEXT;
  return sql`article.written - ${LARGE.filter((name) => !fields.has(name))}::text[]`;
}

/** `living` is the condition for articles outside the trash, or inside it if the trash is listed. */
function matching(
  filter: ManagedFilter,
  order: ListOrder,
  living: RawBuilder<boolean> = filter.deleted ? isTrash : sql`deleted_at is null`,
): RawBuilder<boolean> {
  const conditions = [living];
  for (const column of ['section_id', 'category_id', 'type', 'source', 'created_by'] as const) {
    if (filter[column] !== undefined) conditions.push(sql`${sql.ref(`article.${column}`)} = ${filter[column]}`);
  }
  if (filter.own) conditions.push(sql`article.created_by = ${filter.own}`);
  const [state, ...more] = filter.states ?? [];
  if (more.length > 0) conditions.push(sql`article.state = any(${filter.states}::text[])`);
  else if (state !== undefined) conditions.push(sql`article.state = ${state}`);
  if (filter.unpublished_changes)
    conditions.push(sql`article.state = 'published' and article.published_version < article.version`);
  if (filter.author_id !== undefined) conditions.push(sql`author_ids @> array[${filter.author_id}]::bigint[]`);
  if (filter.tag) {
    const tag = filter.tag.trim().normalize('NFC');
    conditions.push(sql`exists (select from unnest(tags) as tag where lower(normalize(btrim(tag))) = lower(${tag}))`);
  }
  const { time } = ORDERS[order];
  if (filter.from) conditions.push(sql`${time} >= ${filter.from}`);
  if (filter.to) conditions.push(sql`${time} < ${filter.to}`);
  if (filter.q) {
    conditions.push(sql`exists (select from article_words words
      where words.site_id = article.site_id and words.uid = article.uid and words.tsv @@ ${wordsOf(filter)})`);
  }
  return sql.join<boolean>(conditions, sql` and `);
}
