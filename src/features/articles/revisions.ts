/** Revisions: the text at each save of an article, and its restoration. */
import { sql } from 'kysely';
import { conflict, notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type ArticleRow, writtenOf } from '../publication/present.ts';
import { actorName } from './actor-name.ts';
import { changeArticle } from './commands.ts';
import { refuseStaleArticle } from './conflicts.ts';
import { lockedArticle, managedByUid } from './managed.ts';
import { refuseForeignChange } from './own.ts';
import type { NamedRevisionRow } from './present.ts';
import { recordPublication } from './publications.ts';
import { type Request, updateArticle } from './saving.ts';

/** Newest first. */
export async function revisionPage(
  db: Db | Tx,
  siteId: number,
  uid: string,
  limit: number,
  offset: number,
): Promise<NamedRevisionRow[]> {
  const { rows } = await sql<NamedRevisionRow>`
    select *, ${actorName(sql`created_by`)} as created_by_name from article_revision where site_id = ${siteId} and uid = ${uid}
    order by number desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function revisionCount(db: Db | Tx, siteId: number, uid: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from article_revision where site_id = ${siteId} and uid = ${uid}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function revisionByNumber(
  db: Db | Tx,
  siteId: number,
  address: string,
  number: number,
): Promise<NamedRevisionRow> {
  const { uid } = await managedByUid(db, siteId, address);
  // A number in the path may exceed the column's range.
  const { rows } = await sql<NamedRevisionRow>`
    select *, ${actorName(sql`created_by`)} as created_by_name from article_revision
    where site_id = ${siteId} and uid = ${uid} and number = ${number}::bigint`.execute(db);
  if (!rows[0]) throw notFound('There is no such revision.');
  return rows[0];
}

/** Saves the text of a revision like any change: as a new version, private until it is published. */
export async function restoreRevision(
  db: Db | Tx,
  request: Request & { ifMatch: string | undefined },
  address: string,
  number: number,
): Promise<ArticleRow> {
  return transaction(db, async (tx) => {
    const row = await revisionByNumber(tx, request.site.id, address, number);
    const written = writtenOf(row);
    // An attachment that the revision does not have is removed.
    const input = { ...written, attachments: written.attachments ?? null };
    return changeArticle(tx, { ...request, revision: written }, row.uid, input);
  });
}

/**
 * Discards unpublished changes: the text that readers see is saved again, and is the published one. They see nothing of it; the
 * changes remain as revisions.
 */
export async function discardChanges(
  db: Db | Tx,
  request: Request & { ifMatch: string | undefined },
  uid: string,
): Promise<ArticleRow> {
  return transaction(db, async (tx) => {
    const row = await lockedArticle(tx, request.site.id, uid);
    refuseForeignChange(row, request);
    await refuseStaleArticle(tx, request.ifMatch, row);
    const { state, version, published_version } = row;
    if (state !== 'published' || published_version === null) throw conflict('This article is not published.');
    if (published_version === version) return row;
    const saved = await restoreRevision(tx, request, row.uid, published_version);
    await recordPublication(tx, row, saved.version, { by: request.caller.name ?? '', at: request.now });
    return updateArticle(tx, saved, { published_version: saved.version });
  });
}
