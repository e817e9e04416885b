import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface IdentityRow {
  id: number;
  issuer: string;
  email: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

const columns = sql`id, issuer, email, created_at, last_used_at`;

/** The identities of a person, the newest last. */
export async function identityRows(db: Db | Tx, personId: number): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select ${columns} from identity where person_id = ${personId} order by id`.execute(db);
  return rows;
}

export async function identityById(db: Db | Tx, personId: number, id: number): Promise<IdentityRow | undefined> {
  const { rows } = await sql<IdentityRow>`
    select ${columns} from identity where person_id = ${personId} and id = ${id}`.execute(db);
  return rows[0];
}
