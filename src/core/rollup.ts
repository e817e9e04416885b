/** The totals of one network over a day, a month or any range, added up from rollups and entries. */

import {
  addUnpackedHistogram,
  type Histogram,
  newHistogram,
  packHistogram,
  type UnpackedHistogram,
  unpackHistogram,
} from './histogram.ts';
import { addUnpackedIds, bytesOfIds, type IdSet, newIdSet, packIds, type UnpackedIds, unpackIds } from './id-set.ts';

export interface Totals {
  posts: number;
  newContributors: number;
  stats: [Histogram, Histogram, Histogram];
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

/** A rollup in the form that is fastest to add. */
export interface UnpackedTotals {
  posts: number;
  newContributors: number;
  stats: [UnpackedHistogram, UnpackedHistogram, UnpackedHistogram];
  contributors: UnpackedIds;
}

export function newTotals(largestUserId: number): Totals {
  const stats: Totals['stats'] = [newHistogram(), newHistogram(), newHistogram()];
  return { posts: 0, newContributors: 0, stats, contributors: newIdSet(largestUserId) };
}

export function addTotals(totals: Totals, { posts, newContributors, stats, contributors }: UnpackedTotals): void {
  totals.posts += posts;
  totals.newContributors += newContributors;
  for (const [index, unpacked] of stats.entries()) {
    const histogram = totals.stats[index];
    if (histogram) addUnpackedHistogram(histogram, unpacked);
  }
  addUnpackedIds(totals.contributors, contributors);
}

export function packTotals({ posts, newContributors, stats, contributors }: Totals): StoredForm {
  const [stat1, stat2, stat3] = stats.map((histogram) => Buffer.from(packHistogram(histogram))) as [
    Buffer,
    Buffer,
    Buffer,
  ]; // three in, three out
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
    stats: [unpackHistogram(stored.stat1), unpackHistogram(stored.stat2), unpackHistogram(stored.stat3)],
    contributors: unpackIds(stored.contributors),
  };
}

export function bytesOfTotals({ stats, contributors }: UnpackedTotals): number {
  return stats.reduce((sum, { byteLength }) => sum + byteLength, bytesOfIds(contributors));
}
