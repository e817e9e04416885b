/**
 * The entries of days: of a rebuilt day from its rollup, of a stale day from its rows. The cache key carries the version of
 * the rollup or of the stale mark. Every write updates the mark, so a stale day is read from its rows once per write.
 */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import {
  BYTES_AN_ENTRY,
  type DayEntries,
  type DayHashtags,
  newDayEntries,
  positionAt,
  unpackEntries,
  unpackHashtags,
} from '../../core/day-entries.ts';
import { requirePackedFormat } from '../../core/packed-format.ts';
import { DAY_MS, dayOf, dayStart, type Interval, type Range, spansOf } from '../../core/spans.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { RollupCache, RowCache } from './rollup-cache.ts';

export interface NetworkDay {
  network: Network;
  day: number;
}

/** Consecutive days of a network. */
export interface DaySpan extends Interval {
  network: Network;
}

export type OfDay<Value> = NetworkDay & { value: Value };

/** A kind of data of a day: how it is stored and cached. */
interface Content<Value extends object> {
  column: 'entries' | 'hashtags';
  unpack(packed: Buffer): Value;
  fromRows(tx: Tx, campaignId: number, days: NetworkDay[]): Promise<OfDay<Value>[]>;
  bytesOf(value: Value): number;
  cachedIn(cache: RollupCache): RowCache<Value>;
}

/** Days in one statement; other requests run between two statements. */
const DAYS_AT_ONCE = 128;

const ENTRIES: Content<DayEntries> = {
  column: 'entries',
  unpack: unpackEntries,
  fromRows: entriesFromRows,
  bytesOf: ({ at }) => at.length * BYTES_AN_ENTRY,
  cachedIn: ({ entries }) => entries,
};

const BYTES_A_HASHTAG = 100;
const HASHTAGS: Content<DayHashtags> = {
  column: 'hashtags',
  unpack: unpackHashtags,
  fromRows: hashtagsFromRows,
  bytesOf: (hashtags) =>
    [...hashtags.values()].reduce((sum, { byteLength }) => sum + byteLength, hashtags.size * BYTES_A_HASHTAG),
  cachedIn: ({ hashtags }) => hashtags,
};

/** The entries of a range: per day, the positions `from` (inclusive) to `to` (exclusive). */
export async function entriesInRange(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
  networks: readonly Network[],
  { start, end }: Range,
): Promise<(OfDay<DayEntries> & Interval)[]> {
  const days = daysOver({ start, end });
  const found = await entriesOfDays(
    tx,
    cache,
    campaignId,
    networks.map((network) => ({ network, ...days })),
  );
  return found.map((of) => ({ ...of, ...positionsIn(of, { start, end }) }));
}

/** The days that overlap a range. */
export function daysOver({ start, end }: Range): Interval {
  const { days, edges } = spansOf({ start, end });
  const at = edges.map(({ from }) => dayOf(from));
  return { from: Math.min(days.from, ...at), to: Math.max(days.to, ...at.map((day) => day + 1)) };
}

export function positionsIn({ day, value }: OfDay<DayEntries>, { start, end }: Range): Interval {
  const at = (instant: Date) => positionAt(value, instant.getTime() - day * DAY_MS);
  return { from: start ? at(start) : 0, to: end ? at(end) : value.at.length };
}

/** Only days that have entries are returned. */
export const entriesOfDays = async (tx: Tx, cache: RollupCache, campaignId: number, spans: DaySpan[]) =>
  read(tx, cache, campaignId, await namedDays(tx, campaignId, spans), ENTRIES);
export const hashtagsOfDays = async (tx: Tx, cache: RollupCache, campaignId: number, spans: DaySpan[]) =>
  read(tx, cache, campaignId, await namedDays(tx, campaignId, spans), HASHTAGS);
/** For days whose versions were read before. */
export const entriesOfNamed = (tx: Tx, cache: RollupCache, campaignId: number, days: NamedDay[]) =>
  read(tx, cache, campaignId, days, ENTRIES);

async function read<Value extends object>(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
  named: NamedDay[],
  { column, unpack, fromRows, bytesOf, cachedIn }: Content<Value>,
): Promise<OfDay<Value>[]> {
  const rows = cachedIn(cache);
  const found: OfDay<Value>[] = [];
  const missing: NamedDay[] = [];
  for (const day of named) {
    const value = rows.get(keyOf(campaignId, day));
    if (value === undefined) missing.push(day);
    else found.push({ network: day.network, day: day.day, value });
  }
  for (const isStale of [false, true]) {
    const asked = missing.filter((day) => day.is_stale === isStale);
    const keys = new Map(asked.map((day) => [`${day.network} ${day.day}`, keyOf(campaignId, day)]));
    for (let from = 0; from < asked.length; from += DAYS_AT_ONCE) {
      const part = asked.slice(from, from + DAYS_AT_ONCE);
      const days = isStale
        ? await fromRows(tx, campaignId, part)
        : (await packedDays(tx, campaignId, part, column)).map(({ packed, ...day }) => ({
            ...day,
            value: unpack(packed),
          }));
      for (const day of days) {
        rows.set(keys.get(`${day.network} ${day.day}`) ?? '', day.value, bytesOf(day.value));
        found.push(day);
      }
    }
  }
  return found;
}

/** A day with the version of its stale mark if it has one, else of its rollup. */
export interface NamedDay extends NetworkDay {
  version: string;
  is_stale: boolean;
}

function keyOf(campaignId: number, { network, day, version, is_stale }: NamedDay): string {
  return `${campaignId} ${network} ${day} ${is_stale ? 'marked' : 'rebuilt'} ${version}`;
}

/** A stale mark wins over the rollup of its day. */
async function namedDays(tx: Tx, campaignId: number, spans: DaySpan[]): Promise<NamedDay[]> {
  if (spans.length === 0) return [];
  const statement = sql<NamedDay>`
    with asked as (
      select * from unnest(${spans.map(({ network }) => network)}::text[], ${spans.map(({ from }) => from)}::int[],
        ${spans.map(({ to }) => to)}::int[]) as asked (of_network, since, until)
    ), marked as materialized (
      select network, day, mark.xmin::text as version from asked
      join campaign_stale_day as mark on campaign_id = ${campaignId} and network = of_network and day >= since and day < until
    )
    select network, day, version, true as is_stale from marked
    union all
    select network, day, rollup.xmin::text as version, false from asked
    join campaign_day as rollup on campaign_id = ${campaignId} and network = of_network and day >= since and day < until
    where not exists (select from marked where marked.network = rollup.network and marked.day = rollup.day)`;
  const { rows } = await prepared(statement).execute(tx);
  return rows;
}

async function packedDays(
  tx: Tx,
  campaignId: number,
  days: NetworkDay[],
  column: 'entries' | 'hashtags',
): Promise<(NetworkDay & { packed: Buffer })[]> {
  const { rows } = await sql<NetworkDay & { packed: Buffer; format: number }>`
    select network, day, ${sql.ref(column)} as packed, format from campaign_day
    where campaign_id = ${campaignId} and (network, day) in (${listed(days)})`.execute(tx);
  requirePackedFormat(rows);
  return rows.map(({ format: _, ...day }) => day);
}

function listed(days: NetworkDay[]) {
  return sql`select * from unnest(${days.map(({ network }) => network)}::text[], ${days.map(({ day }) => day)}::int[])`;
}

/** The days with their first instants and those of the next days. */
function bounded(days: NetworkDay[]) {
  return sql`unnest(
    ${days.map(({ network }) => network)}::text[], ${days.map(({ day }) => day)}::int[],
    ${days.map(({ day }) => dayStart(day))}::timestamptz[], ${days.map(({ day }) => dayStart(day + 1))}::timestamptz[]
  ) as asked (network, day, since, until)`;
}

interface RowsOfDay extends NetworkDay {
  /** Concatenated in the order of time: eight bytes per time, four per number. */
  at: Buffer | null;
  users: Buffer | null;
  stat1: Buffer | null;
  stat2: Buffer | null;
  stat3: Buffer | null;
  /** Users whose first entry is on this day. */
  newcomers: Buffer | null;
}

/** The database packs the figures of entries: one row per day, not one per entry. */
export async function entriesFromRows(tx: Tx, campaignId: number, days: NetworkDay[]): Promise<OfDay<DayEntries>[]> {
  const numbers = (column: string, unknown: number) =>
    sql`string_agg(int4send(coalesce(${sql.ref(column)}, ${sql.lit(unknown)})), ''::bytea)`;
  const statement = sql<RowsOfDay>`
    select asked.network, asked.day, found.*, fresh.* from ${bounded(days)}
    cross join lateral (
      select string_agg(timestamptz_send(published_at), ''::bytea) as at, ${numbers('user_id', 0)} as users,
        ${numbers('stat1', -1)} as stat1, ${numbers('stat2', -1)} as stat2, ${numbers('stat3', -1)} as stat3
      from (
        select published_at, user_id, stat1, stat2, stat3 from campaign_entry
        where list_key = campaign_list_key(${campaignId}, asked.network)
          and published_at >= asked.since and published_at < asked.until
        order by published_at, id
      ) as ordered
    ) as found
    cross join lateral (
      select string_agg(int4send(id), ''::bytea) as newcomers from campaign_user
      where list_key = campaign_list_key(${campaignId}, asked.network)
        and first_at >= asked.since and first_at < asked.until
    ) as fresh`;
  const { rows } = await prepared(statement).execute(tx);
  return rows.map((row) => ({ network: row.network, day: row.day, value: dayEntries(row) }));
}

const TIME_BYTES = 8;
const NUMBER_BYTES = 4;
const HALF_OF_EIGHT_BYTES = 2 ** 32;
const MICROSECONDS = 1_000;
/** PostgreSQL's epoch. */
const YEAR_2000 = Date.UTC(2000, 0, 1);

function dayEntries({ day, at, users, newcomers, stat1, stat2, stat3 }: RowsOfDay): DayEntries {
  const entries = newDayEntries((at?.length ?? 0) / TIME_BYTES);
  const before = day * DAY_MS - YEAR_2000;
  for (let index = 0; at && index < entries.at.length; index++) {
    const high = at.readInt32BE(index * TIME_BYTES) * HALF_OF_EIGHT_BYTES;
    const time = high + at.readUInt32BE(index * TIME_BYTES + NUMBER_BYTES);
    entries.at[index] = Math.floor(time / MICROSECONDS) - before;
  }
  fill(entries.users, users);
  for (const [index, values] of [stat1, stat2, stat3].entries()) fill(entries.stats[index], values);
  const isNew = new Set(fill(new Int32Array((newcomers?.length ?? 0) / NUMBER_BYTES), newcomers));
  for (let index = 0; isNew.size > 0 && index < entries.users.length; index++)
    if (isNew.delete(entries.users[index] ?? 0)) entries.firsts[index] = 1;
  return entries;
}

function fill(numbers: Int32Array | undefined, bytes: Buffer | null): Int32Array | undefined {
  for (let index = 0; numbers && bytes && index < numbers.length; index++)
    numbers[index] = bytes.readInt32BE(index * NUMBER_BYTES);
  return numbers;
}

export async function hashtagsFromRows(tx: Tx, campaignId: number, days: NetworkDay[]): Promise<OfDay<DayHashtags>[]> {
  const { rows } = await sql<NetworkDay & { hashtag: string; positions: Buffer }>`
    select asked.network, asked.day, hashtag, string_agg(int4send(position), ''::bytea order by position) as positions
    from ${bounded(days)}
    cross join lateral (
      select unnest(hashtags) as hashtag, position from (
        select hashtags, (row_number() over (order by published_at, id))::int - 1 as position from campaign_entry
        where list_key = campaign_list_key(${campaignId}, asked.network)
          and published_at >= asked.since and published_at < asked.until
      ) as placed
    ) as used
    group by asked.network, asked.day, hashtag`.execute(tx);
  const found = new Map(
    days.map(({ network, day }) => [`${network} ${day}`, { network, day, value: new Map() as DayHashtags }]),
  );
  for (const { network, day, hashtag, positions } of rows) {
    const numbers = new Int32Array(positions.length / NUMBER_BYTES);
    fill(numbers, positions);
    found.get(`${network} ${day}`)?.value.set(hashtag, numbers);
  }
  return [...found.values()];
}
