/** Pins as one list: articles that it does not name are unpinned, in the same transaction. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { conflict, invalidBody, type Problem } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { allowsVersion } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { articlesAndServed, type Pin, type PinRow, pinColumn, pinnedSection, pinRows } from './desk-queries.ts';
import { savePins } from './saving.ts';

interface PinnedList {
  caller: Actor;
  siteId: number;
  /** Null for the front page. */
  sectionId: number | null;
}

/** The version of a list: a number that follows from its pins, because articles are also pinned and deleted one by one. */
export function pinsVersion(pins: Pin[]): number {
  const text = JSON.stringify(pins.map(({ uid, index }) => [uid, index]));
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

export async function setPins(
  db: Db | Tx,
  { caller, siteId, sectionId, ifMatch }: PinnedList & { ifMatch: string | undefined },
  pins: Pin[],
): Promise<PinRow[]> {
  const column = pinColumn(sectionId);
  const wanted = new Map(pins.map(({ uid, index }) => [uid.toLowerCase(), index]));
  await transaction(db, async (tx) => {
    const site = await lockSite(tx, siteId);
    const pinned = await pinRows(tx, siteId, sectionId);
    if (!allowsVersion(ifMatch, pinsVersion(pinned)))
      throw conflict('These pins were changed since you read them; read them again.');
    const rows = await lockedArticles(tx, siteId, [...wanted.keys(), ...pinned.map(({ uid }) => uid)]);
    refuseOthers(pins, wanted, rows, sectionId);
    const moved = rows.filter((row) => row[column] !== (wanted.get(row.uid) ?? null));
    for (const row of moved) await savePins(tx, site, row, { [column]: wanted.get(row.uid) ?? null });
    if (moved.length > 0) await recordPins(tx, { caller, siteId, sectionId }, pinned, pins);
  });
  return pinRows(db, siteId, sectionId);
}

async function recordPins(
  tx: Tx,
  { caller, siteId, sectionId }: PinnedList,
  before: Pin[],
  after: Pin[],
): Promise<void> {
  const listed = (pins: Pin[]) => ({
    section_id: sectionId,
    articles: pins.map(({ uid, index }) => `${index}: ${uid}`),
  });
  const lists = { before: listed(before), after: listed(after) };
  await recordChange(tx, caller, { action: 'change', noun: 'pins', id: sectionId, sites: [siteId], ...lists });
}

type PinnableRow = ArticleRow & { pinned_section: number };

/** In one order, so that two lists do not wait for each other. */
async function lockedArticles(tx: Tx, siteId: number, uids: string[]): Promise<PinnableRow[]> {
  const { rows } = await sql<PinnableRow>`
    select article.*, ${pinnedSection} as pinned_section ${articlesAndServed}
    where article.site_id = ${siteId} and article.uid = any(${uids}::uuid[]) and deleted_at is null
    order by article.uid for no key update of article`.execute(tx);
  return rows;
}

function refuseOthers(pins: Pin[], wanted: Map<string, number>, rows: PinnableRow[], sectionId: number | null): void {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const problems: Problem[] = pins.flatMap(({ uid }, at) => {
    const path = `/pins/${at}/uid`;
    const row = byUid.get(uid.toLowerCase());
    if (!row) return [{ path, message: 'names no article of this site' }];
    if (sectionId !== null && row.pinned_section !== sectionId)
      return [{ path, message: 'names no article of this section' }];
    return [];
  });
  if (wanted.size < pins.length) problems.push({ path: '/pins', message: 'must name every article once' });
  if (problems.length > 0) throw invalidBody(problems);
}
