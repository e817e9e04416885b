/** Checks a backup by restoring it: every file against its hash, a server that starts with it, and every row of every table. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { dataTrouble } from '../core/errors.ts';
import { pgdataOf } from '../db/embedded/data-folder.ts';
import { contentOf } from './files.ts';
import { onServer, restoreFiles } from './restore.ts';
import { countRows } from './rows.ts';
import { filesOf, placeOf, type StoredBackup, type Summary } from './stored.ts';

export interface Check {
  tables: number;
  rows: number;
  /** Whether the numbers of rows were compared: only if nothing was written while the backup ended. */
  isCompared: boolean;
  blobs: number;
}

export interface CheckOptions {
  /** A folder that the database's account can enter, with room for the database. */
  workFolder: string;
  onProgress(done: number, total: number): void;
}

/** Throws what is wrong in one sentence. */
export async function checkBackup(backup: StoredBackup, { workFolder, onProgress }: CheckOptions): Promise<Check> {
  const dataDir = await mkdtemp(join(workFolder, 'backup-check-'));
  try {
    await restoreFiles(backup, { pgdata: pgdataOf(dataDir), onProgress });
    const blobs = await blobsOf(backup);
    return { ...(await checkDatabase(dataDir, backup.summary, blobs)), blobs: blobs.size };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function checkDatabase(dataDir: string, summary: Summary, blobs: Set<string>): Promise<Omit<Check, 'blobs'>> {
  return onServer(dataDir, async (pool) => {
    const { rows, next_transaction } = await countRows(pool);
    const isCompared = next_transaction === summary.next_transaction;
    const different = Object.keys({ ...rows, ...summary.rows }).find((name) => rows[name] !== summary.rows[name]);
    if (isCompared && different !== undefined)
      throw dataTrouble(
        `The restored table ${different} has ${rows[different] ?? 'no'} rows; it had ${summary.rows[different] ?? 'none'}.`,
      );
    if (summary.media === 'disk') await refuseMissingBlobs(pool, blobs);
    const sum = Object.values(rows).reduce((one, other) => one + other, 0);
    return { tables: Object.keys(rows).length, rows: sum, isCompared };
  });
}

/** Every blob of the list has the bytes that its name says. */
async function blobsOf(backup: StoredBackup): Promise<Set<string>> {
  const blobs = new Set<string>();
  for await (const file of filesOf(backup)) {
    if (!file.isShared) continue;
    const found = await contentOf(placeOf(backup, file));
    if (found?.sha256 !== file.sha256)
      throw dataTrouble(`${placeOf(backup, file)} is ${found ? 'damaged' : 'missing'}.`);
    blobs.add(file.sha256);
  }
  return blobs;
}

/** What the library refers to must be there, unless it is in a bucket. */
async function refuseMissingBlobs(pool: pg.Pool, blobs: Set<string>): Promise<void> {
  const { rows } = await pool.query("select encode(sha256, 'hex') as sha256 from blob where state = 'present'");
  const missing = rows.filter(({ sha256 }) => !blobs.has(sha256)).length;
  if (missing > 0) throw dataTrouble(`${missing} of the files of the library are not in the backup.`);
}
