/** What the entries of one network add up to, over a day, a month or any range: added up from rollups and from entries. */
import { addUnpackedIds, bytesOfIds, type IdSet, newIdSet, packIds, type UnpackedIds, unpackIds } from './id-set.ts';
import { addUnpackedTally, newTally, packTally, type Tally, type UnpackedTally, unpackTally } from './tally.ts';

export interface Totals {
  posts: number;
  newContributors: number;
  stats: [Tally, Tally, Tally];
  contributors: IdSet;
}

/** A rollup as it is stored. */
export interface StoredForm {
  posts: number;
  new_contributors: number;
  stat1: Buffer;
  stat2: Buffer;
  stat3: Buffer;
  contributors: Buffer;
}

/** A rollup made ready to be added up often. */
export interface UnpackedTotals {
  posts: number;
  newContributors: number;
  stats: [UnpackedTally, UnpackedTally, UnpackedTally];
  contributors: UnpackedIds;
}

export function newTotals(largestUserId: number): Totals {
  const stats: Totals['stats'] = [newTally(), newTally(), newTally()];
  return { posts: 0, newContributors: 0, stats, contributors: newIdSet(largestUserId) };
}

export function addTotals(totals: Totals, { posts, newContributors, stats, contributors }: UnpackedTotals): void {
  totals.posts += posts;
  totals.newContributors += newContributors;
  for (const [index, unpacked] of stats.entries()) {
    const tally = totals.stats[index];
    if (tally) addUnpackedTally(tally, unpacked);
  }
  addUnpackedIds(totals.contributors, contributors);
}

export function packTotals({ posts, newContributors, stats, contributors }: Totals): StoredForm {
  const [stat1, stat2, stat3] = stats.map((tally) => Buffer.from(packTally(tally))) as [Buffer, Buffer, Buffer]; // three in, three out
  return {
    posts,
    new_contributors: newContributors,
    stat1,
    stat2,
    stat3,
    contributors: Buffer.from(packIds(contributors)),
  };
}

export function unpackTotals(stored: StoredForm): UnpackedTotals {
  return {
    posts: stored.posts,
    newContributors: stored.new_contributors,
    stats: [unpackTally(stored.stat1), unpackTally(stored.stat2), unpackTally(stored.stat3)],
    contributors: unpackIds(stored.contributors),
  };
}

export function bytesOfTotals({ stats, contributors }: UnpackedTotals): number {
  return stats.reduce((sum, { byteLength }) => sum + byteLength, bytesOfIds(contributors));
}
