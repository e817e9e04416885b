import { sql } from 'kysely';
import type { Sites } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type PersonRow, personColumns } from '../accounts/queries.ts';

/** A person with a role on one of the sites. */
export async function personOn(db: Db | Tx, id: number, sites: Sites): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from person where person.id = ${id} and ${isOn(sites)}`.execute(db);
  return rows[0];
}

export async function personPage(
  db: Db | Tx,
  sites: Sites,
  limit: number | null,
  offset: number,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from person where ${isOn(sites)} order by name, id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function personCount(db: Db | Tx, sites: Sites): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from person where ${isOn(sites)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function isOn(sites: Sites) {
  if (sites === 'all') return sql`true`;
  return sql`exists (
    select from person_role where person_id = person.id and site_id = any(${[...sites]}::bigint[]))`;
}
