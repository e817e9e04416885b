/** Creates and revokes preview links. Only the hash of a token is stored. */
import { sql } from 'kysely';
import { conflict, notFound } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { newToken, tokenHash } from '../accounts/sessions.ts';
import { articleUid, type PreviewRow, previewRows } from './queries.ts';

const DAYS = 7;
/** Links of one article at a time. */
const MOST = 50;
const BATCH = 2_000;

export async function createPreview(
  db: Db | Tx,
  { site, caller }: { site: Site; caller: Actor },
  given: string,
): Promise<PreviewRow & { token: string }> {
  const token = newToken();
  return transaction(db, async (tx) => {
    const uid = await articleUid(tx, site.id, given, { isLocked: true });
    if ((await previewRows(tx, site.id, uid)).length >= MOST)
      throw conflict(`This article has ${MOST} preview links already; revoke one first.`);
    const { rows } = await sql<PreviewRow>`
      insert into preview (site_id, uid, token_hash, created_by, expires_at)
      values (${site.id}, ${uid}, ${tokenHash(token)}, ${caller.name ?? ''}, now() + make_interval(days => ${DAYS}))
      returning *`.execute(tx);
    const [row] = rows as [PreviewRow]; // the row that was just inserted
    await recordChange(tx, caller, { action: 'create', noun: 'preview', id: row.id, sites: [site.id], after: row });
    return { ...row, token };
  });
}

export async function revokePreview(
  db: Db | Tx,
  { site, caller }: { site: Site; caller: Actor },
  given: string,
  id: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const uid = await articleUid(tx, site.id, given);
    const { rows } = await sql<PreviewRow>`
      delete from preview where site_id = ${site.id} and uid = ${uid} and id = ${id} returning *`.execute(tx);
    const [before] = rows;
    if (!before) throw notFound('There is no such preview, or it has ended.');
    await recordChange(tx, caller, { action: 'delete', noun: 'preview', id, sites: [site.id], before });
  });
}

export async function deleteOldPreviews(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'preview', sql`expires_at < now()`, BATCH)) === BATCH;
}
