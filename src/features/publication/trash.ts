/** Deleted articles stay in the trash for 30 days; then they are deleted with everything that belongs to them. */
import { type RawBuilder, sql } from 'kysely';
import { deleteRows } from '../../db/rows.ts';
import type { Tx } from '../../db/transaction.ts';

/** Rows per transaction; an article may have any number of votes and revisions. */
const ARTICLES_AT_ONCE = 500;
const ROWS_AT_ONCE = 2_000;

const KEPT = sql`interval '30 days'`;
export const isOldTrash = sql<boolean>`deleted_at < now() - ${KEPT}`;
/** Articles that can still be restored. */
export const isTrash = sql<boolean>`deleted_at >= now() - ${KEPT}`;
export const trashOf = (siteId: number) => sql<boolean>`site_id = ${siteId} and deleted_at is not null`;

/**
 * Deletes a batch and returns whether there may be more. Votes and revisions go first, in their own batches: a foreign key
 * would delete all of an article's rows in one statement.
 */
export async function deleteTrash(tx: Tx, which: RawBuilder<boolean>): Promise<boolean> {
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
  if ([votes, revisions, saves].includes(ROWS_AT_ONCE)) return true;
  return (await deleteRows(tx, 'article', sql`(site_id, uid) in ${uids}`, ARTICLES_AT_ONCE)) > 0;
}
