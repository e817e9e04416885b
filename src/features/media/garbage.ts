/** Deletes unused media in bounded batches: items, bytes, thumbnails, and files of interrupted uploads. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { MAIL_FOLDER, type StoredObject } from '../../storage/storage.ts';
import { noteOrphan } from './commands.ts';
import { lockBlob } from './receive.ts';
import { blobKey, type MediaTools, thumbFolder, thumbKey } from './tools.ts';

type StoredMedia = Pick<MediaTools, 'storage' | 'workFolder'>;

const BATCH = 200;
const KEPT = sql`interval '30 days'`;
const THUMBS_KEPT = sql`interval '60 days'`;
const HALF_DONE_MS = 24 * 3_600_000;

/** Unused media of collectors and forms are deleted after 30 days; uploads of editors are only deleted by editors. */
export async function deleteUnusedItems(db: Db, signal: AbortSignal): Promise<void> {
  const isUsed = sql`exists (select from media_use as used where used.site_id = media.site_id and used.media_id = media.id)`;
  const isCollected = sql`origin in ('remote', 'form', 'email', 'guest')`;
  const mark = (value: typeof KEPT, which: typeof KEPT) => () =>
    sql`update media set orphan_since = ${value} where (site_id, id) in (
      select site_id, id from media where ${which} order by site_id, id limit ${sql.lit(BATCH)} for update skip locked)`.execute(
      db,
    );
  await inBatches(signal, mark(sql`null`, sql`orphan_since is not null and ${isUsed}`));
  await inBatches(signal, mark(sql`now()`, sql`orphan_since is null and ${isCollected} and not ${isUsed}`));
  await inBatches(signal, () =>
    transaction(db, async (tx) => {
      const { rows } = await sql<{ site_id: number; id: number; sha256: Buffer }>`
        select site_id, id, sha256 from media where orphan_since < now() - ${KEPT} and ${isCollected} and not ${isUsed}
        limit ${sql.lit(BATCH)} for update skip locked`.execute(tx);
      const [sites, ids] = [rows.map(({ site_id }) => site_id), rows.map(({ id }) => id)];
      const result = await sql`delete from media where (site_id, id) in (
        select * from unnest(${sites}::bigint[], ${ids}::bigint[]))`.execute(tx);
      for (const { sha256 } of rows) await noteOrphan(tx, sha256);
      return result;
    }),
  );
}

/** Bytes of which there is no item for 30 days; at once when they are to be erased. */
export async function deleteUnusedBlobs(
  db: Db,
  tools: MediaTools,
  signal: AbortSignal,
  isAtOnce = false,
): Promise<void> {
  const isUsed = sql`exists (select from media where media.sha256 = blob.sha256)`;
  const due = isAtOnce ? sql`true` : sql`(state = 'purging' or orphan_since < now() - ${KEPT})`;
  for (;;) {
    signal.throwIfAborted();
    // Marked first: if the process ends in between, the next run deletes the rest.
    const { rows } = await sql<{ sha256: Buffer }>`
      update blob set state = 'purging' where sha256 in (
        select sha256 from blob where orphan_since is not null and ${due} and not ${isUsed} limit ${sql.lit(BATCH)}
        for update skip locked) returning sha256`.execute(db);
    for (const { sha256 } of rows) await deleteBlob(db, tools, sha256);
    if (rows.length === 0) return;
  }
}

/** Under the lock that an upload of the same bytes takes; see `stored` of receive.ts. */
async function deleteBlob(db: Db, { storage }: MediaTools, sha256: Buffer): Promise<void> {
  await transaction(db, async (tx) => {
    await lockBlob(tx, sha256);
    const { rows } = await sql`
      delete from blob where sha256 = ${sha256} and state = 'purging'
        and not exists (select from media where media.sha256 = blob.sha256) returning 1`.execute(tx);
    // Uploaded again meanwhile.
    if (rows.length === 0)
      return void (await sql`update blob set state = 'present' where sha256 = ${sha256}`.execute(tx));
    await storage.delete(blobKey(sha256));
    await sql`delete from thumb where sha256 = ${sha256}`.execute(tx);
    for await (const { key } of storage.list(thumbFolder(sha256))) await storage.delete(key);
  });
}

/** Thumbnails that were not requested for 60 days, and the oldest ones beyond the space that they may take. */
export async function deleteOldThumbs(
  db: Db,
  tools: MediaTools,
  mostBytes: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows: totals } = await sql<{
      bytes: number;
    }>`select coalesce(sum(bytes), 0)::bigint as bytes from thumb`.execute(db);
    const isTooMuch = (totals[0]?.bytes ?? 0) > mostBytes;
    const which = isTooMuch ? sql`true` : sql`last_used_on < now() - ${THUMBS_KEPT}`;
    const { rows } = await sql<{ sha256: Buffer; variant: string }>`
      delete from thumb where (sha256, variant) in (
        select sha256, variant from thumb where ${which} order by last_used_on limit ${sql.lit(BATCH)} for update skip locked)
      returning sha256, variant`.execute(db);
    for (const { sha256, variant } of rows) await tools.storage.delete(thumbKey(sha256, variant));
    if (rows.length === 0) return;
  }
}

/** Bytes without a row, a day old or more: an upload was interrupted between the two. */
export async function deleteStrayBytes(db: Db, tools: StoredMedia, now: Date, signal: AbortSignal): Promise<void> {
  const isOld = ({ modified }: StoredObject) => now.getTime() - modified.getTime() > HALF_DONE_MS;
  let batch: StoredObject[] = [];
  for (const prefix of ['blobs/', 'thumbs/']) {
    for await (const object of tools.storage.list(prefix)) {
      signal.throwIfAborted();
      if (isOld(object)) batch.push(object);
      if (batch.length >= BATCH) batch = await deleteStrays(db, tools, batch);
    }
  }
  await deleteStrays(db, tools, batch);
  await deleteStrayMessages(db, tools, isOld, signal);
  await deleteWorkFiles(tools.workFolder, now);
}

async function deleteStrays(db: Db, { storage }: StoredMedia, objects: StoredObject[]): Promise<StoredObject[]> {
  for (const { key } of objects) {
    const [, hash = '', variant] = /([0-9a-f]{64})(?:\/(.+))?$/.exec(key) ?? [];
    const sha256 = Buffer.from(hash, 'hex');
    await transaction(db, async (tx) => {
      await lockBlob(tx, sha256);
      const { rows } = variant
        ? await sql`select from thumb where sha256 = ${sha256} and variant = ${variant}`.execute(tx)
        : await sql`select from blob where sha256 = ${sha256}`.execute(tx);
      if (rows.length === 0) await storage.delete(key);
    });
  }
  return [];
}

/** Of messages whose sender was not told that they arrived, or whose source was deleted. */
async function deleteStrayMessages(
  db: Db,
  { storage }: StoredMedia,
  isOld: (object: StoredObject) => boolean,
  signal: AbortSignal,
): Promise<void> {
  for await (const object of storage.list(MAIL_FOLDER)) {
    signal.throwIfAborted();
    if (!isOld(object)) continue;
    const { rows } = await sql`select from inbound_message where storage_key = ${object.key}`.execute(db);
    if (rows.length === 0) await storage.delete(object.key);
  }
}

async function deleteWorkFiles(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtime.getTime() > HALF_DONE_MS) await rm(path, { force: true });
  }
}

async function inBatches(signal: AbortSignal, work: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  do signal.throwIfAborted();
  while (((await work()).numAffectedRows ?? 0n) > 0n);
}
