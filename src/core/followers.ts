/** Followers by user id, four bytes each, in parts of equal size; unknown numbers are 0. */
import { IDS_A_WORD, type IdSet } from './id-set.ts';

export const USERS_A_PART = 1_024;
const BYTES_A_USER = 4;
const WORDS_A_PART = USERS_A_PART / IDS_A_WORD;
const PART_BYTES = USERS_A_PART * BYTES_A_USER;

export const partOf = (userId: number) => Math.floor(userId / USERS_A_PART);

export function withFollowers(part: Buffer | undefined, changes: { id: number; followers: number | null }[]): Buffer {
  const bytes = Buffer.alloc(PART_BYTES);
  part?.copy(bytes);
  for (const { id, followers } of changes) bytes.writeUInt32LE(followers ?? 0, (id % USERS_A_PART) * BYTES_A_USER);
  return bytes;
}

/** The followers of a part's users, in the order of their ids. */
export function unpackFollowers(part: Buffer): Uint32Array {
  return Uint32Array.from({ length: USERS_A_PART }, (_, at) => part.readUInt32LE(at * BYTES_A_USER));
}

/** The followers of all users in one array, by id. */
export function followersById(parts: Map<number, Uint32Array>, largestUserId: number): Uint32Array {
  const all = new Uint32Array((partOf(largestUserId) + 1) * USERS_A_PART);
  for (const [part, followers] of parts) if (part <= partOf(largestUserId)) all.set(followers, part * USERS_A_PART);
  return all;
}

export function sumOfFollowers(parts: Map<number, Uint32Array>, users: IdSet): number {
  let sum = 0;
  for (const [part, followers] of parts) sum += sumOfPart(followers, users, part * WORDS_A_PART);
  return sum;
}

/** Loops over the words of the set without a call per user: a report has hundreds of thousands. */
function sumOfPart(followers: Uint32Array, users: IdSet, firstWord: number): number {
  let sum = 0;
  for (let at = 0; at < WORDS_A_PART; at++) {
    for (let word = users[firstWord + at] ?? 0; word !== 0; word &= word - 1) {
      sum += followers[at * IDS_A_WORD + 31 - Math.clz32(word & -word)] ?? 0;
    }
  }
  return sum;
}
