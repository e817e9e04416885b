/**
 * Stale marks connect rollups with entries. A write marks the days of its entries in its own transaction and always updates the
 * row of the mark. A rebuild locks the mark, reads in a new snapshot and removes the mark. So a day without a mark is exact in
 * every snapshot, and a concurrent write waits for the lock and marks the day again.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDayEntries, newDayEntries, packEntries, packHashtags } from '../../core/day-entries.ts';
import { PACKED_FORMAT, requirePackedFormat } from '../../core/packed-format.ts';
import { addTotals, newTotals, packTotals, type StoredForm, unpackTotals } from '../../core/rollup.ts';
import { firstDayOf, monthOf } from '../../core/spans.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueueIfIdle } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { entriesFromRows, hashtagsFromRows, type NetworkDay } from './days.ts';

export const rollupRebuilding = jobKind<{ campaign_id: number }>('rollups.rebuild');

/**
 * Days are rebuilt when the campaign had no writes for this long, so that rebuilds do not compete with an import; or, under
 * continuous writes, when they have been stale for the other duration.
 */
export const SETTLED_MS = 5_000;
const STALE_AT_MOST_MS = 60_000;
/** Few, so that a write that marks one of them again waits only briefly. */
const DAYS_AT_ONCE = 16;

/** A day also stores its entries, for parts of days, hours and hashtags. */
export interface StoredDay extends StoredForm {
  entries: Buffer;
  hashtags: Buffer;
}

/** A part of the statement that changes entries: marks `days`, of (network, day). One fixed order, so that writes cannot deadlock. */
export function markedDays(campaignId: number, days: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    marked as (
      insert into campaign_stale_day (campaign_id, network, day)
      select ${campaignId}::bigint, network, day from (${days}) as stale order by network, day
      on conflict (campaign_id, network, day) do update set marked_at = clock_timestamp()
    )`;
}

/** Call it after marking days. */
export async function enqueueRebuilding(tx: Tx, campaignId: number): Promise<void> {
  await enqueueIfIdle(tx, rollupRebuilding, {
    key: String(campaignId),
    payload: { campaign_id: campaignId },
    afterMs: SETTLED_MS,
  });
}

/** Rebuilds a batch of days that are due, or of all stale days, and returns their number. */
export async function rebuildSome(tx: Tx, campaignId: number, which: 'due' | 'all' = 'due'): Promise<number> {
  // Months are made from days, so one campaign has one rebuild at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('rollups of campaign ' || ${campaignId}::bigint, 0))`.execute(
    tx,
  );
  const days = await lockStale(tx, campaignId, which);
  if (days.length === 0) return 0;
  const largestUserId = await lastUserId(tx, campaignId);
  const rebuilt = await daysFromEntries(tx, campaignId, days, largestUserId);
  await writeRollups(
    tx,
    campaignId,
    'day',
    days.map(({ network, day }, at) => ({ network, at: day, packed: rebuilt[at] })),
  );
  await removeMarks(tx, campaignId, days);
  await rebuildMonths(tx, campaignId, days, largestUserId);
  return days.length;
}

/**
 * Erasure: what is stored of stale days has hashtags of entries that are deleted. Readers do not use it, and a rebuild writes it anew.
 * The marks are locked: a day whose rebuild is under way has none any more when that ends, and its row is needed.
 */
export async function deleteStaleDays(tx: Tx, campaignId: number, network: string): Promise<void> {
  await sql`
    with stale as materialized (
      select day from campaign_stale_day where campaign_id = ${campaignId} and network = ${network} for update skip locked
    )
    delete from campaign_day using stale
    where campaign_id = ${campaignId} and network = ${network} and campaign_day.day = stale.day`.execute(tx);
}

/** Skips days while the campaign is written to, and days whose mark another transaction has locked. */
async function lockStale(tx: Tx, campaignId: number, which: 'due' | 'all'): Promise<NetworkDay[]> {
  const before = (ms: number) => sql`clock_timestamp() - ${ms} * interval '1 millisecond'`;
  const isWrittenTo = sql`exists (
    select from campaign_stale_day where campaign_id = ${campaignId} and marked_at >= ${before(SETTLED_MS)})`;
  const isDue = sql`(first_marked_at < ${before(STALE_AT_MOST_MS)} or not ${isWrittenTo})`;
  const { rows } = await sql<NetworkDay>`
    select network, day from campaign_stale_day
    where campaign_id = ${campaignId} and ${which === 'all' ? sql`true` : isDue}
    order by network, day limit ${DAYS_AT_ONCE} for update skip locked`.execute(tx);
  return rows;
}

export async function lastUserId(tx: Tx, campaignId: number): Promise<number> {
  const row = await tx.selectFrom('campaign').select('last_user_id').where('id', '=', campaignId).executeTakeFirst();
  return row?.last_user_id ?? 0;
}

/** In the order of `days`. */
export async function daysFromEntries(
  tx: Tx,
  campaignId: number,
  days: NetworkDay[],
  largestUserId: number,
): Promise<StoredDay[]> {
  const keyOf = ({ network, day }: NetworkDay) => `${network} ${day}`;
  const entries = new Map((await entriesFromRows(tx, campaignId, days)).map((of) => [keyOf(of), of.value]));
  const hashtags = new Map((await hashtagsFromRows(tx, campaignId, days)).map((of) => [keyOf(of), of.value]));
  return days.map((day) => {
    const totals = newTotals(largestUserId);
    const own = entries.get(keyOf(day)) ?? newDayEntries(0);
    addDayEntries(totals, own, 0, own.at.length);
    return {
      ...packTotals(totals),
      entries: packEntries(own),
      hashtags: packHashtags(hashtags.get(keyOf(day)) ?? new Map()),
    };
  });
}

async function rebuildMonths(tx: Tx, campaignId: number, days: NetworkDay[], largestUserId: number): Promise<void> {
  const months = new Map(
    days.map(({ network, day }) => [`${network} ${monthOf(day)}`, { network, month: monthOf(day) }]),
  );
  const built = [];
  for (const { network, month } of months.values()) {
    const [first, next] = [firstDayOf(month), firstDayOf(month + 1)];
    const ofMonth = sql`campaign_id = ${campaignId} and network = ${network} and day >= ${first} and day < ${next}`;
    const marked = await sql`select from campaign_stale_day where ${ofMonth} limit 1`.execute(tx);
    // A month with stale days is not read; it is rebuilt with the last of them.
    if (marked.rows.length > 0) continue;
    const { rows } = await sql<StoredForm & { format: number }>`
      select format, posts, new_contributors, stat1, stat2, stat3, contributors from campaign_day where ${ofMonth}`.execute(
      tx,
    );
    requirePackedFormat(rows);
    const totals = newTotals(largestUserId);
    for (const row of rows) addTotals(totals, unpackTotals(row));
    built.push({ network, at: month, packed: packTotals(totals) });
  }
  await writeRollups(tx, campaignId, 'month', built);
}

const PACKED = {
  day: ['stat1', 'stat2', 'stat3', 'contributors', 'entries', 'hashtags'],
  month: ['stat1', 'stat2', 'stat3', 'contributors'],
};

/** Days and months without entries have no row. */
async function writeRollups(
  tx: Tx,
  campaignId: number,
  unit: keyof typeof PACKED,
  rollups: { network: string; at: number; packed: (StoredForm & Partial<StoredDay>) | undefined }[],
): Promise<void> {
  const table = sql.table(`campaign_${unit}`);
  const empty = rollups.filter(({ packed }) => !packed?.posts);
  const full = rollups.flatMap(({ packed, ...key }) => (packed?.posts ? { ...key, ...packed } : []));
  await sql`
    delete from ${table} where campaign_id = ${campaignId} and (network, ${sql.ref(unit)}) in (
      select * from unnest(${empty.map(({ network }) => network)}::text[], ${empty.map(({ at }) => at)}::int[]))`.execute(
    tx,
  );
  if (full.length === 0) return;
  const columns = ['posts', 'new_contributors', ...PACKED[unit]];
  const packed = PACKED[unit].map((name) => sql`${full.map((row) => row[name as keyof StoredDay])}::bytea[]`); // named there
  await sql`
    insert into ${table} (campaign_id, network, ${sql.ref(unit)}, ${sql.join(columns.map((name) => sql.ref(name)))}, format)
    select ${campaignId}::bigint, *, ${sql.lit(PACKED_FORMAT)}::smallint from unnest(
      ${full.map(({ network }) => network)}::text[], ${full.map(({ at }) => at)}::int[],
      ${full.map(({ posts }) => posts)}::int[], ${full.map((row) => row.new_contributors)}::int[], ${sql.join(packed)})
    on conflict (campaign_id, network, ${sql.ref(unit)}) do update set
      ${sql.join([...columns, 'format'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
    tx,
  );
}

async function removeMarks(tx: Tx, campaignId: number, days: NetworkDay[]): Promise<void> {
  await sql`
    delete from campaign_stale_day where campaign_id = ${campaignId} and (network, day) in (
      select * from unnest(${days.map(({ network }) => network)}::text[], ${days.map(({ day }) => day)}::int[]))`.execute(
    tx,
  );
}
