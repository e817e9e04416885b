/** Pins as one list: articles that it does not name are unpinned, in the same transaction. */
import { sql } from 'kysely';
import { invalidBody, type Problem } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { type PinRow, pinColumn, pinRows } from './desk-queries.ts';
import { savePins } from './saving.ts';

export async function setPins(
  db: Db | Tx,
  siteId: number,
  sectionId: number | null,
  pins: PinRow[],
): Promise<PinRow[]> {
  const column = pinColumn(sectionId);
  const wanted = new Map(pins.map(({ uid, index }) => [uid.toLowerCase(), index]));
  await transaction(db, async (tx) => {
    const site = await lockSite(tx, siteId);
    const pinned = await pinRows(tx, siteId, sectionId);
    const rows = await lockedArticles(tx, siteId, [...wanted.keys(), ...pinned.map(({ uid }) => uid)]);
    refuseOthers(pins, wanted, rows, sectionId);
    for (const row of rows) {
      const index = wanted.get(row.uid) ?? null;
      if (row[column] !== index) await savePins(tx, site, row, { [column]: index });
    }
  });
  return pinRows(db, siteId, sectionId);
}

/** In one order, so that two lists do not wait for each other. */
async function lockedArticles(tx: Tx, siteId: number, uids: string[]): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${siteId} and uid = any(${uids}::uuid[]) and deleted_at is null
    order by uid for no key update`.execute(tx);
  return rows;
}

function refuseOthers(pins: PinRow[], wanted: Map<string, number>, rows: ArticleRow[], sectionId: number | null): void {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const problems: Problem[] = pins.flatMap(({ uid }, at) => {
    const path = `/pins/${at}/uid`;
    const row = byUid.get(uid.toLowerCase());
    if (!row) return [{ path, message: 'names no article of this site' }];
    if (sectionId !== null && row.section_id !== sectionId)
      return [{ path, message: 'names no article of this section' }];
    return [];
  });
  if (wanted.size < pins.length) problems.push({ path: '/pins', message: 'must name every article once' });
  if (problems.length > 0) throw invalidBody(problems);
}
