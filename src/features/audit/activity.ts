/**
 * The activity of a site: its entries in the order in which they are committed. An entry gets its id before it is committed, so a
 * reader that continues behind an id would miss those of longer transactions. The cursor is a snapshot of the database instead, and
 * the next answer has the entries that are not visible in that snapshot (docs/decisions/035-audit.md).
 */
import { type RawBuilder, sql } from 'kysely';
import type { ActivityCursor } from '../../core/activity-cursor.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { EntryRow } from './queries.ts';

export type ActivityRow = Pick<
  EntryRow,
  'id' | 'at' | 'actor_kind' | 'actor_id' | 'actor_name' | 'action' | 'noun' | 'noun_id' | 'title' | 'counts'
> & { state: string | null; xid: string };

export interface ActivityFilter {
  siteId: number;
  nouns: readonly string[];
  /** Only entries about articles that this caller has created; null for all. */
  createdBy: string | null;
}

export interface Activity {
  rows: ActivityRow[];
  /** The snapshot in which they were read. */
  present: string;
  /** Whether entries that the cursor's snapshot does not show were deleted for their age. */
  isForgotten: boolean;
  /** The last entry that was scanned, if there may be more after it. */
  end: { xid: string; id: number } | null;
}

/** The number of entries that one answer scans, shown or not. */
const SCANNED = 1_000;

/** Entries that the cursor's snapshot does not show, oldest first; at most `limit`. */
export async function activityAfter(
  db: Db | Tx,
  filter: ActivityFilter,
  { from, page }: ActivityCursor,
  limit: number,
): Promise<Activity> {
  const isNew = sql`changed_in >= pg_snapshot_xmin(${from}::pg_snapshot)
    and not pg_visible_in_snapshot(changed_in, ${from}::pg_snapshot)
    -- ids that no transaction has had yet come from a dump of another server and count as old
    and changed_in < pg_snapshot_xmax(pg_current_snapshot())
    ${page ? sql`and pg_visible_in_snapshot(changed_in, ${page.upTo}::pg_snapshot) and (changed_in, id) > (${page.xid}::xid8, ${page.id}::bigint)` : sql``}`;
  const isForgotten = sql`exists (
    select from audit_forgotten
    where not pg_visible_in_snapshot(changed_in, ${from}::pg_snapshot) and changed_in < pg_snapshot_xmax(pg_current_snapshot()))`;
  return read(db, filter, { where: isNew, order: sql`changed_in, id`, limit, isForgotten });
}

/** Among the newest entries of the site, newest first. */
export async function newestActivity(db: Db | Tx, filter: ActivityFilter, limit: number): Promise<Activity> {
  return read(db, filter, { where: sql`true`, order: sql`id desc`, limit, isForgotten: sql`false` });
}

interface Reading {
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: number;
  isForgotten: RawBuilder<unknown>;
}

/** One statement, so that the entries and the snapshot are of the same moment. */
async function read(db: Db | Tx, filter: ActivityFilter, reading: Reading): Promise<Activity> {
  const { where, order, limit, isForgotten } = reading;
  const { siteId } = filter;
  const part = (condition: RawBuilder<unknown>) =>
    sql`(select * from audit_entry where ${condition} and ${where} order by ${order} limit ${sql.lit(SCANNED)})`;
  const { rows } = await sql<ActivityRow & { present: string; is_forgotten: boolean; end: Activity['end'] }>`
    with scanned as materialized (
      select * from (
        ${part(sql`site_id = ${siteId}`)}
        union all ${part(sql`site_id is null and not all_sites and site_ids @> array[${siteId}]::bigint[]`)}
      ) as both_kinds order by ${order} limit ${sql.lit(SCANNED)}
    )
    select shown.*, pg_current_snapshot()::text as present, ${isForgotten} as is_forgotten,
      case when (select count(*) from scanned) = ${sql.lit(SCANNED)} then (
        select json_build_object('xid', changed_in::text, 'id', id) from scanned order by changed_in desc, id desc limit 1
      ) end as end
    from (select) as one left join (
      select id, at, actor_kind, actor_id, actor_name, action, noun, noun_id, title, counts, after ->> 'state' as state,
        changed_in::text as xid
      from scanned where ${isShown(filter)} order by ${order} limit ${limit}
    ) as shown on true`.execute(db);
  const [first] = rows;
  // Without an entry there is one row of nulls.
  return {
    rows: rows.filter(({ id }) => id !== null),
    present: first?.present ?? '',
    isForgotten: first?.is_forgotten ?? false,
    end: first?.end ?? null,
  };
}

function isShown({ siteId, nouns, createdBy }: ActivityFilter): RawBuilder<unknown> {
  const isListed = sql`noun = any(${[...nouns]}::text[])`;
  if (createdBy === null) return isListed;
  return sql`case when noun = 'article' then exists (
    select from article where site_id = ${siteId} and uid = noun_id::uuid and created_by = ${createdBy}) else false end`;
}
