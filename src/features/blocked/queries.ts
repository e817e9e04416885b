import { type Selectable, sql } from 'kysely';
import type { Block } from '../../core/intake/rules.ts';
import type { Db } from '../../db/connect.ts';
import type { BlockedRow as BlockedTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export type BlockedRow = Selectable<BlockedTable>;

/** The newest first. */
export async function blockedPage(
  db: Db | Tx,
  siteId: number,
  kind: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<BlockedRow[]> {
  const { rows } = await sql<BlockedRow>`
    select * from blocked where site_id = ${siteId} and ${ofKind(kind)}
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function blockedCount(db: Db | Tx, siteId: number, kind: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from blocked where site_id = ${siteId} and ${ofKind(kind)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function blocksOf(db: Db | Tx, siteId: number): Promise<Block[]> {
  const { rows } = await sql<Block>`select kind, value from blocked where site_id = ${siteId}`.execute(db);
  return rows;
}

const ofKind = (kind: string | undefined) => (kind === undefined ? sql`true` : sql`kind = ${kind}`);
