/** Keyed hashes of items and people: they say nothing to a reader of the database who lacks the key. */
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { personName } from '../../core/intake/rules.ts';
import type { Tx } from '../../db/transaction.ts';

const KEY_BYTES = 32;

export type Subject = 'id' | 'url' | 'text' | 'person';
export type KeyedHash = (subject: Subject, value: string) => Buffer;

export async function keyedHash(tx: Tx): Promise<KeyedHash> {
  const key = (await storedKey(tx)) ?? (await madeKey(tx));
  return (subject, value) => createHmac('sha256', key).update(`${subject}:${value}`).digest();
}

/** Null without a name. */
export const personHash = (hash: KeyedHash, name: string) =>
  personName(name) === '' ? null : hash('person', personName(name));

/** The id of an item within its source. */
export const idOf = (sourceId: number, key: string) => `${sourceId}:${key}`;

export async function erasedAmong(tx: Tx, siteId: number, hashes: Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from erased_key where site_id = ${siteId} and hash = any(${hashes}::bytea[])`.execute(tx);
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
}

async function storedKey(tx: Tx): Promise<Buffer | undefined> {
  return (await tx.selectFrom('erasure_secret').select('key').executeTakeFirst())?.key;
}

/** Of two that make one at a time, the first counts. */
async function madeKey(tx: Tx): Promise<Buffer> {
  await sql`insert into erasure_secret (key) values (${randomBytes(KEY_BYTES)}) on conflict do nothing`.execute(tx);
  return (await storedKey(tx)) as Buffer; // there is one now
}
