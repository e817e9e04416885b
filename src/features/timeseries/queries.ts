/**
 * The figures of a campaign, bucket by bucket. The whole days (UTC) of a bucket are read from their rollups; stale days, and
 * what a bucket has of a day, from the entries.
 */
import type { Network } from '../../contract/analytics.ts';
import { type Headcount, newHeadcount } from '../../core/headcount.ts';
import { eachPackedId } from '../../core/id-set.ts';
import { type EntryValues, eachKnown } from '../../core/rollup.ts';
import { dayStart, type Interval, runsOf, spansOf } from '../../core/spans.ts';
import { sumOfPacked } from '../../core/tally.ts';
import type { Tx } from '../../db/transaction.ts';
import { entryValues, type NetworkDay, type NetworkInterval, staleDays, without } from '../rollups/queries.ts';
import { type StoredTotals, storedFollowers, storedRollups } from '../rollups/stored.ts';

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

interface Asked {
  campaign: { id: number; last_user_id: number };
  networks: readonly Network[];
}

/** What is known of a part of a bucket. */
interface Part {
  posts: number;
  newContributors: number;
  engagement: number;
  eachContributor(take: (id: number) => void): void;
}

/** The buckets follow each other without gaps. */
export async function seriesOf(tx: Tx, asked: Asked, buckets: Interval<Date>[]): Promise<Series> {
  const parts: Part[][] = buckets.map(() => []);
  const followers = await storedFollowers(tx, asked.campaign.id);
  for (const { bucket, part } of await allParts(tx, asked, buckets)) parts[bucket]?.push(part);
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

async function allParts(tx: Tx, { campaign, networks }: Asked, buckets: Interval<Date>[]) {
  const spans = buckets.map(({ from, to }) => spansOf({ start: from, end: to }));
  const bucketOfDay = new Map<number, number>();
  for (const [bucket, { days }] of spans.entries())
    for (let day = days.from; day < days.to; day++) bucketOfDay.set(day, bucket);
  const days = [...bucketOfDay.keys()];
  const whole = { from: days[0] ?? 0, to: (days.at(-1) ?? -1) + 1 };
  const stale = (await staleDays(tx, campaign.id, whole)).filter(({ network }) => networks.includes(network));
  const fresh = networks.flatMap((network) => {
    const staleOnes = stale.filter((mark) => mark.network === network).map(({ day }) => day);
    return without(whole, staleOnes).map((run) => ({ network, unit: 'day' as const, ...run }));
  });
  const stored = await storedRollups(tx, campaign.id, fresh, true);
  const intervals = [
    ...spans.flatMap(({ edges }, bucket) =>
      edges.flatMap((edge) => networks.map((network) => ({ bucket, network, ...edge }))),
    ),
    ...staleRuns(stale, bucketOfDay),
  ];
  const read = await entryValues(tx, campaign.id, intervals, { contributors: true, engagement: true });
  return [
    ...stored.map((row) => ({ bucket: bucketOfDay.get(row.at) ?? -1, part: storedPart(row) })),
    ...read.map((row) => ({ bucket: intervals[row.ordinal - 1]?.bucket ?? -1, part: readPart(row) })),
  ];
}

/** Stale days of one bucket that follow each other are read at once. */
function staleRuns(stale: NetworkDay[], bucketOfDay: Map<number, number>): (NetworkInterval & { bucket: number })[] {
  const groups = new Map<string, { bucket: number; network: Network; days: number[] }>();
  for (const { network, day } of stale) {
    const bucket = bucketOfDay.get(day);
    if (bucket === undefined) continue;
    const key = `${network} ${bucket}`;
    const group = groups.get(key) ?? { bucket, network, days: [] };
    group.days.push(day);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ days, ...key }) =>
    runsOf(days).map(({ from, to }) => ({ ...key, from: dayStart(from), to: dayStart(to) })),
  );
}

function storedPart({ posts, new_contributors, stat1, stat2, stat3, contributors }: StoredTotals): Part {
  return {
    posts,
    newContributors: new_contributors,
    engagement: [stat1, stat2, stat3].reduce((sum, packed) => sum + (packed ? sumOfPacked(packed) : 0), 0),
    eachContributor: (take) => contributors && eachPackedId(contributors, take),
  };
}

function readPart({ posts, new_contributors, engagement = 0, user_ids }: EntryValues): Part {
  return {
    posts,
    newContributors: new_contributors,
    engagement,
    eachContributor: (take) => eachKnown(user_ids, take),
  };
}
