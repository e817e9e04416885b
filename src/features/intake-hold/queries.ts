import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface HoldRow {
  site_id: number | null;
  held_by: string;
  held_at: Date;
  /** False in a restored installation that was not released yet. */
  collects: boolean;
}

/** The hold of the site, and that of all sites. */
export async function holdsOf(db: Db | Tx, siteId: number | null): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select * from intake_hold where site_id = ${siteId} or site_id is null order by site_id nulls last`.execute(db);
  return rows;
}

/** Whether this is a restored copy that an operator has not released yet. */
export async function isRestoredCopy(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select from intake_hold where not collects`.execute(db);
  return rows.length > 0;
}

/** How soon what waits for the release is tried again. */
export const UNTIL_RELEASE_S = 30;
