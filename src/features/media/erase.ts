/** Erases pictures that were collected, without the trash that deletions by editors have. */
import { sql } from 'kysely';
import { forgetAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';

/** An item of the ledger. */
interface Holder {
  source_id: number;
  external_key: Buffer;
}

/**
 * Those that nothing uses and nobody waits with but `own`, the items that they came with. Files that editors uploaded stay. Returns the
 * hashes of the erased ones. The lock comes first: a transaction that names a file now waits for this one, or this for it.
 */
export async function eraseCollected(tx: Tx, siteId: number, ids: number[], own: Holder[] = []): Promise<Buffer[]> {
  if (ids.length === 0) return [];
  await sql`select from media where site_id = ${siteId} and id = any(${ids}::bigint[]) order by id for update`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number; sha256: Buffer }>`
    select id, sha256 from media where site_id = ${siteId} and id = any(${ids}::bigint[])
      and origin in ('remote', 'form', 'email', 'guest')
      and not exists (select from media_use used where used.site_id = media.site_id and used.media_id = media.id)
      and not exists (${waiting(own)})`.execute(tx);
  for (const { id, sha256 } of rows) await eraseMedia(tx, siteId, id, sha256);
  return rows.map(({ sha256 }) => sha256);
}

/** Others that the file is for: sources of partners and forms, messages of other items, and addresses that it was fetched from. */
const waiting = (own: Holder[]) => sql`
  select from source_media noted join source on source.site_id = noted.site_id and source.id = noted.source_id
  where noted.site_id = media.site_id and noted.media_id = media.id and source.kind <> 'email'
    and source.id <> all(${own.map(({ source_id }) => source_id)}::bigint[])
  union all
  select from inbound_file file
  join inbound_message message on message.site_id = file.site_id and message.id = file.message_id
  join source_item item on item.site_id = message.site_id and item.source_id = message.source_id
    and item.external_key = message.external_key
  where file.site_id = media.site_id and file.media_id = media.id and item.state <> 'erased'
    and (item.source_id, item.external_key) not in (
      select * from unnest(${own.map(({ source_id }) => source_id)}::bigint[], ${own.map(({ external_key }) => external_key)}::bytea[]))
  union all
  select from remote_image image where image.site_id = media.site_id and image.media_id = media.id`;

/** The next clean-up deletes the bytes at once, unless another item has the same. */
async function eraseMedia(tx: Tx, siteId: number, id: number, sha256: Buffer): Promise<void> {
  await sql`delete from media where site_id = ${siteId} and id = ${id}`.execute(tx);
  await sql`
    update blob set orphan_since = now() - interval '31 days'
    where sha256 = ${sha256} and not exists (select from media where media.sha256 = blob.sha256)`.execute(tx);
  await forgetAudit(tx, 'media_item', String(id));
}
