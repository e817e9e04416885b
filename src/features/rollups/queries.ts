/**
 * The totals of a range of a campaign. Whole months and days come from their rollups, stale days and the two ends of the
 * range from the entries of their days. All of it must be read in one snapshot: marks and rollups belong together.
 */
import { sql } from 'kysely';
import { NETWORKS, type Network } from '../../contract/analytics.ts';
import { addDayEntries } from '../../core/day-entries.ts';
import { addTotals, newTotals } from '../../core/rollup.ts';
import { DAY_MS, dayOf, firstDayOf, type Interval, monthOf, type Range, spansOf } from '../../core/spans.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import { type DaySpan, daysOver, entriesOfNamed, type NamedDay, type NetworkDay, positionsIn } from './days.ts';
import type { RollupCache } from './rollup-cache.ts';
import { type NamedRollup, namedRollups, type StoredSpan, storedRollups } from './stored.ts';

export interface Wanted {
  campaign: { id: number };
  range: Range;
  networks?: readonly Network[];
  /** The data needed besides the counts. A list that only counts reads less. */
  parts: { stats?: boolean; contributors?: boolean };
}

/** A part of a day, in milliseconds since it began. */
export interface PartOfDay extends Interval {
  day: number;
}

/** Two statements, one for the stale marks and one for the versions of the rollups, if the cache has the rest. */
export async function rangeTotals(tx: Tx, cache: RollupCache, { campaign, networks = NETWORKS, range, parts }: Wanted) {
  const { days, months } = spansOf(range);
  const { lastUserId, marks } = await marksOn(tx, campaign.id, daysOver(range));
  const stale = marks.filter(({ network }) => networks.includes(network));
  const ends = endDays(range, days);
  const spans = [
    ...storedSpans(networks, days, months, stale),
    ...networks.flatMap((network) => ends.map((day) => ({ unit: 'day' as const, ...spanOf(network, day) }))),
  ];
  const named = await namedRollups(tx, campaign.id, spans);
  const isEnd = ({ unit, at }: NamedRollup) => unit === 'day' && ends.includes(at);

  const totals = new Map(networks.map((network) => [network, newTotals(parts.contributors ? lastUserId : 0)]));
  const of = (network: Network) => totals.get(network) ?? newTotals(lastUserId);
  const whole = named.filter((row) => !isEnd(row));
  if (parts.stats || parts.contributors) {
    for (const row of await storedRollups(tx, cache, campaign.id, whole)) addTotals(of(row.network), row);
  } else {
    for (const row of whole) of(row.network).posts += row.posts;
  }
  for (const day of await entriesOfNamed(tx, cache, campaign.id, daysToRead(stale, named.filter(isEnd)))) {
    const { from, to } = positionsIn(day, range);
    addDayEntries(of(day.network), day.value, from, to);
  }
  return totals;
}

/** Days of which only a part is in the range. */
function endDays(range: Range, whole: Interval): number[] {
  const { from, to } = daysOver(range);
  return [...new Set([from, to - 1])].filter((day) => day < whole.from || day >= whole.to);
}

/** A stale mark wins over the rollup of its day. */
function daysToRead(stale: Mark[], ends: NamedRollup[]): NamedDay[] {
  const isStale = new Set(stale.map(({ network, day }) => `${network} ${day}`));
  const fresh = ends.filter(({ network, at }) => !isStale.has(`${network} ${at}`));
  return [
    ...stale.map((mark) => ({ ...mark, is_stale: true })),
    ...fresh.map(({ network, at, version }) => ({ network, day: at, version, is_stale: false })),
  ];
}

/** The interval must end within its day. */
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

export interface Mark extends NetworkDay {
  version: string;
}

/** The stale days among these, and the campaign's largest user id. */
export async function marksOn(
  tx: Tx,
  campaignId: number,
  days: Interval,
): Promise<{ lastUserId: number; marks: Mark[] }> {
  const statement = sql<{ last_user_id: number } & (Mark | { network: null })>`
    select last_user_id, network, day, mark.xmin::text as version from campaign
    left join campaign_stale_day as mark on campaign_id = campaign.id and day >= ${days.from} and day < ${days.to}
    where campaign.id = ${campaignId}`;
  const { rows } = await prepared(statement).execute(tx);
  const marks = rows.flatMap(({ last_user_id: _, ...mark }) => (mark.network === null ? [] : mark));
  return { lastUserId: rows[0]?.last_user_id ?? 0, marks };
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
      where list_key = campaign_list_key(${campaignId}, asked.network)) as of_network`.execute(tx);
  const { first, last } = rows[0] ?? {};
  return first && last ? { from: first, to: last } : null;
}

/** The same within a range; a given start or end is used as it is. */
export async function entriesWithin(
  tx: Tx,
  campaignId: number,
  networks: readonly Network[],
  { start, end }: Range,
): Promise<Interval<Date> | null> {
  const span = start && end ? null : await entrySpan(tx, campaignId, networks);
  const from = start ?? span?.from;
  // The last entry is part of the range.
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

/** An interval without some of its numbers. */
export function without(interval: Interval, numbers: number[]): Interval[] {
  const holes = numbers
    .filter((number) => number >= interval.from && number < interval.to)
    .sort((one, other) => one - other);
  const starts = [interval.from, ...holes.map((hole) => hole + 1)];
  const ends = [...holes, interval.to];
  return starts.map((from, index) => ({ from, to: ends[index] ?? from })).filter(({ from, to }) => from < to);
}
