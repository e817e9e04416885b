/**
 * What a range of a campaign adds up to. Whole months and days are read from their rollups, stale days and the two ends of
 * the range from the entries of their days. All of it must be read in one snapshot: marks and rollups belong together.
 */
import { sql } from 'kysely';
import { NETWORKS, type Network } from '../../contract/analytics.ts';
import { addDayEntries, positionAt } from '../../core/day-entries.ts';
import { addTotals, newTotals, type Totals } from '../../core/rollup.ts';
import { DAY_MS, dayOf, firstDayOf, type Interval, monthOf, type Range, spansOf } from '../../core/spans.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import { type DaySpan, entriesOfDays, type NetworkDay } from './days.ts';
import { namedRollups, type StoredSpan, storedRollups } from './stored.ts';

export interface Wanted {
  campaign: { id: number; last_user_id: number };
  range: Range;
  networks?: readonly Network[];
  /** What is needed beside the counts: less to read for a list that only says how many there are. */
  parts: { stats?: boolean; contributors?: boolean };
}

/** A part of a day, in milliseconds since it began. */
export interface PartOfDay extends Interval {
  day: number;
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
  if (parts.stats || parts.contributors) {
    for (const row of await storedRollups(tx, campaign.id, spans)) addTotals(of(row.network), row);
  } else {
    for (const row of await namedRollups(tx, campaign.id, spans)) of(row.network).posts += row.posts;
  }
  const ends = edges.map(partOfDay);
  const read = [...stale.map(({ network, day }) => spanOf(network, day)), ...spansOfParts(networks, ends)];
  for (const { network, day, value } of await entriesOfDays(tx, campaign.id, read)) {
    const own = ends.filter((end) => end.day === day);
    for (const { from, to } of own.length > 0 ? own : [WHOLE_DAY])
      addDayEntries(of(network), value, positionAt(value, from), positionAt(value, to));
  }
  return totals;
}

const WHOLE_DAY = { from: 0, to: DAY_MS };

/** Of an interval that does not go beyond its day. */
export function partOfDay({ from, to }: Interval<Date>): PartOfDay {
  const day = dayOf(from);
  return { day, from: from.getTime() - day * DAY_MS, to: to.getTime() - day * DAY_MS };
}

export function spansOfParts(networks: readonly Network[], parts: PartOfDay[]): DaySpan[] {
  const days = [...new Set(parts.map(({ day }) => day))];
  return networks.flatMap((network) => days.map((day) => spanOf(network, day)));
}

export function spanOf(network: Network, day: number): DaySpan {
  return { network, from: day, to: day + 1 };
}

export async function staleDays(tx: Tx, campaignId: number, days: Interval): Promise<NetworkDay[]> {
  const statement = sql<NetworkDay>`
    select network, day from campaign_stale_day
    where campaign_id = ${campaignId} and day >= ${days.from} and day < ${days.to}`;
  const { rows } = await prepared(statement).execute(tx);
  return rows;
}

/** Only twitter and facebook have a third figure. */
export const hasShares = (network: Network) => network === 'twitter' || network === 'facebook';

/** From the first entry to the last; null when there is none. */
export async function entrySpan(
  tx: Tx,
  campaignId: number,
  networks: readonly Network[],
): Promise<Interval<Date> | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(first) as first, max(last) as last from unnest(${[...networks]}::text[]) as asked (network)
    cross join lateral (select min(published_at) as first, max(published_at) as last from campaign_entry
      where list = list_of(${campaignId}, asked.network)) as of_network`.execute(tx);
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
