/** Rows of the ledger, locked and written. An item is locked before its site and its article. */
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';
import type { ArticleRow } from '../features/publication/present.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import type { ItemKey } from './ledger.ts';

export const lockedItem = (tx: Tx, key: ItemKey) => itemOf(tx, key, sql`for update`);

export async function itemOf(
  db: Db | Tx,
  { site_id, source_id, key }: ItemKey,
  lock: RawBuilder<unknown> = sql``,
): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select * from source_item
    where site_id = ${site_id} and source_id = ${source_id} and external_key = decode(${key}, 'hex') ${lock}`.execute(
    db,
  );
  return rows[0];
}

export async function storedItem(
  db: Db | Tx,
  siteId: number,
  id: number,
  lock: RawBuilder<unknown> = sql``,
): Promise<ItemRow> {
  const { rows } = await sql<ItemRow>`
    select * from source_item where site_id = ${siteId} and id = ${id} ${lock}`.execute(db);
  if (!rows[0]) throw notFound('There is no such item.');
  return rows[0];
}

export const keyOf = ({ site_id, source_id, external_key }: ItemRow): ItemKey => ({
  site_id,
  source_id,
  key: external_key.toString('hex'),
});

/** Also one in the trash. */
export async function articleOf(
  tx: Tx,
  { site_id, uid }: ItemRow,
  lock: RawBuilder<unknown> = sql``,
): Promise<ArticleRow | undefined> {
  if (uid === null) return undefined;
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${site_id} and uid = ${uid} ${lock}`.execute(tx);
  return rows[0];
}

export async function settle(tx: Tx, { site_id, source_id, external_key }: ItemRow, columns: object): Promise<void> {
  await tx
    .updateTable('source_item')
    .set({ ...columns, changed_at: sql`now()` })
    .where('site_id', '=', site_id)
    .where('source_id', '=', source_id)
    .where('external_key', '=', external_key)
    .execute();
}

/** What rules and blocks say does not count: its content cannot be an article. */
export async function refuse(tx: Tx, item: ItemRow, reason: string): Promise<void> {
  const raw = sql`raw || jsonb_build_object('refused_because', ${reason}::text)`;
  await settle(tx, item, { state: 'rejected', reason, raw });
}
