/** Blocks words, people and domains: items with one of them are rejected. Items that were taken before stay. */
import { sql } from 'kysely';
import { conflict, invalidBody, notFound } from '../../core/errors.ts';
import { type Block, domainName, personName } from '../../core/intake/rules.ts';
import { wordPattern } from '../../core/intake/words.ts';
import type { Actor } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSiteRow, type Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type BlockedRow, blockedCount } from './queries.ts';

interface Request {
  site: Pick<Site, 'id'>;
  caller: Actor;
}

export const MOST_BLOCKED = 2_000;
const SPELLINGS = { word: wordPattern, person: personName, domain: domainName };

/** Blocking the same again changes nothing. */
export async function block(
  db: Db | Tx,
  { site, caller }: Request,
  { kind, value: given }: Block,
): Promise<BlockedRow> {
  const value = storedSpelling(kind, given);
  return transaction(db, async (tx) => {
    await lockSiteRow(tx, site.id);
    const known = await knownBlock(tx, site.id, { kind, value });
    if (known) return known;
    if ((await blockedCount(tx, site.id, undefined)) >= MOST_BLOCKED)
      throw conflict(`A site has at most ${MOST_BLOCKED} blocked words, people and domains.`);
    const row = await tx
      .insertInto('blocked')
      .values({
        site_id: site.id,
        id: sql<number>`draw_id('blocked_id', null)`,
        kind,
        value,
        created_by: caller.name ?? '',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id } = row;
    await recordChange(tx, caller, { action: 'create', noun: 'blocked', id, sites: [site.id], after: row });
    return row;
  });
}

export function storedSpelling(kind: Block['kind'], given: string): string {
  const value = SPELLINGS[kind](given);
  if (value === '') throw invalidBody([{ path: '/value', message: 'must have a letter or a digit' }]);
  return value;
}

export async function unblock(db: Db | Tx, { site, caller }: Request, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await tx
      .deleteFrom('blocked')
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('This is not blocked.');
    await recordChange(tx, caller, { action: 'delete', noun: 'blocked', id, sites: [site.id], before: row });
  });
}

async function knownBlock(tx: Tx, siteId: number, { kind, value }: Block): Promise<BlockedRow | undefined> {
  const { rows } = await sql<BlockedRow>`
    select * from blocked where site_id = ${siteId} and kind = ${kind} and value = ${value}`.execute(tx);
  return rows[0];
}
