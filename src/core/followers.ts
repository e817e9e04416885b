/** Followers by user id, four bytes each, in parts of equal size: unknown counts as none. */
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

export function followersOf(parts: Map<number, Buffer>, userId: number): number {
  return parts.get(partOf(userId))?.readUInt32LE((userId % USERS_A_PART) * BYTES_A_USER) ?? 0;
}

export function sumOfFollowers(parts: Map<number, Buffer>, users: IdSet): number {
  let sum = 0;
  for (const [part, followers] of parts) sum += sumOfPart(followers, users, part * WORDS_A_PART);
  return sum;
}

/** Word by word of the set, without a call for each user: a report has hundreds of thousands. */
function sumOfPart(followers: Buffer, users: IdSet, firstWord: number): number {
  let sum = 0;
  for (let at = 0; at < WORDS_A_PART; at++) {
    for (let word = users[firstWord + at] ?? 0; word !== 0; word &= word - 1) {
      sum += followers.readUInt32LE((at * IDS_A_WORD + 31 - Math.clz32(word & -word)) * BYTES_A_USER);
    }
  }
  return sum;
}
