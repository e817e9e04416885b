import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { isOpen } from '../accounts/queries.ts';

export interface SessionRow {
  id: number;
  created_at: Date;
  last_seen_at: Date;
  address: string;
  user_agent: string;
}

/** The sessions of a person that have not ended, the last used first. */
export async function sessionRows(
  db: Db | Tx,
  personId: number,
  { areOn }: Pick<Passwords, 'areOn'>,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, created_at, last_seen_at, address, user_agent from session
    where person_id = ${personId} and ${isOpen(areOn)}
    order by last_seen_at desc, id desc limit 200`.execute(db);
  return rows;
}
