import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { ErasureRow as ErasureTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export type ErasureRow = Selectable<ErasureTable>;

export async function erasurePage(db: Db | Tx, siteId: number, limit: number, offset: number): Promise<ErasureRow[]> {
  const { rows } = await sql<ErasureRow>`
    select * from erasure where site_id = ${siteId} order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function erasureCount(db: Db | Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from erasure where site_id = ${siteId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function erasureById(db: Db | Tx, siteId: number, id: number): Promise<ErasureRow> {
  const { rows } = await sql<ErasureRow>`select * from erasure where site_id = ${siteId} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('There is no such erasure.');
  return rows[0];
}

/** Whether a row of the ledger names a person with one of the hashes. */
export const namesOneOf = (hashes: Buffer[]): RawBuilder<boolean> => sql`
  (person_key = any(${hashes}::bytea[]) or sender_key = any(${hashes}::bytea[]) or people_keys && ${hashes}::bytea[])`;
