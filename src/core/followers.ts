/** Followers by user id, four bytes each, in parts of equal size: unknown counts as none. */
import { eachId, type IdSet } from './id-set.ts';

export const USERS_A_PART = 1_024;
const BYTES_A_USER = 4;
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
  for (const [part, followers] of parts) {
    const first = part * USERS_A_PART;
    const add = (id: number) => {
      sum += followers.readUInt32LE((id - first) * BYTES_A_USER);
    };
    eachId(users, add, first, first + USERS_A_PART);
  }
  return sum;
}
