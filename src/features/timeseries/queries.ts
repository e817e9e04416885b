/**
 * The figures of a campaign per bucket. The whole days (UTC) of a bucket come from their rollups; stale days and parts of
 * days come from the entries of the day.
 */
import type { Network } from '../../contract/analytics.ts';
import { type DayEntries, engagementAt, positionAt } from '../../core/day-entries.ts';
import { type Headcount, newHeadcount } from '../../core/headcount.ts';
import { sumOfUnpacked } from '../../core/histogram.ts';
import { eachUnpackedId } from '../../core/id-set.ts';
import { DAY_MS, type Interval, spansOf } from '../../core/spans.ts';
import type { Tx } from '../../db/transaction.ts';
import { entriesOfDays } from '../rollups/days.ts';
import { marksOn, partOfDay, spanOf, spansOfParts, without } from '../rollups/queries.ts';
import type { RollupCache } from '../rollups/rollup-cache.ts';
import { namedRollups, type StoredTotals, storedFollowers, storedRollups } from '../rollups/stored.ts';

export interface BucketFigures {
  entries: number;
  contributors: number;
  newContributors: number;
  engagement: number;
  potentialReach: number;
}

export interface Series {
  buckets: BucketFigures[];
  total: BucketFigures;
}

interface SeriesRequest {
  campaign: { id: number; last_user_id: number };
  networks: readonly Network[];
}

/** The figures of a part of a bucket. */
interface Part {
  posts: number;
  newContributors: number;
  engagement: number;
  eachContributor(take: (id: number) => void): void;
}

/** The buckets are consecutive, without gaps. */
export async function seriesOf(
  tx: Tx,
  cache: RollupCache,
  asked: SeriesRequest,
  buckets: Interval<Date>[],
): Promise<Series> {
  const parts: Part[][] = buckets.map(() => []);
  const followers = await storedFollowers(tx, cache, asked.campaign.id);
  for (const { bucket, part } of await allParts(tx, cache, asked, buckets)) parts[bucket]?.push(part);
  const headcount = newHeadcount(asked.campaign.last_user_id, followers);
  return {
    buckets: parts.map((ofBucket) => figuresOf(ofBucket, headcount)),
    total: figuresOf(parts.flat(), headcount),
  };
}

function figuresOf(parts: Part[], headcount: Headcount): BucketFigures {
  headcount.begin();
  const sum = { entries: 0, newContributors: 0, engagement: 0 };
  for (const part of parts) {
    sum.entries += part.posts;
    sum.newContributors += part.newContributors;
    sum.engagement += part.engagement;
    part.eachContributor(headcount.add);
  }
  return { ...sum, ...headcount.counted() };
}

async function allParts(tx: Tx, cache: RollupCache, { campaign, networks }: SeriesRequest, buckets: Interval<Date>[]) {
  const spans = buckets.map(({ from, to }) => spansOf({ start: from, end: to }));
  const bucketOfDay = new Map<number, number>();
  for (const [bucket, { days }] of spans.entries())
    for (let day = days.from; day < days.to; day++) bucketOfDay.set(day, bucket);
  const days = [...bucketOfDay.keys()];
  const whole = { from: days[0] ?? 0, to: (days.at(-1) ?? -1) + 1 };
  const { marks } = await marksOn(tx, campaign.id, whole);
  const stale = marks.filter(({ network, day }) => networks.includes(network) && bucketOfDay.has(day));
  const fresh = networks.flatMap((network) => {
    const staleOnes = stale.filter((mark) => mark.network === network).map(({ day }) => day);
    return without(whole, staleOnes).map((run) => ({ network, unit: 'day' as const, ...run }));
  });
  const stored = await storedRollups(tx, cache, campaign.id, await namedRollups(tx, campaign.id, fresh));
  const edges = spans.flatMap((of, bucket) => of.edges.map((edge) => ({ bucket, ...partOfDay(edge) })));
  const edgesOf = new Map<number, typeof edges>();
  for (const edge of edges) edgesOf.set(edge.day, [...(edgesOf.get(edge.day) ?? []), edge]);
  const partsOf = (day: number) => {
    const bucket = bucketOfDay.get(day);
    return bucket === undefined ? (edgesOf.get(day) ?? []) : [{ bucket, from: 0, to: DAY_MS }];
  };
  const read = [...spansOfParts(networks, edges), ...stale.map(({ network, day }) => spanOf(network, day))];
  const ofDays = await entriesOfDays(tx, cache, campaign.id, read);
  return [
    ...stored.map((row) => ({ bucket: bucketOfDay.get(row.at) ?? -1, part: storedPart(row) })),
    ...ofDays.flatMap(({ day, value }) =>
      partsOf(day).map(({ bucket, ...part }) => ({ bucket, part: readPart(value, part) })),
    ),
  ];
}

function storedPart({ posts, newContributors, stats, contributors }: StoredTotals): Part {
  return {
    posts,
    newContributors,
    engagement: stats.reduce((sum, unpacked) => sum + sumOfUnpacked(unpacked), 0),
    eachContributor: (take) => eachUnpackedId(contributors, take),
  };
}

function readPart(entries: DayEntries, part: Interval): Part {
  const [from, to] = [positionAt(entries, part.from), positionAt(entries, part.to)];
  let [newContributors, engagement] = [0, 0];
  for (let position = from; position < to; position++) {
    newContributors += entries.firsts[position] ?? 0;
    engagement += engagementAt(entries, position);
  }
  const eachContributor = (take: (id: number) => void) => {
    for (const user of entries.users.subarray(from, to)) if (user > 0) take(user);
  };
  return { posts: to - from, newContributors, engagement, eachContributor };
}
