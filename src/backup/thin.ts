/** Deletes backups that are not to be kept, and the files of the library that only they had. */
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { type Keep, superfluous } from '../core/backup-keep.ts';
import { diskStorage } from '../storage/disk.ts';
import { lockBackups, PARTIAL, removeAbandoned } from './lock.ts';
import { filesOf, isVerified, MEDIA, type StoredBackup, storedBackups } from './stored.ts';

/** Returns the names of the deleted ones. */
export async function thinBackups(pool: pg.Pool, folder: string, keep: Keep): Promise<string[]> {
  const session = await pool.connect();
  try {
    await lockBackups(session);
    const { rows } = await session.query('select system_identifier::text as system from pg_control_system()');
    return await thinLocked(folder, rows[0].system, keep);
  } finally {
    session.release(true);
  }
}

async function thinLocked(folder: string, system: string, keep: Keep): Promise<string[]> {
  await removeAbandoned(folder, system);
  const all = await storedBackups(folder);
  const own = all.filter(({ summary }) => summary.system === system);
  const gone = superfluousOf(own, keep);
  for (const name of gone) {
    // A half-deleted one has no name.
    const draft = join(folder, `${PARTIAL}${system}-${name}`);
    await rename(join(folder, name), draft);
    await rm(draft, { recursive: true, force: true });
  }
  // Another database may be adding a backup that uses a file.
  const isShared = own.length < all.length || (await readdir(folder)).some((name) => name.startsWith(PARTIAL));
  if (gone.length > 0 && !isShared) await deleteUnusedBlobs(folder, await storedBackups(folder));
  return gone;
}

export function superfluousOf(backups: StoredBackup[], keep: Keep): string[] {
  const known = backups.map((backup) => ({
    ...{ name: backup.name, began: new Date(backup.summary.began_at), isVerified: isVerified(backup) },
  }));
  return superfluous(known, keep);
}

async function deleteUnusedBlobs(folder: string, backups: StoredBackup[]): Promise<void> {
  const used = await blobsOf(backups);
  const storage = diskStorage(join(folder, MEDIA));
  for await (const { key } of storage.list('blobs/')) if (!used.has(basename(key))) await storage.delete(key);
}

export async function blobsOf(backups: StoredBackup[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (const backup of backups) for await (const file of filesOf(backup)) if (file.isShared) used.add(file.sha256);
  return used;
}
