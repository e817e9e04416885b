/**
 * What a range of a campaign adds up to. Whole months and days are read from their rollups, stale days and the two ends of
 * the range from the entries themselves. All of it must be read in one snapshot: marks and rollups belong together.
 */
import { sql } from 'kysely';
import { NETWORKS, type Network } from '../../contract/analytics.ts';
import { addEntryValues, addPackedTotals, type EntryValues, newTotals, type Totals } from '../../core/rollup.ts';
import { dayStart, firstDayOf, type Interval, monthOf, type Range, runsOf, spansOf } from '../../core/spans.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import { type StoredSpan, storedRollups } from './stored.ts';

export interface Wanted {
  campaign: { id: number; last_user_id: number };
  range: Range;
  networks?: readonly Network[];
  /** What is needed beside the counts: less to read for a list that only says how many there are. */
  parts: { stats?: boolean; contributors?: boolean; engagement?: boolean };
}

export interface NetworkDay {
  network: Network;
  day: number;
}

export interface NetworkInterval extends Interval<Date> {
  network: Network;
}

export async function rangeTotals(tx: Tx, wanted: Wanted): Promise<Map<Network, Totals>> {
  const { campaign, networks = NETWORKS, parts } = wanted;
  const { days, months, edges } = spansOf(wanted.range);
  const stale = (await staleDays(tx, campaign.id, days)).filter(({ network }) => networks.includes(network));
  const totals = new Map(
    networks.map((network) => [network, newTotals(parts.contributors ? campaign.last_user_id : 0)]),
  );
  const of = (network: Network) => totals.get(network) ?? newTotals(campaign.last_user_id);
  const spans = storedSpans(networks, days, months, stale);
  const isWhole = Boolean(parts.stats || parts.contributors);
  for (const row of await storedRollups(tx, campaign.id, spans, isWhole)) addPackedTotals(of(row.network), row);
  const intervals = [
    ...networks.flatMap((network) => edges.map((edge) => ({ network, ...edge }))),
    ...staleIntervals(stale),
  ];
  for (const row of await entryValues(tx, campaign.id, intervals, parts)) addEntryValues(of(row.network), row);
  return totals;
}

export async function staleDays(tx: Tx, campaignId: number, days: Interval): Promise<NetworkDay[]> {
  const statement = sql<NetworkDay>`
    select network, day from campaign_stale_day
    where campaign_id = ${campaignId} and day >= ${days.from} and day < ${days.to}`;
  const { rows } = await prepared(statement).execute(tx);
  return rows;
}

/** What a network hides adds nothing. */
export const engagementOfEntry = sql<number>`coalesce(stat1, 0)::bigint + coalesce(stat2, 0) + coalesce(stat3, 0)`;
/** Only twitter and facebook have a third figure to hide. */
export const isComplete = sql<boolean>`stat1 is not null and stat2 is not null
  and (stat3 is not null or item_type not in ('twitter', 'facebook'))`;

/** From the first entry to the last; null when there is none. */
export async function entrySpan(
  tx: Tx,
  campaignId: number,
  networks: readonly Network[],
): Promise<Interval<Date> | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(first) as first, max(last) as last from unnest(${[...networks]}::text[]) as asked (network)
    cross join lateral (select min(published_at) as first, max(published_at) as last from campaign_entry
      where campaign_id = ${campaignId} and item_type = asked.network) as of_network`.execute(tx);
  const { first, last } = rows[0] ?? {};
  return first && last ? { from: first, to: last } : null;
}

/** The same within a range; what is asked for at both ends is taken as it is. */
export async function entriesWithin(
  tx: Tx,
  campaignId: number,
  networks: readonly Network[],
  { start, end }: Range,
): Promise<Interval<Date> | null> {
  const span = start && end ? null : await entrySpan(tx, campaignId, networks);
  const from = start ?? span?.from;
  // The last entry itself lies within.
  const to = end ?? (span && new Date(span.to.getTime() + 1));
  return from && to && from < to ? { from, to } : null;
}

/** Months none of whose days is stale, and of all other months the days that are not. */
function storedSpans(
  networks: readonly Network[],
  days: Interval,
  months: Interval,
  stale: NetworkDay[],
): StoredSpan[] {
  return networks.flatMap((network) => {
    const staleDays = stale.filter((mark) => mark.network === network).map(({ day }) => day);
    const staleMonths = [...new Set(staleDays.map(monthOf))];
    const apart = staleMonths.filter((month) => month >= months.from && month < months.to);
    const edges =
      months.from < months.to
        ? [
            { from: days.from, to: firstDayOf(months.from) },
            { from: firstDayOf(months.to), to: days.to },
          ]
        : [days];
    const split = apart.map((month) => ({ from: firstDayOf(month), to: firstDayOf(month + 1) }));
    return [
      ...without(months, staleMonths).map((run) => ({ network, unit: 'month' as const, ...run })),
      ...[...edges, ...split]
        .flatMap((part) => without(part, staleDays))
        .map((run) => ({ network, unit: 'day' as const, ...run })),
    ];
  });
}

/** What is left of an interval without some of its numbers. */
export function without(interval: Interval, numbers: number[]): Interval[] {
  const holes = numbers
    .filter((number) => number >= interval.from && number < interval.to)
    .sort((one, other) => one - other);
  const starts = [interval.from, ...holes.map((hole) => hole + 1)];
  const ends = [...holes, interval.to];
  return starts.map((from, index) => ({ from, to: ends[index] ?? from })).filter(({ from, to }) => from < to);
}

function staleIntervals(stale: NetworkDay[]): NetworkInterval[] {
  return NETWORKS.flatMap((network) => {
    const days = stale.filter((mark) => mark.network === network).map(({ day }) => day);
    return runsOf(days).map(({ from, to }) => ({ network, from: dayStart(from), to: dayStart(to) }));
  });
}

/** The figures of single entries, packed by the database: a hundred thousand of them are one row, not so many. */
export async function entryValues(
  tx: Tx,
  campaignId: number,
  intervals: NetworkInterval[],
  { stats, contributors, engagement }: Wanted['parts'],
): Promise<(EntryValues & { network: Network; ordinal: number })[]> {
  if (intervals.length === 0) return [];
  const packed = (column: string) => sql`string_agg(int4send(coalesce(${sql.ref(column)}, -1)), ''::bytea)`;
  const columns = [
    sql`count(*) as posts`,
    ...(stats ? ['stat1', 'stat2', 'stat3'].map((name) => sql`${packed(name)} as ${sql.ref(name)}`) : []),
    ...(contributors ? [sql`${packed('user_id')} as user_ids`] : []),
    ...(engagement ? [sql`coalesce(sum(${engagementOfEntry}), 0)::bigint as engagement`] : []),
  ];
  const statement = sql<EntryValues & { network: Network; ordinal: number }>`
    select asked.network, asked.ordinal::int as ordinal, found.*, fresh.* from unnest(
      ${intervals.map(({ network }) => network)}::text[], ${intervals.map(({ from }) => from)}::timestamptz[],
      ${intervals.map(({ to }) => to)}::timestamptz[]) with ordinality as asked (network, since, until, ordinal)
    cross join lateral (
      select ${sql.join(columns)} from campaign_entry
      where campaign_id = ${campaignId} and item_type = asked.network
        and published_at >= asked.since and published_at < asked.until
    ) as found
    cross join lateral (
      select count(*) as new_contributors from campaign_user
      where campaign_id = ${campaignId} and user_type = asked.network
        and first_at >= asked.since and first_at < asked.until
    ) as fresh`;
  const { rows } = await prepared(statement).execute(tx);
  return rows;
}
