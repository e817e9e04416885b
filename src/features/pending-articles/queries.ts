/** The queue of moderators: pending articles by creation, each with the item that brought it and with its claim. */
import { type RawBuilder, sql } from 'kysely';
import type { PENDING_KINDS, PENDING_SORTS } from '../../contract/pending.ts';
import type { SOURCE_KINDS } from '../../contract/source.ts';
import type { ITEM_STATES } from '../../contract/source-item.ts';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { wordsOf } from '../../db/typed-words.ts';
import { itemsOf, type ShownItem } from '../sources/queries.ts';

/** How many earlier ones of a sender are counted. */
const MOST_EARLIER = 200;
/** Among how many articles those of a person are looked for. */
const MOST_ARTICLES = 2_000;
const MOST_LATEST = 5;

export interface PendingFilter {
  q?: string | undefined;
  kind?: (typeof PENDING_KINDS)[number] | undefined;
  source_id?: number | undefined;
  sort?: (typeof PENDING_SORTS)[number] | undefined;
  after?: string | undefined;
  /** The text search configuration of the site. */
  language: string;
}

export interface PendingRow {
  uid: string;
  version: number;
  title: string;
  type: string;
  section_id: number | null;
  cover_url: string | null;
  created_at: Date;
  updated_at: Date;
  created_by: string | null;
  created_by_name: string | null;
  source: { id: number; kind: (typeof SOURCE_KINDS)[number]; name: string } | null;
  item_id: number | null;
  claimed_by: string | null;
  claimed_by_name: string | null;
}

export interface EarlierRow {
  item_id: number | null;
  uid: string | null;
  title: string;
  state: (typeof ITEM_STATES)[number];
  reason: string | null;
  at: Date;
}

const isPending = sql<boolean>`article.state = 'pending' and article.deleted_at is null`;

const nameOf = (actor: RawBuilder<unknown>) => sql`
  case when ${actor} ~ '^person:[0-9]{1,15}$' then (select person.name from person where person.id = substr(${actor}, 8)::bigint) end`;

/** The item that made the article; duplicates only point at it. */
const WITH_ITEM = sql`
  left join lateral (
    select item.id, item.source_id, case when item.claimed_until > now() then item.claimed_by end as claimed_by
    from source_item item
    where item.site_id = article.site_id and item.uid = article.uid and item.state <> 'duplicate'
    order by item.id limit 1
  ) as item on true
  left join source on source.site_id = article.site_id and source.id = item.source_id
  left join article_claim claim on claim.site_id = article.site_id and claim.uid = article.uid and claim.claimed_until > now()`;

const COLUMNS = sql`
  article.uid, article.version, article.title, article.type, article.section_id, article.written ->> 'cover_url' as cover_url,
  article.created_at, article.updated_at, article.created_by, ${nameOf(sql`article.created_by`)} as created_by_name,
  case when source.id is not null then jsonb_build_object('id', source.id, 'kind', source.kind, 'name', source.name) end as source,
  item.id as item_id, coalesce(item.claimed_by, claim.claimed_by) as claimed_by,
  ${nameOf(sql`coalesce(item.claimed_by, claim.claimed_by)`)} as claimed_by_name`;

export async function pendingPage(
  db: Db | Tx,
  siteId: number,
  filter: PendingFilter,
  limit: number,
): Promise<PendingRow[]> {
  const isRising = filter.sort !== 'newest';
  const { after } = filter;
  const behind = isRising ? sql`and article.uid > ${after}::uuid` : sql`and article.uid < ${after}::uuid`;
  const { rows } = await sql<PendingRow>`
    select ${COLUMNS} from article ${WITH_ITEM}
    where article.site_id = ${siteId} and ${matching(filter)} ${after === undefined ? sql`` : behind}
    order by article.uid ${isRising ? sql`` : sql`desc`} limit ${limit}`.execute(db);
  return rows;
}

export async function pendingCount(db: Db | Tx, siteId: number, filter: PendingFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from article where article.site_id = ${siteId} and ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function pendingByUid(db: Db | Tx, siteId: number, uid: string): Promise<PendingRow> {
  const { rows } = await sql<PendingRow>`
    select ${COLUMNS} from article ${WITH_ITEM}
    where article.site_id = ${siteId} and ${called(uid)} and ${isPending}`.execute(db);
  if (!rows[0]) throw notFound('There is no such pending article.');
  return rows[0];
}

/** By its uid or id. */
const called = (uid: string) => (uid.includes('-') ? sql`article.uid = ${uid}` : sql`article.id = ${Number(uid)}`);

function matching({ q, kind, source_id, language }: PendingFilter): RawBuilder<boolean> {
  const conditions = [isPending];
  if (q) {
    conditions.push(sql`exists (select from article_words words
      where words.site_id = article.site_id and words.uid = article.uid and words.tsv @@ ${wordsOf({ q, language })})`);
  }
  if (kind === 'newsroom') conditions.push(sql`not ${broughtBy(sql`true`)}`);
  else if (kind) conditions.push(broughtBy(sql`source.kind = ${kind}`));
  if (source_id !== undefined) conditions.push(broughtBy(sql`source.id = ${source_id}`));
  return sql.join<boolean>(conditions, sql` and `);
}

const broughtBy = (source: RawBuilder<unknown>) => sql<boolean>`exists (
  select from source_item item join source on source.site_id = item.site_id and source.id = item.source_id
  where item.site_id = article.site_id and item.uid = article.uid and item.state <> 'duplicate' and ${source})`;

export async function itemsWithIds(db: Db | Tx, siteId: number, ids: number[]): Promise<Map<number, ShownItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ShownItem>`
    select * from ${itemsOf(siteId)} where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** By the sender of the item, else by its author; the newest first. */
export async function earlierItems(
  db: Db | Tx,
  siteId: number,
  { item_id }: PendingRow,
): Promise<{ by: 'sender' | 'author'; rows: EarlierRow[] } | null> {
  const { rows: keys } = await sql<{ by: 'sender' | 'author'; key: Buffer }>`
    select case when sender_key is null then 'author' else 'sender' end as by, coalesce(sender_key, person_key) as key
    from source_item where site_id = ${siteId} and id = ${item_id} and coalesce(sender_key, person_key) is not null`.execute(
    db,
  );
  const [known] = keys;
  if (!known) return null;
  const column = known.by === 'sender' ? sql`sender_key` : sql`person_key`;
  const { rows } = await sql<EarlierRow>`
    select item.id as item_id, item.uid, item.title, item.state, item.reason, coalesce(item.decided_at, item.changed_at) as at
    from ${itemsOf(siteId)}
    where item.id = any(array(
      select id from source_item where site_id = ${siteId} and ${column} = ${known.key} and id <> ${item_id}
      order by id desc limit ${sql.lit(MOST_EARLIER)}))
    order by item.id desc`.execute(db);
  return { by: known.by, rows };
}

/** Of a person or key, among the newest articles of the site. */
export async function earlierArticles(
  db: Db | Tx,
  siteId: number,
  { uid, created_by }: PendingRow,
): Promise<EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    select null::bigint as item_id, newest.uid, newest.title, null as reason, newest.updated_at as at,
      case when newest.deleted_at is not null then 'rejected' when newest.state in ('published', 'scheduled') then 'published' else 'held' end as state
    from (
      select uid, title, state, deleted_at, updated_at, created_by, created_at from article
      where site_id = ${siteId} order by created_at desc limit ${sql.lit(MOST_ARTICLES)}
    ) as newest
    where newest.created_by = ${created_by} and newest.uid <> ${uid} and (newest.deleted_at is not null or newest.state <> 'draft')
    order by newest.created_at desc limit ${sql.lit(MOST_EARLIER)}`.execute(db);
  return rows;
}

export const latestOf = (rows: EarlierRow[]) => rows.filter(({ state }) => state !== 'held').slice(0, MOST_LATEST);
