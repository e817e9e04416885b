/** Checks a backup by restoring it: every file against its hash, a server that starts with it, and every row of every table. */
import type pg from 'pg';
import { dataTrouble, EX_DATAERR, StartError } from '../core/errors.ts';
import { pgdataOf } from '../db/embedded/data-folder.ts';
import { blobPath } from './cluster-files.ts';
import { contentOf } from './files.ts';
import { onServer, restoreFiles } from './restore.ts';
import { countRows } from './rows.ts';
import { filesOf, placeOf, recordCheck, type StoredBackup, type Summary } from './stored.ts';
import { inWorkFolder } from './work-folder.ts';

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

/** Throws what is wrong in one sentence, and records the result beside the backup. */
export async function checkBackup(backup: StoredBackup, options: CheckOptions): Promise<Check> {
  try {
    const check = await checked(backup, options);
    await recordCheck(backup, { at: new Date().toISOString(), fault: null });
    return check;
  } catch (error) {
    // A full disk, for instance, says nothing about the backup.
    if (error instanceof StartError && error.exitCode === EX_DATAERR)
      await recordCheck(backup, { at: new Date().toISOString(), fault: error.message }).catch(() => {});
    throw error;
  }
}

function checked(backup: StoredBackup, { workFolder, onProgress }: CheckOptions): Promise<Check> {
  return inWorkFolder(workFolder, async (dataDir) => {
    await restoreFiles(backup, { pgdata: pgdataOf(dataDir), onProgress });
    const blobs = await blobsOf(backup);
    return { ...(await checkDatabase(dataDir, backup.summary, blobs)), blobs: blobs.size };
  });
}

async function checkDatabase(dataDir: string, summary: Summary, blobs: Set<string>): Promise<Omit<Check, 'blobs'>> {
  return onServer(dataDir, async (pool) => {
    const { rows, unlogged, next_transaction } = await countRows(pool);
    const isCompared = next_transaction === summary.next_transaction;
    const compared = Object.keys({ ...rows, ...summary.rows }).filter((name) => !unlogged.includes(name));
    const different = compared.find((name) => rows[name] !== summary.rows[name]);
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
    blobPath(backup, file);
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
