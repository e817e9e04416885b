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
import { erasureKeys, idOf, personHashes } from './keys.ts';
import { type ErasureRow, erasureById } from './queries.ts';

/** Hashes, not the name: jobs that fail are stored. */
export interface ErasureOrder {
  site_id: number;
  id: number;
  item_ids: number[];
  /** The hashes of a person, in hexadecimal. */
  person_keys: string[];
  /** Only what came with these items: of a duplicate not the article, which is that of another item, and no duplicates of others. */
  own_only?: boolean;
  /** The sender has asked for it. */
  by_sender?: boolean;
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
    const hashes = person === undefined ? [] : personHashes(await erasureKeys(tx), person);
    if (person !== undefined && hashes.length === 0)
      throw invalidBody([{ path: '/person', message: 'must have a letter or a digit' }]);
    if (item_id !== undefined) await itemById(tx, site.id, item_id);
    await blockKeys(tx, site.id, hashes.slice(0, 1));
    const person_keys = hashes.map((hash) => hash.toString('hex'));
    const id = await beginErasure(tx, site.id, caller.name ?? '', {
      item_ids: item_id === undefined ? [] : [item_id],
      person_keys,
    });
    await recordChange(tx, caller, { action: 'erase', noun: 'erasure', id, sites: [site.id] });
    return erasureById(tx, site.id, id);
  });
}

/** By the sender of an item, who is known by a link alone: erases what came with it, and nothing of others. */
export async function orderWithdrawal(
  tx: Tx,
  { site, caller }: { site: Pick<Site, 'id'>; caller: Actor },
  itemId: number,
): Promise<void> {
  const order = { item_ids: [itemId], person_keys: [], own_only: true, by_sender: true };
  const id = await beginErasure(tx, site.id, caller.name ?? '', order);
  await recordChange(tx, caller, { action: 'erase', noun: 'erasure', id, sites: [site.id] });
}

/** Its row and its job. Returns its id. */
export async function beginErasure(
  tx: Tx,
  siteId: number,
  by: string,
  order: Omit<ErasureOrder, 'site_id' | 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('erasure')
    .values({ site_id: siteId, requested_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueErasure(tx, { site_id: siteId, id, ...order });
  return id;
}

export async function enqueueErasure(tx: Tx, order: ErasureOrder): Promise<void> {
  await enqueue(tx, erasing, { key: erasureLane(order), payload: order });
}

export const erasureLane = ({ site_id, id }: Pick<ErasureOrder, 'site_id' | 'id'>) => `${site_id}:${id}`;

/**
 * The keys of an item: its id, and its page and text, of a submission a short text too. In any source, or, if it is not an editor who
 * wants it, in its own source alone: anybody can send and withdraw a text that a feed will bring.
 */
export async function blockItem(
  tx: Tx,
  item: { site_id: number; source_id: number; external_key: Buffer },
  { isOwnOnly }: { isOwnOnly: boolean },
): Promise<void> {
  const { site_id, source_id, external_key } = item;
  const { own: hash } = await erasureKeys(tx);
  const { rows } = await sql<{ kind: 'url' | 'text'; key: string }>`
    select kind, encode(key, 'hex') as key from item_identity
    where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}`.execute(tx);
  const { rows: sent } = await sql<{ text_hash: Buffer }>`
    select text_hash from form_submission where site_id = ${site_id} and source_id = ${source_id}
      and external_key = ${external_key} and text_hash is not null`.execute(tx);
  const id = hash('id', idOf(source_id, external_key.toString('hex')));
  const content = [...rows.map(({ kind, key }) => hash(kind, key)), ...sent.map(({ text_hash }) => text_hash)];
  const ofSource = (one: Buffer) => hash('withdrawn', idOf(source_id, one.toString('hex')));
  await blockKeys(tx, site_id, [id, ...(isOwnOnly ? content.map(ofSource) : content)]);
}

/** An erased article, and the files that were erased with it: an older export has them. */
export async function blockArticle(tx: Tx, siteId: number, uid: string, files: Buffer[]): Promise<void> {
  const { own: hash } = await erasureKeys(tx);
  await blockKeys(tx, siteId, [hash('article', uid), ...files.map((file) => hash('file', file.toString('hex')))]);
}

async function blockKeys(tx: Tx, siteId: number, hashes: Buffer[]): Promise<void> {
  await sql`
    insert into erased_key (site_id, hash) select ${siteId}, * from unnest(${hashes}::bytea[]) on conflict do nothing`.execute(
    tx,
  );
}
