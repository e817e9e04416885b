/**
 * Sets of small dense ids, such as the contributors of a day. In memory one bit an id; packed either the same bits or, when
 * that is shorter, the distances between the ids as varints. The first byte says which.
 */
import { readVarint, writeVarint } from './varint.ts';

export type IdSet = Uint8Array;

const AS_DISTANCES = 0;
const AS_BITS = 1;
const BITS_SET = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function newIdSet(largestId: number): IdSet {
  return new Uint8Array((largestId >> 3) + 1);
}

export function addId(set: IdSet, id: number): void {
  set[id >> 3] = (set[id >> 3] ?? 0) | (1 << (id & 7));
}

export function addPackedIds(set: IdSet, packed: Uint8Array): void {
  if (packed[0] === AS_BITS) {
    for (let at = 1; at < packed.length; at++) set[at - 1] = (set[at - 1] ?? 0) | (packed[at] ?? 0);
    return;
  }
  const cursor = { at: 1 };
  let id = 0;
  while (cursor.at < packed.length) {
    id += readVarint(packed, cursor);
    addId(set, id);
  }
}

export function packIds(set: IdSet): Uint8Array {
  const bytes = [AS_DISTANCES];
  let before = 0;
  for (const id of idsOf(set)) {
    writeVarint(bytes, id - before);
    before = id;
  }
  const lengthOfBits = (before >> 3) + 2;
  if (bytes.length <= lengthOfBits) return Uint8Array.from(bytes);
  return Uint8Array.from([AS_BITS, ...set.subarray(0, lengthOfBits - 1)]);
}

export function sizeOf(set: IdSet): number {
  let size = 0;
  for (const byte of set) size += BITS_SET[byte] ?? 0;
  return size;
}

export function* idsOf(set: IdSet): Generator<number> {
  for (let at = 0; at < set.length; at++) {
    const byte = set[at] ?? 0;
    for (let bit = 0; byte >> bit > 0; bit++) if ((byte >> bit) & 1) yield at * 8 + bit;
  }
}
