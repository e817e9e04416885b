import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface SavedViewRow {
  id: number;
  site_id: number;
  name: string;
  search: string;
  created_at: Date;
}

/** The views of a person, in the order of their names. */
export async function savedViewRows(db: Db | Tx, personId: number, siteId?: number): Promise<SavedViewRow[]> {
  const { rows } = await sql<SavedViewRow>`
    select id, site_id, name, search, created_at from saved_view
    where person_id = ${personId} and (${siteId ?? null}::bigint is null or site_id = ${siteId ?? null})
    order by lower(name), id`.execute(db);
  return rows;
}
