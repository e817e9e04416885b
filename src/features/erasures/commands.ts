/** Orders an erasure. From the answer on nothing of it is collected again; a job deletes what is here. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewErasure } from '../../contract/intake.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { itemById } from '../sources/queries.ts';
import { idOf, keyedHash, personHash } from './keys.ts';
import { type ErasureRow, erasureById } from './queries.ts';

/** The hash, not the name: jobs that fail are stored. */
export interface ErasureOrder {
  site_id: number;
  id: number;
  item_id: number | null;
  /** In hexadecimal. */
  person_key: string | null;
}

export const erasing = jobKind<ErasureOrder>('intake.erase');

export async function orderErasure(
  db: Db | Tx,
  { site, caller }: { site: Pick<Site, 'id'>; caller: Actor },
  { item_id, person }: Static<typeof NewErasure>,
): Promise<ErasureRow> {
  if ((item_id === undefined) === (person === undefined))
    throw invalidBody([{ path: '/item_id', message: 'must be sent, or else person' }]);
  return transaction(db, async (tx) => {
    const hash = await keyedHash(tx);
    const person_key = person === undefined ? null : personHash(hash, person);
    if (person !== undefined && person_key === null)
      throw invalidBody([{ path: '/person', message: 'must have a letter or a digit' }]);
    if (item_id !== undefined) await itemById(tx, site.id, item_id);
    if (person_key) await blockKeys(tx, site.id, [person_key]);
    const { id } = await tx
      .insertInto('erasure')
      .values({ site_id: site.id, requested_by: caller.name ?? '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const payload = { site_id: site.id, id, item_id: item_id ?? null, person_key: person_key?.toString('hex') ?? null };
    await enqueue(tx, erasing, { key: `${site.id}:${id}`, payload });
    await recordChange(tx, caller, { action: 'erase', noun: 'erasure', id, sites: [site.id] });
    return erasureById(tx, site.id, id);
  });
}

/** The keys of an item: its id, and its page and text in any source. */
export async function blockItem(
  tx: Tx,
  item: { site_id: number; source_id: number; external_key: Buffer },
): Promise<void> {
  const { site_id, source_id, external_key } = item;
  const hash = await keyedHash(tx);
  const { rows } = await sql<{ kind: 'url' | 'text'; key: string }>`
    select kind, encode(key, 'hex') as key from item_identity
    where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}`.execute(tx);
  const id = hash('id', idOf(source_id, external_key.toString('hex')));
  await blockKeys(tx, site_id, [id, ...rows.map(({ kind, key }) => hash(kind, key))]);
}

async function blockKeys(tx: Tx, siteId: number, hashes: Buffer[]): Promise<void> {
  await sql`
    insert into erased_key (site_id, hash) select ${siteId}, * from unnest(${hashes}::bytea[]) on conflict do nothing`.execute(
    tx,
  );
}
