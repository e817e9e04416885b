/** What the entries of one network add up to, over a day, a month or any range: added up from rollups and from entries. */
import { addId, addIds, addPackedIds, type IdSet, newIdSet, packIds } from './id-set.ts';
import { addPackedTally, addValue, newTally, packTally, type Tally } from './tally.ts';

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

/** Figures of single entries, each four bytes, one after the other; −1 says that it is not known, or nobody. */
export interface EntryValues {
  posts: number;
  new_contributors: number;
  stat1?: Buffer | null;
  stat2?: Buffer | null;
  stat3?: Buffer | null;
  user_ids?: Buffer | null;
  /** Their likes, comments and shares together. */
  engagement?: number;
}

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

export function addEntryValues(totals: Totals, { stat1, stat2, stat3, user_ids, ...rest }: EntryValues): void {
  totals.posts += rest.posts;
  totals.newContributors += rest.new_contributors;
  for (const [index, values] of [stat1, stat2, stat3].entries()) {
    const tally = totals.stats[index];
    if (tally) eachKnown(values, (value) => addValue(tally, value));
  }
  eachKnown(user_ids, (id) => addId(totals.contributors, id));
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

const BYTES_A_VALUE = 4;

export function eachKnown(values: Buffer | null | undefined, take: (value: number) => void): void {
  if (!values) return;
  for (let at = 0; at < values.length; at += BYTES_A_VALUE) {
    const value = values.readInt32BE(at);
    if (value >= 0) take(value);
  }
}
