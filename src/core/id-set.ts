/**
 * Sets of small dense ids, such as the contributors of a day. In memory one bit per id; packed the same bits or, if shorter, the
 * differences between the ids as varints. The first byte names the form.
 */
import { readVarint, writeVarint } from './varint.ts';

export const IDS_A_WORD = 32;
/** Thirty-two ids per word. */
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

/** A set in the form that is fastest to add: many ids as bits, few as a list. */
export type UnpackedIds = { words: IdSet } | { ids: Int32Array };

export function unpackIds(packed: Uint8Array): UnpackedIds {
  if (packed[0] === AS_BITS) return { words: wordsOf(packed) };
  const ids: number[] = [];
  const cursor = { at: 1 };
  let id = 0;
  while (cursor.at < packed.length) {
    id += readVarint(packed, cursor);
    ids.push(id);
  }
  return { ids: Int32Array.from(ids) };
}

/** Adds all ids of another set; they must fit into this one. */
export function addUnpackedIds(set: IdSet, other: UnpackedIds): void {
  if ('ids' in other) {
    for (let at = 0; at < other.ids.length; at++) addId(set, other.ids[at] ?? 0);
  } else {
    for (let at = 0; at < other.words.length; at++) set[at] = (set[at] ?? 0) | (other.words[at] ?? 0);
  }
}

export function bytesOfIds(of: UnpackedIds): number {
  return 'ids' in of ? of.ids.byteLength : of.words.byteLength;
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

export function eachUnpackedId(of: UnpackedIds, take: (id: number) => void): void {
  if ('ids' in of) for (const id of of.ids) take(id);
  else eachId(of.words, take);
}

/** A copy, because a Uint32Array must be aligned. */
function wordsOf(packed: Uint8Array): IdSet {
  return new Uint32Array(Uint8Array.from(packed.subarray(1)).buffer);
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
