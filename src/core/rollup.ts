/** What the entries of one network add up to, over a day, a month or any range: added up from rollups and from entries. */
import { addIds, addPackedIds, type IdSet, newIdSet, packIds } from './id-set.ts';
import { addPackedTally, newTally, packTally, type Tally } from './tally.ts';

export interface Totals {
  posts: number;
  newContributors: number;
  stats: [Tally, Tally, Tally];
  contributors: IdSet;
}

/** A rollup as it is stored; parts that were not asked for are absent. */
export interface PackedTotals {
  posts: number;
  new_contributors: number;
  stat1?: Buffer;
  stat2?: Buffer;
  stat3?: Buffer;
  contributors?: Buffer;
  /** The contributors again, where somebody has unpacked them already. */
  members?: IdSet;
}

/** All that is stored of a rollup. */
export type StoredForm = Required<Omit<PackedTotals, 'members'>>;

export function newTotals(largestUserId: number): Totals {
  const stats: Totals['stats'] = [newTally(), newTally(), newTally()];
  return { posts: 0, newContributors: 0, stats, contributors: newIdSet(largestUserId) };
}

export function addPackedTotals(
  totals: Totals,
  { stat1, stat2, stat3, contributors, members, ...rest }: PackedTotals,
): void {
  totals.posts += rest.posts;
  totals.newContributors += rest.new_contributors;
  for (const [index, packed] of [stat1, stat2, stat3].entries()) {
    const tally = totals.stats[index];
    if (packed && tally) addPackedTally(tally, packed);
  }
  if (members) addIds(totals.contributors, members);
  else if (contributors) addPackedIds(totals.contributors, contributors);
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
