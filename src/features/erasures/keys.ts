/** Keyed hashes of items and people: they say nothing to a reader of the database who lacks the key. */
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { personName } from '../../core/intake/rules.ts';
import type { Tx } from '../../db/transaction.ts';

const KEY_BYTES = 32;

/** Of items; `withdrawn` is the hash of a page or text with the source that must not bring it. */
type ItemSubject = 'id' | 'url' | 'text' | 'exact' | 'withdrawn';
export type Subject = ItemSubject | 'person' | 'article' | 'file' | 'form' | 'network' | 'receipt';
export type KeyedHash = (subject: Subject, value: string) => Buffer;

export interface ErasureKeys {
  /** With the key of this installation, for new hashes. */
  own: KeyedHash;
  /** With every key: hashes that were imported have that of another installation. */
  all(subject: Subject, value: string): Buffer[];
}

export async function erasureKeys(tx: Tx): Promise<ErasureKeys> {
  const stored = await storedKeys(tx);
  return keysWith(stored.length > 0 ? stored : await madeKeys(tx));
}

function keysWith(keys: Buffer[]): ErasureKeys {
  const [own, ...others] = keys.map(hashWith) as [KeyedHash, ...KeyedHash[]]; // there is one
  return { own, all: (subject, value) => [own, ...others].map((hash) => hash(subject, value)) };
}

const hashWith =
  (key: Buffer): KeyedHash =>
  (subject, value) =>
    createHmac('sha256', key).update(`${subject}:${value}`).digest();

/** Null without a name. */
export const personHash = ({ own }: ErasureKeys, name: string) =>
  personName(name) === '' ? null : own('person', personName(name));

/** Empty without a name. */
export const personHashes = ({ all }: ErasureKeys, name: string) =>
  personName(name) === '' ? [] : all('person', personName(name));

/** The id of an item within its source. */
export const idOf = (sourceId: number, key: string) => `${sourceId}:${key}`;

export async function erasedAmong(tx: Tx, siteId: number, hashes: Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from erased_key where site_id = ${siteId} and hash = any(${hashes}::bytea[])`.execute(tx);
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
}

/** The values that were erased on this site. */
export async function erasedValues(tx: Tx, siteId: number, subject: Subject, values: string[]): Promise<Set<string>> {
  const keys = await storedKeys(tx);
  if (keys.length === 0) return new Set();
  const { all } = keysWith(keys);
  const hashes = new Map(values.map((value) => [value, all(subject, value)]));
  const erased = await erasedAmong(tx, siteId, [...hashes.values()].flat());
  return new Set(values.filter((value) => hashes.get(value)?.some((hash) => erased.has(hash.toString('hex')))));
}

/** That of this installation first. */
export async function storedKeys(tx: Tx): Promise<Buffer[]> {
  const { rows } = await sql<{ key: Buffer }>`select key from erasure_secret order by is_own desc, key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Of two that make one at a time, the first counts. */
async function madeKeys(tx: Tx): Promise<Buffer[]> {
  await sql`insert into erasure_secret (key) values (${randomBytes(KEY_BYTES)}) on conflict do nothing`.execute(tx);
  return storedKeys(tx);
}

/** Returns whether there is a new one. Without one of its own, the installation goes on with the first. */
export async function addKeys(tx: Tx, keys: Buffer[]): Promise<boolean> {
  const before = await storedKeys(tx);
  await sql`insert into erasure_secret (key) select * from (values (${keys[0]}::bytea)) as given (key)
    where key is not null and not exists (select from erasure_secret) on conflict do nothing`.execute(tx);
  await sql`insert into erasure_secret (key, is_own) select key, false from unnest(${keys}::bytea[]) as given (key)
    on conflict (key) do nothing`.execute(tx);
  return (await storedKeys(tx)).length > before.length;
}
