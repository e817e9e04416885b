/** Erases pictures that were collected, without the trash that deletions by editors have. */
import { sql } from 'kysely';
import { forgetAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';

/** Those that nothing uses. Files that editors uploaded stay. Returns the hashes of the erased ones. */
export async function eraseCollected(tx: Tx, siteId: number, ids: number[]): Promise<Buffer[]> {
  const { rows } = await sql<{ id: number; sha256: Buffer }>`
    select id, sha256 from media where site_id = ${siteId} and id = any(${ids}::bigint[])
      and origin in ('remote', 'form', 'email', 'guest')
      and not exists (select from media_use used where used.site_id = media.site_id and used.media_id = media.id)
    for update`.execute(tx);
  for (const { id, sha256 } of rows) await eraseMedia(tx, siteId, id, sha256);
  return rows.map(({ sha256 }) => sha256);
}

/** The next clean-up deletes the bytes at once, unless another item has the same. */
async function eraseMedia(tx: Tx, siteId: number, id: number, sha256: Buffer): Promise<void> {
  await sql`delete from media where site_id = ${siteId} and id = ${id}`.execute(tx);
  await sql`
    update blob set orphan_since = now() - interval '31 days'
    where sha256 = ${sha256} and not exists (select from media where media.sha256 = blob.sha256)`.execute(tx);
  await forgetAudit(tx, 'media_item', String(id));
}
