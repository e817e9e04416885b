/** The media trackers that ask with an account. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { pollNow } from '../features/sources/commands.ts';

interface Account {
  site_id: number;
  id: number;
}

export async function trackersOf(db: Db | Tx, { site_id, id }: Account): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from source where site_id = ${site_id} and account_id = ${id} and active order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** The account has a new token. After its transaction: polls lock a source before its account. */
export async function pollTrackersOf(db: Db | Tx, account: Account): Promise<void> {
  for (const id of await trackersOf(db, account)) await transaction(db, (tx) => pollNow(tx, account.site_id, id));
}
