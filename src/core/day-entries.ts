/**
 * The entries of a network on one day in the order of time, in a few bytes each. Figures of parts of days, hours and hashtags
 * are computed from them instead of from rows.
 */

import { addValue } from './histogram.ts';
import { addId } from './id-set.ts';
import type { Totals } from './rollup.ts';
import { readVarint, writeVarint } from './varint.ts';

/** One number per entry, all arrays in the same order. */
export interface DayEntries {
  /** Milliseconds since the day began, ascending. */
  at: Int32Array;
  /** 0 without a user. */
  users: Int32Array;
  /** 1 for the first entry of its user in the campaign. */
  firsts: Uint8Array;
  /** −1 if the network hides it. */
  stats: [Int32Array, Int32Array, Int32Array];
}

/** The positions of the entries with each hashtag, ascending. */
export type DayHashtags = Map<string, Int32Array>;

export const BYTES_AN_ENTRY = 5 * Int32Array.BYTES_PER_ELEMENT + 1;
/** Hidden values are packed as 0, all others one higher. */
const HIDDEN = -1;

export function newDayEntries(count: number): DayEntries {
  const numbers = () => new Int32Array(count);
  return { at: numbers(), users: numbers(), firsts: new Uint8Array(count), stats: [numbers(), numbers(), numbers()] };
}

export function packEntries({ at, users, firsts, stats: [stat1, stat2, stat3] }: DayEntries): Buffer {
  const bytes: number[] = [];
  writeVarint(bytes, at.length);
  let before = 0;
  for (let index = 0; index < at.length; index++) {
    const time = at[index] ?? 0;
    writeVarint(bytes, time - before);
    writeVarint(bytes, (users[index] ?? 0) * 2 + (firsts[index] ?? 0));
    for (const stat of [stat1, stat2, stat3]) writeVarint(bytes, (stat[index] ?? HIDDEN) - HIDDEN);
    before = time;
  }
  return Buffer.from(bytes);
}

export function unpackEntries(packed: Uint8Array): DayEntries {
  const cursor = { at: 0 };
  const entries = newDayEntries(packed.length === 0 ? 0 : readVarint(packed, cursor));
  const { at, users, firsts, stats } = entries;
  const [stat1, stat2, stat3] = stats;
  let time = 0;
  for (let index = 0; index < at.length; index++) {
    time += readVarint(packed, cursor);
    at[index] = time;
    const user = readVarint(packed, cursor);
    users[index] = Math.floor(user / 2);
    firsts[index] = user % 2;
    stat1[index] = readVarint(packed, cursor) + HIDDEN;
    stat2[index] = readVarint(packed, cursor) + HIDDEN;
    stat3[index] = readVarint(packed, cursor) + HIDDEN;
  }
  return entries;
}

/** Sorted, so that the same hashtags give the same bytes. */
export function packHashtags(hashtags: DayHashtags): Buffer {
  const bytes: number[] = [];
  for (const [hashtag, positions] of [...hashtags].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const text = Buffer.from(hashtag);
    writeVarint(bytes, text.length);
    for (const byte of text) bytes.push(byte);
    writeVarint(bytes, positions.length);
    let before = 0;
    for (const position of positions) {
      writeVarint(bytes, position - before);
      before = position;
    }
  }
  return Buffer.from(bytes);
}

export function unpackHashtags(packed: Buffer): DayHashtags {
  const hashtags: DayHashtags = new Map();
  const cursor = { at: 0 };
  while (cursor.at < packed.length) {
    const length = readVarint(packed, cursor);
    const hashtag = packed.toString('utf8', cursor.at, cursor.at + length);
    cursor.at += length;
    const positions = new Int32Array(readVarint(packed, cursor));
    let position = 0;
    for (let index = 0; index < positions.length; index++) {
      position += readVarint(packed, cursor);
      positions[index] = position;
    }
    hashtags.set(hashtag, positions);
  }
  return hashtags;
}

/** The first position that is not before a time of the day. */
export function positionAt({ at }: DayEntries, time: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hidden values count as 0. */
export function engagementAt({ stats: [stat1, stat2, stat3] }: DayEntries, position: number): number {
  return Math.max(0, stat1[position] ?? 0) + Math.max(0, stat2[position] ?? 0) + Math.max(0, stat3[position] ?? 0);
}

/** Whether no figure of its engagement is hidden; not every network has a third figure. */
export function isCompleteAt(
  { stats: [stat1, stat2, stat3] }: DayEntries,
  position: number,
  hasShares: boolean,
): boolean {
  return stat1[position] !== HIDDEN && stat2[position] !== HIDDEN && (!hasShares || stat3[position] !== HIDDEN);
}

/** Adds the entries at positions `from` (inclusive) to `to` (exclusive). */
export function addDayEntries(totals: Totals, entries: DayEntries, from: number, to: number): void {
  totals.posts += Math.max(0, to - from);
  for (let position = from; position < to; position++) {
    totals.newContributors += entries.firsts[position] ?? 0;
    const user = entries.users[position] ?? 0;
    if (user > 0) addId(totals.contributors, user);
  }
  for (const [index, values] of entries.stats.entries()) {
    const histogram = totals.stats[index];
    if (!histogram) continue;
    for (let position = from; position < to; position++) {
      const value = values[position] ?? HIDDEN;
      if (value !== HIDDEN) addValue(histogram, value);
    }
  }
}
