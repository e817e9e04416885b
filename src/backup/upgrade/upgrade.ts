/**
 * Moves the embedded database to the major version of PostgreSQL that this program has: into a new database beside the old one, by SQL, because
 * the packages have neither pg_dump nor pg_upgrade (docs/decisions/069-other-major-versions.md).
 */
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import type pg from 'pg';
import { alreadyInUse } from '../../core/errors.ts';
import { openPool } from '../../db/connect.ts';
import { databaseAccount } from '../../db/embedded/account.ts';
import type { Binaries } from '../../db/embedded/binaries.ts';
import { pgdataOf } from '../../db/embedded/data-folder.ts';
import { keptOf, swapDatabases, syncFolder, upgradedOf } from '../../db/embedded/former.ts';
import { formerBinaries } from '../../db/embedded/former-binaries.ts';
import { type EmbeddedDatabase, openEmbedded } from '../../db/embedded/open.ts';
import { inFolder, PRIVATE_FOLDER } from '../files.ts';
import { inWorkFolder } from '../work-folder.ts';
import { type Compared, refuseDifference } from './compare.ts';
import { fillDatabase } from './fill.ts';
import { requireSpace } from './space.ts';

export interface UpgradeOptions {
  dataDir: string;
  /** Of the old database. */
  major: number;
  /** The folder of the old programs that the operator names. */
  postgres: string | null;
  log(level: 'info' | 'warn' | 'error', message: string): void;
  onProgress(words: string, share: number | null): void;
}

export interface Upgraded extends Compared {
  /** The folder of the old database. */
  kept: string;
}

/** Nothing can write to the old database while it is copied, and what is in it stays as it is. */
const OLD = { default_transaction_read_only: 'on', autovacuum: 'off' };
/** No log of what is copied: what fails is made anew. */
const NEW = { autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0', synchronous_commit: 'off' };

/** Needs the lock of the database's owner, so the service cannot run meanwhile. A kill at any time leaves the old database, or a complete new one. */
export async function upgradeData(options: UpgradeOptions): Promise<Upgraded> {
  const { dataDir, major } = options;
  const pgdata = pgdataOf(dataDir);
  const kept = keptOf(pgdata, major);
  if (existsSync(kept))
    throw alreadyInUse(`There is a database of an earlier upgrade in ${kept}: move it away, or delete it.`);
  const old = await openOld(options, formerBinaries(major, options.postgres, databaseAccount(pgdata), dataDir));
  let made: Compared;
  try {
    made = await withPool(old, (from) => waiting(from, options));
  } finally {
    await old.stop();
  }
  swapDatabases(pgdata);
  return { ...made, kept };
}

/** A complete new database, which waits for its place. */
function waiting(from: pg.Pool, options: UpgradeOptions): Promise<Compared> {
  const { dataDir } = options;
  const pgdata = pgdataOf(dataDir);
  return inFolder(dataDir, async () => {
    rmSync(upgradedOf(pgdata), { recursive: true, force: true });
    return inWorkFolder(dataDir, async (folder) => {
      await requireSpace(from, folder);
      // Its server runs as the account that owns the folder: that of the old one.
      mkdirSync(pgdataOf(folder), { mode: PRIVATE_FOLDER });
      const { uid, gid } = statSync(pgdata);
      chownSync(pgdataOf(folder), uid, gid);
      await onNew(folder, NEW, options, (to) => fillDatabase(from, to, folder, options.onProgress));
      // A new start, so that what is compared was on the disk.
      const compared = await onNew(folder, OLD, options, (to) => refuseDifference(from, to, options.onProgress));
      renameSync(pgdataOf(folder), upgradedOf(pgdata));
      syncFolder(dataDir);
      return compared;
    });
  });
}

async function openOld({ dataDir, log }: UpgradeOptions, binaries: Binaries): Promise<EmbeddedDatabase> {
  const open = () => openEmbedded(dataDir, { purpose: 'serve', log, settings: OLD, binaries });
  const first = await open();
  if (await withPool(first, isReadOnly)) return first;
  // The service was killed together with its guardian, and has left a server, with the settings of the service.
  await first.stop();
  return open();
}

async function isReadOnly(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query('show default_transaction_read_only');
  return rows[0].default_transaction_read_only === 'on';
}

async function onNew<T>(
  folder: string,
  settings: Record<string, string>,
  { log }: UpgradeOptions,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const server = await openEmbedded(folder, { purpose: 'serve', log, settings });
  try {
    return await withPool(server, work);
  } finally {
    await server.stop();
  }
}

async function withPool<T>(server: EmbeddedDatabase, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(server.connection, 'command', () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
