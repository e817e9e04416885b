/**
 * Sets of small dense ids, such as the contributors of a day. In memory one bit an id; packed either the same bits or, when
 * that is shorter, the distances between the ids as varints. The first byte says which.
 */
import { readVarint, writeVarint } from './varint.ts';

export const IDS_A_WORD = 32;
/** Thirty-two ids a word. */
export type IdSet = Uint32Array;

const AS_DISTANCES = 0;
const AS_BITS = 1;
const WORD_BYTES = 4;

export function newIdSet(largestId: number): IdSet {
  return new Uint32Array((largestId >>> 5) + 1);
}

export function addId(set: IdSet, id: number): void {
  set[id >>> 5] = (set[id >>> 5] ?? 0) | (1 << (id & 31));
}

export function addPackedIds(set: IdSet, packed: Uint8Array): void {
  if (packed[0] === AS_BITS) addIds(set, wordsOf(packed));
  else addDistances(set, packed);
}

/** The ids of a packed set as a set of their own, as large as it needs to be. */
export function unpackIds(packed: Uint8Array): IdSet {
  if (packed[0] === AS_BITS) return wordsOf(packed);
  const cursor = { at: 1 };
  let largest = 0;
  while (cursor.at < packed.length) largest += readVarint(packed, cursor);
  const set = newIdSet(largest);
  addDistances(set, packed);
  return set;
}

/** Adds all ids of another set, which is not larger. */
export function addIds(set: IdSet, other: IdSet): void {
  for (let at = 0; at < other.length; at++) set[at] = (set[at] ?? 0) | (other[at] ?? 0);
}

export function packIds(set: IdSet): Uint8Array {
  const bytes = [AS_DISTANCES];
  let before = 0;
  eachId(set, (id) => {
    writeVarint(bytes, id - before);
    before = id;
  });
  const bits = new Uint8Array(set.buffer, set.byteOffset, ((before >>> 5) + 1) * WORD_BYTES);
  return bytes.length <= bits.length ? Uint8Array.from(bytes) : Uint8Array.from([AS_BITS, ...bits]);
}

export function sizeOf(set: IdSet): number {
  let size = 0;
  for (let at = 0; at < set.length; at++) size += bitsIn(set[at] ?? 0);
  return size;
}

export function eachId(set: IdSet, take: (id: number) => void): void {
  for (let at = 0; at < set.length; at++) {
    for (let word = set[at] ?? 0; word !== 0; word &= word - 1) take(at * 32 + 31 - Math.clz32(word & -word));
  }
}

export function eachPackedId(packed: Uint8Array, take: (id: number) => void): void {
  if (packed[0] === AS_BITS) eachId(wordsOf(packed), take);
  else eachDistance(packed, take);
}

function addDistances(set: IdSet, packed: Uint8Array): void {
  eachDistance(packed, (id) => addId(set, id));
}

function eachDistance(packed: Uint8Array, take: (id: number) => void): void {
  const cursor = { at: 1 };
  let id = 0;
  while (cursor.at < packed.length) {
    id += readVarint(packed, cursor);
    take(id);
  }
}

/** A copy of its own, so that the words begin where words may begin. */
function wordsOf(packed: Uint8Array): IdSet {
  return new Uint32Array(Uint8Array.from(packed.subarray(1)).buffer);
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
