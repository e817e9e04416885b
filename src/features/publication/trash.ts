/** Deleted articles stay in the trash for 30 days; then they are deleted with everything that belongs to them. */
import { type RawBuilder, sql } from 'kysely';
import { timer } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Tx } from '../../db/transaction.ts';

/** Rows per transaction; an article may have any number of votes and revisions. */
const ARTICLES_AT_ONCE = 500;
const ROWS_AT_ONCE = 2_000;

const HOUR_MS = 3_600_000;

const KEPT = sql`interval '30 days'`;
export const isOldTrash = sql<boolean>`deleted_at < now() - ${KEPT}`;
/** Articles that can still be restored. */
export const isTrash = sql<boolean>`deleted_at >= now() - ${KEPT}`;
/** When an article in the trash is deleted for good. */
export const endOfTrash = sql<Date>`deleted_at + ${KEPT}`;
export const trashOf = (siteId: number) => sql<boolean>`site_id = ${siteId} and deleted_at is not null`;

export interface EmptiedTrash {
  /** Whether there may be more. */
  isMore: boolean;
  /** The site of each article that is gone now. */
  sites: number[];
}

/** The clean-up, which leaves an entry in the audit log per site and hour. */
export async function emptyOldTrash(tx: Tx, now: Date): Promise<boolean> {
  const { isMore, sites } = await deleteTrash(tx, isOldTrash);
  for (const site of new Set(sites)) {
    const counts = { articles: sites.filter((one) => one === site).length };
    const key = `trash ${site} ${Math.floor(now.getTime() / HOUR_MS)}`;
    await recordChange(tx, timer, { action: 'empty_trash', noun: 'article', id: null, sites: [site], counts, key });
  }
  return isMore;
}

/**
 * Deletes a batch. Votes and revisions go first, in their own batches: a foreign key
 * would delete all of an article's rows in one statement.
 */
export async function deleteTrash(tx: Tx, which: RawBuilder<boolean>): Promise<EmptiedTrash> {
  const { rows } = await sql<{ site_id: number; uid: string; id: number | null }>`
    select site_id, uid, id from article where ${which} limit ${sql.lit(ARTICLES_AT_ONCE)} for update skip locked`.execute(
    tx,
  );
  const sites = rows.map(({ site_id }) => site_id);
  const ids = sql`(select * from unnest(${sites}::bigint[], ${rows.map(({ id }) => id)}::bigint[]))`;
  const uids = sql`(select * from unnest(${sites}::bigint[], ${rows.map(({ uid }) => uid)}::uuid[]))`;
  const votes = await deleteRows(tx, 'article_vote', sql`(site_id, article_id) in ${ids}`, ROWS_AT_ONCE);
  const revisions = await deleteRows(tx, 'article_revision', sql`(site_id, uid) in ${uids}`, ROWS_AT_ONCE);
  const saves = await deleteRows(tx, 'article_save', sql`(site_id, uid) in ${uids}`, ROWS_AT_ONCE);
  if ([votes, revisions, saves].includes(ROWS_AT_ONCE)) return { isMore: true, sites: [] };
  const deleted = await deleteRows(tx, 'article', sql`(site_id, uid) in ${uids}`, ARTICLES_AT_ONCE);
  // The rows are locked, so all of them were deleted.
  return { isMore: deleted > 0, sites };
}
