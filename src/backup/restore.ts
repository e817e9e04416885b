/** Puts the files of a backup into a data folder, each checked by its hash as it is copied. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { alreadyInUse, badConfiguration, dataTrouble } from '../core/errors.ts';
import { openPool } from '../db/connect.ts';
import { ownMajor } from '../db/embedded/binaries.ts';
import { isAlive } from '../db/embedded/cluster.ts';
import { pgdataOf } from '../db/embedded/data-folder.ts';
import { openEmbedded } from '../db/embedded/open.ts';
import { blobPath, restoredPath, writeSettings } from './cluster-files.ts';
import { type Content, contentOf, copyFile, type FileLine, inFolder, PRIVATE_FOLDER, syncFolder } from './files.ts';
import { filesOf, LIST, placeOf, type StoredBackup } from './stored.ts';

const DRAFT = '.restoring';
/** With the pid of the process that makes it. */
const DRAFT_FOLDER = 'restoring-';
const EMPTY_FOLDERS = [
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_notify'],
  ...['pg_serial', 'pg_snapshots', 'pg_dynshmem', 'pg_tblspc', 'pg_twophase', 'pg_commit_ts', 'pg_stat'],
  ...['pg_logical/snapshots', 'pg_logical/mappings'],
];

/** Nothing happens but the work: no autovacuum, and no command or library that any setting names. */
const ALONE = {
  ...{ autovacuum: 'off', archive_mode: 'off', archive_command: '', archive_library: '' },
  ...{ restore_command: '', recovery_end_command: '', archive_cleanup_command: '', ssl_passphrase_command: '' },
  ...{ shared_preload_libraries: '', session_preload_libraries: '', local_preload_libraries: '' },
};

interface Target {
  /** The folder of the database; it must not exist. */
  pgdata: string;
  onProgress(done: number, total: number): void;
}

export interface HeldTarget {
  /** It must have no database. */
  dataDir: string;
  mediaFolder: string;
  onProgress: Target['onProgress'];
  /** Runs on the restored database before anything else can. */
  hold(pool: pg.Pool): Promise<void>;
}

/** The database gets its place only when it is held: a service cannot start on one that is not. */
export async function restoreHeld(backup: StoredBackup, target: HeldTarget): Promise<void> {
  const { dataDir, mediaFolder, onProgress, hold } = target;
  const pgdata = pgdataOf(dataDir);
  await refuseUsed(pgdata);
  await removeAbandoned(dataDir);
  const draft = join(dataDir, `${DRAFT_FOLDER}${process.pid}`);
  await inFolder(dataDir, async () => {
    await mkdir(draft, { mode: PRIVATE_FOLDER });
    try {
      await restoreFiles(backup, { pgdata: pgdataOf(draft), onProgress });
      await onServer(draft, hold);
      await restoreBlobs(backup, mediaFolder);
      await refuseUsed(pgdata);
      await rename(pgdataOf(draft), pgdata);
      await syncFolder(dataDir);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
}

/** Of restores that were killed: another one that runs keeps its own. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = name.startsWith(DRAFT_FOLDER) ? Number(name.slice(DRAFT_FOLDER.length)) : null;
    if (maker !== null && !isAlive(maker)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** A server on the data folder, for the time of the work. */
export async function onServer<T>(dataDir: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const settings = ALONE;
  const server = await openEmbedded(dataDir, { purpose: 'command', log: () => {}, settings });
  const pool = openPool(server.connection, 'command', () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** The files of the database, which gets its name when it is complete. */
export async function restoreFiles(backup: StoredBackup, { pgdata, onProgress }: Target): Promise<void> {
  refuseOtherMajor(backup);
  await refuseChangedList(backup);
  const draft = `${pgdata}${DRAFT}`;
  let done = 0;
  for await (const file of filesOf(backup)) {
    if (!file.isShared) await restoreFile(backup, file, draft);
    done += file.bytes;
    onProgress(done, backup.summary.bytes);
  }
  for (const folder of EMPTY_FOLDERS) await mkdir(join(draft, folder), { recursive: true, mode: PRIVATE_FOLDER });
  await writeSettings(draft);
  await syncFolder(draft);
  await rename(draft, pgdata);
  await syncFolder(dirname(pgdata));
}

function refuseOtherMajor({ name, summary }: StoredBackup): void {
  const [theirs, ours] = [summary.postgres, ownMajor()];
  if (theirs === ours) return;
  const way = theirs < ours ? ', and then upgrade it with `masthead upgrade-data`' : '';
  throw badConfiguration(
    `The backup ${name} is of PostgreSQL ${theirs}, and this is PostgreSQL ${ours}. Restore it with the version of Masthead that made it (${summary.version})${way}.`,
  );
}

/** What is not restored is checked too. */
async function restoreFile(backup: StoredBackup, file: FileLine, folder: string): Promise<void> {
  const path = restoredPath(backup, file);
  if (path !== null) return copyChecked(backup, file, join(folder, path));
  refuseOther(backup, file, await contentOf(placeOf(backup, file)));
}

/** A blob that is there stays: its name is the hash of its bytes. */
async function restoreBlobs(backup: StoredBackup, mediaFolder: string): Promise<void> {
  for await (const file of filesOf(backup)) {
    if (!file.isShared) continue;
    const to = join(mediaFolder, blobPath(backup, file));
    if (existsSync(to)) continue;
    await copyChecked(backup, file, `${to}${DRAFT}`);
    await rename(`${to}${DRAFT}`, to);
    await syncFolder(dirname(to));
  }
}

async function refuseUsed(pgdata: string): Promise<void> {
  const entries = await readdir(pgdata).catch(() => []);
  if (entries.length > 0)
    throw alreadyInUse(
      `There is a database in ${pgdata}. Stop the service and move that folder away, then restore again.`,
    );
}

async function refuseChangedList({ path, summary }: StoredBackup): Promise<void> {
  if ((await contentOf(join(path, LIST)))?.sha256 !== summary.list.sha256)
    throw dataTrouble(`${join(path, LIST)} was changed or damaged after the backup was made.`);
}

async function copyChecked(backup: StoredBackup, file: FileLine, to: string): Promise<void> {
  await rm(to, { force: true });
  const copied = await copyFile(placeOf(backup, file), to);
  if (copied?.sha256 !== file.sha256) await rm(to, { force: true });
  refuseOther(backup, file, copied);
}

function refuseOther(backup: StoredBackup, file: FileLine, found: Content | null): void {
  if (found?.sha256 === file.sha256) return;
  throw dataTrouble(`${placeOf(backup, file)} is ${found ? 'damaged' : 'missing'}: nothing was restored.`);
}
