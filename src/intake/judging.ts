/** What rules, blocks and the hold say about an item. */
import { sql } from 'kysely';
import { reading, type Seen } from '../core/intake/reading.ts';
import { type Block, type Judged, judgeOf, type Rule, type Verdict } from '../core/intake/rules.ts';
import { CLOSED, isOpen } from '../core/intake/window.ts';
import type { Tx } from '../db/transaction.ts';
import type { SourceRow } from '../features/sources/queries.ts';
import { inTurns } from '../jobs/in-turns.ts';
import type { CleanContent } from './article-of.ts';
import type { StoredContent } from './ledger.ts';

/** Transactions that take items share this lock. Setting a hold takes it alone, and so waits for them. */
const HOLD_LOCK = 4_711_016;

const HELD = 'Intake was held when it came.';

export interface Ruling extends Verdict {
  /** Why nothing may be published just now; null if it may. */
  heldBecause: string | null;
}

/** Between requests, and before any transaction. */
export const seenContent = (content: CleanContent): Promise<Seen> => inTurns(reading(content));

export async function rulingOn(
  tx: Tx,
  { site_id, id: sourceId, settings: { window } }: SourceRow,
  {
    seen,
    published_at: publishedAt,
    held_because = null,
  }: Pick<StoredContent, 'published_at' | 'held_because'> & { seen: Seen },
  { now, isNew }: { now: Date; isNew: boolean },
): Promise<Ruling> {
  const { rules, blocks, is_held, time_zone } = await settingsOf(tx, site_id);
  const heldBecause = is_held ? HELD : window && !isOpen(window, time_zone, now) ? CLOSED : held_because;
  // A change brings nothing more.
  const isCapped = isNew && rules.some(({ match }) => match.daily_cap !== undefined);
  const item: Judged = {
    ...seen,
    sourceId,
    publishedAt: publishedAt === null ? null : new Date(publishedAt),
    broughtToday: isCapped ? await broughtToday(tx, site_id, sourceId) : 0,
  };
  return { ...judgeOf(rules, blocks)(item, now), heldBecause };
}

interface Settings {
  rules: Rule[];
  blocks: Block[];
  is_held: boolean;
  time_zone: string;
}

/** The lock comes first: after a hold is set, nobody publishes with what was read before. */
async function settingsOf(tx: Tx, siteId: number): Promise<Settings> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(HOLD_LOCK)})`.execute(tx);
  const { rows } = await sql<Settings>`
    select
      (select coalesce(jsonb_agg(rule order by position, id), '[]') from intake_rule rule where site_id = ${siteId} and active) as rules,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value)), '[]') from blocked where site_id = ${siteId}) as blocks,
      exists (select from intake_hold where site_id = ${siteId} or site_id is null) as is_held,
      (select time_zone from site where id = ${siteId}) as time_zone`.execute(tx);
  return rows[0] as Settings; // one row
}

export async function lockHold(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(HOLD_LOCK)})`.execute(tx);
}

/** Items of one source take turns here: two that count at once would both pass the cap. */
async function broughtToday(tx: Tx, siteId: number, sourceId: number): Promise<number> {
  const name = `daily cap of ${siteId} ${sourceId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ brought: number }>`
    select count(*) as brought from source_item
    where site_id = ${siteId} and source_id = ${sourceId} and seen_at > now() - interval '1 day'
      and state in ('held', 'published')`.execute(tx);
  return rows[0]?.brought ?? 0;
}
