/**
 * Files that come with the program. They are read once in the life of a process: an upgrade in place does not mix two versions, and
 * tests, which make hundreds of applications in one process, do not read 3 MB for each.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface ShippedFile {
  body: Buffer;
  /** Of the body, for entity tags. */
  hash: string;
}

const HASH_LENGTH = 22;
const files = new Map<string, ShippedFile>();

export function shippedFile(path: string): ShippedFile {
  const known = files.get(path) ?? readShipped(path);
  files.set(path, known);
  return known;
}

function readShipped(path: string): ShippedFile {
  const body = readFileSync(path);
  return { body, hash: createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH) };
}
