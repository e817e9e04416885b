import { sql } from 'kysely';
import type { MediaItemWire } from '../../contract/media.ts';
import { conflict, forbidden } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { clearUses } from './clear.ts';
import { type MediaRow, mediaById, noSuchMedia } from './queries.ts';
import { useCount } from './uses.ts';

export type MediaChange = Partial<
  Pick<MediaItemWire, 'title' | 'alt_text' | 'credit' | 'caption' | 'focal_x' | 'focal_y'>
>;

export interface Which {
  caller: Actor;
  siteId: number;
  id: number;
  ifMatch: string | undefined;
  /** Only an item of this person, and only while nothing uses it; null for any. */
  createdBy: string | null;
}

/** The description of an item. A new focal point does not change crops that articles already use. */
export async function changeMedia(
  db: Db | Tx,
  { caller, siteId, id, ifMatch, createdBy }: Which,
  input: MediaChange,
): Promise<MediaRow> {
  return transaction(db, async (tx) => {
    const current = await lockedMedia(tx, siteId, id);
    await refuseOther(tx, current, createdBy);
    refuseStale(ifMatch, current.version, 'media item');
    const changes = Object.entries(input).filter(([, value]) => value !== undefined);
    if (changes.length === 0) return current;
    const columns = changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update media set ${sql.join(columns)}, version = version + 1 where site_id = ${siteId} and id = ${id}`.execute(
      tx,
    );
    const after = await mediaById(tx, siteId, id);
    const sites = [siteId];
    await recordChange(tx, caller, { action: 'change', noun: 'media_item', id, sites, before: current, after });
    return after;
  });
}

/** Its bytes stay for a while: other sites may have the same file. */
export async function deleteMedia(
  db: Db | Tx,
  { caller, siteId, id, ifMatch, createdBy }: Which,
  isForced: boolean,
): Promise<void> {
  await transaction(db, async (tx) => {
    // The new version of the site invalidates its cached responses in every process.
    const site = await lockSite(tx, siteId);
    const current = await lockedMedia(tx, siteId, id);
    await refuseOther(tx, current, createdBy);
    refuseStale(ifMatch, current.version, 'media item');
    const uses = await useCount(tx, siteId, id);
    if (uses > 0 && !isForced)
      throw conflict(
        `This media item is used in ${uses} place(s), see its uses; change those first, or send force=true.`,
      );
    if (uses > 0) await clearUses(tx, site, current);
    await sql`delete from media_use where site_id = ${siteId} and media_id = ${id}`.execute(tx);
    await sql`delete from media where site_id = ${siteId} and id = ${id}`.execute(tx);
    await noteOrphan(tx, current.sha256);
    await recordChange(tx, caller, { action: 'delete', noun: 'media_item', id, sites: [siteId], before: current });
  });
}

/** Authors may change and delete their own uploads until something uses them. */
export async function refuseOther(db: Db | Tx, row: MediaRow, createdBy: string | null): Promise<void> {
  if (createdBy === null) return;
  const isOwn = row.created_by === createdBy && (await useCount(db, row.site_id, row.id)) === 0;
  if (!isOwn) throw forbidden('You can change and delete only media that you uploaded yourself and that nothing uses.');
}

/** From now on a clean-up counts the days. */
export async function noteOrphan(tx: Tx, sha256: Buffer): Promise<void> {
  await sql`update blob set orphan_since = now() where sha256 = ${sha256}
    and not exists (select from media where media.sha256 = blob.sha256)`.execute(tx);
}

export async function lockedMedia(tx: Tx, siteId: number, id: number): Promise<MediaRow> {
  const { rows } = await sql`select from media where site_id = ${siteId} and id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw noSuchMedia();
  return mediaById(tx, siteId, id);
}
