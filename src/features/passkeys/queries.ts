import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface PasskeyRow {
  id: number;
  name: string;
  rp_id: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
  copied_at: Date | null;
}

const columns = sql`id, name, rp_id, is_synced, created_at, last_used_at, copied_at`;

/** The passkeys of a person, the newest last. */
export async function passkeyRows(db: Db | Tx, personId: number): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkey where person_id = ${personId} order by id`.execute(db);
  return rows;
}

export async function passkeyById(db: Db | Tx, personId: number, id: number): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkey where person_id = ${personId} and id = ${id}`.execute(db);
  return rows[0];
}
