import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { badConfiguration, databaseUnavailable } from '../../core/errors.ts';
import { requireName, run } from './account.ts';
import { fileFailure, postgresFailure } from './failures.ts';
import { finishSwap, majorOf, syncFolder } from './former.ts';
import type { Installation } from './installation.ts';
import { livePostmaster } from './postmaster.ts';

export const ROLE = 'masthead';

const DRAFT = '.new-';
const INITDB_OPTIONS = [
  `--username=${ROLE}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--lc-collate=C',
  '--auth=trust',
  '--data-checksums',
  '--no-instructions',
];
/**
 * Sorting and case come from PostgreSQL's builtin provider. Only pg_trgm uses the C library to recognize letters, and under
 * the plain C locale it ignores all but ASCII letters. C is the fallback where the library has no C.UTF-8.
 */
const CTYPES = ['C.UTF-8', 'C'] as const;

/** Ensures that `<dataDir>/postgres` is a complete cluster of our version, owned by the account. */
export async function prepareCluster(installation: Installation): Promise<void> {
  try {
    requireOwner(installation);
    finishSwap(installation.pgdata);
    requireVersion(installation);
    removeAbandonedDrafts(installation);
    if (!hasCluster(installation)) await createCluster(installation);
    restoreOwnership(installation);
  } catch (error) {
    throw fileFailure(error, installation.dataDir);
  }
}

/** Only for ordinary users: root runs PostgreSQL as the account that owns the folder. */
function requireOwner({ pgdata, account }: Installation): void {
  const found = statSync(pgdata, { throwIfNoEntry: false });
  if (!found || found.uid === account.uid || account.switched) return;
  throw badConfiguration(
    `The database in ${pgdata} belongs to uid ${found.uid}, not to ${account.name} (uid ${account.uid}); run as its owner or set DATA_DIR to another folder.`,
  );
}

function requireVersion({ pgdata, binaries }: Installation): void {
  const [found, ours] = [majorOf(pgdata), Number(binaries.major)];
  if (found === null || found === ours) return;
  const way =
    found < ours
      ? 'stop the service, make sure that you have a backup, and run `masthead upgrade-data`'
      : 'run the newer version of Masthead that made it';
  throw badConfiguration(
    `The database in ${pgdata} was created by PostgreSQL ${found} and this is PostgreSQL ${ours}: ${way}.`,
  );
}

/** A killed initdb leaves its draft. The draft's name has the pid of the process that made it. */
function removeAbandonedDrafts({ dataDir, pgdata }: Installation): void {
  const prefix = `${basename(pgdata)}${DRAFT}`;
  for (const name of readdirSync(dataDir).filter((it) => it.startsWith(prefix))) {
    const maker = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(maker)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** We rename complete clusters into place, so one without pg_control was damaged, or its initdb was run by hand. */
function hasCluster({ pgdata, log }: Installation): boolean {
  if (existsSync(join(pgdata, 'global', 'pg_control'))) return true;
  if (!existsSync(pgdata) || readdirSync(pgdata).length === 0) return false;
  if (existsSync(join(pgdata, 'postmaster.opts'))) {
    throw databaseUnavailable(
      `The database in ${pgdata} has lost its global/pg_control; restore it from a backup, or move the folder away to start with an empty database.`,
    );
  }
  const aside = `${pgdata}.unfinished-${Date.now()}`;
  renameSync(pgdata, aside);
  log('warn', `${pgdata} is an unfinished initdb; moved to ${aside}.`);
  return false;
}

async function createCluster(installation: Installation): Promise<void> {
  const { pgdata, account, binaries } = installation;
  requireName(account);
  const draft = `${pgdata}${DRAFT}${process.pid}-${randomBytes(4).toString('hex')}`;
  const initdb = (ctype: string) =>
    run(account, join(binaries.native, 'bin', 'initdb'), [
      `--pgdata=${draft}`,
      `--lc-ctype=${ctype}`,
      ...INITDB_OPTIONS,
    ]);
  try {
    mkdirSync(draft, { mode: 0o700 });
    if (account.switched) chownSync(draft, account.uid, account.gid);
    let made = await initdb(CTYPES[0]);
    if (/invalid locale/.test(made.output)) made = await initdb(CTYPES[1]);
    if (made.code !== 0) throw postgresFailure('Creating the database with initdb', installation.dataDir, made.output);
    putInPlace(draft, pgdata);
    syncFolder(installation.dataDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Replaces an empty folder. If another start was first, its cluster is used. */
function putInPlace(draft: string, pgdata: string): void {
  try {
    renameSync(draft, pgdata);
  } catch (error) {
    if (!existsSync(join(pgdata, 'global', 'pg_control'))) throw error;
  }
}

/** PostgreSQL requires owner and mode, which copies and restored backups often lose. */
function restoreOwnership({ pgdata, account }: Installation): void {
  if (livePostmaster(pgdata)) return;
  const found = statSync(pgdata);
  if (account.switched && found.uid !== account.uid) chownAll(pgdata, account.uid, account.gid);
  if (found.mode & 0o027) chmodSync(pgdata, 0o700);
}

function chownAll(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownAll(inner, uid, gid);
    else lchownSync(inner, uid, gid);
  }
}
