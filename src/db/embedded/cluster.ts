import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { badConfiguration, databaseUnavailable } from '../../core/errors.ts';
import { requireName, run } from './account.ts';
import type { BinaryPlace } from './place.ts';
import { livePostmaster } from './postmaster.ts';
import { fileFailure, postgresFailure } from './trouble.ts';

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
 * Sorting and case are PostgreSQL's own. pg_trgm alone asks the C library which bytes are letters, and under the plain C
 * locale drops every letter beyond ASCII; where the library has no C.UTF-8 there is no better.
 */
const CTYPES = ['C.UTF-8', 'C'] as const;

/** Sees to it that `<dataDir>/postgres` is a whole cluster of our version that the account owns. */
export async function prepareCluster(place: BinaryPlace): Promise<void> {
  try {
    requireOwner(place);
    requireVersion(place);
    removeAbandonedDrafts(place);
    if (!holdsCluster(place)) await createCluster(place);
    takePossession(place);
  } catch (error) {
    throw fileFailure(error, place.dataDir);
  }
}

/** For an ordinary user only: root uses whatever account owns the folder. */
function requireOwner({ pgdata, account }: BinaryPlace): void {
  const found = statSync(pgdata, { throwIfNoEntry: false });
  if (!found || found.uid === account.uid || account.switched) return;
  throw badConfiguration(
    `The database in ${pgdata} belongs to uid ${found.uid}, not to ${account.name} (uid ${account.uid}); run as its owner or set DATA_DIR to another folder.`,
  );
}

function requireVersion({ pgdata, binaries }: BinaryPlace): void {
  if (!existsSync(join(pgdata, 'PG_VERSION'))) return;
  const version = readFileSync(join(pgdata, 'PG_VERSION'), 'utf8').trim();
  if (version === binaries.major) return;
  throw badConfiguration(
    `The database in ${pgdata} was made by PostgreSQL ${version} and this is PostgreSQL ${binaries.major}: move it with pg_dump and a restore, or run PostgreSQL ${version} yourself and set DATABASE_URL to it.`,
  );
}

/** An initdb that was killed leaves its draft; the maker's pid in the name tells whether anyone still works on it. */
function removeAbandonedDrafts({ dataDir, pgdata }: BinaryPlace): void {
  const prefix = `${basename(pgdata)}${DRAFT}`;
  for (const name of readdirSync(dataDir).filter((it) => it.startsWith(prefix))) {
    const maker = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(maker)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Our own clusters appear whole or not at all, so one without pg_control was copied or made in place by someone. */
function holdsCluster({ pgdata, log }: BinaryPlace): boolean {
  if (existsSync(join(pgdata, 'global', 'pg_control'))) return true;
  if (!existsSync(pgdata) || readdirSync(pgdata).length === 0) return false;
  if (existsSync(join(pgdata, 'postmaster.opts'))) {
    throw databaseUnavailable(
      `The database in ${pgdata} has lost its global/pg_control; restore it from a backup, or move the folder away to begin anew.`,
    );
  }
  const aside = `${pgdata}.unfinished-${Date.now()}`;
  renameSync(pgdata, aside);
  log('warn', `${pgdata} was never finished by the initdb that began it; moved to ${aside}.`);
  return false;
}

async function createCluster(place: BinaryPlace): Promise<void> {
  const { pgdata, account, binaries } = place;
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
    if (made.code !== 0) throw postgresFailure('Creating the database with initdb', place.dataDir, made.output);
    putInPlace(draft, pgdata);
    syncFolder(place.dataDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** An existing empty folder is replaced; one that is not empty was put there by another start, and is as good as ours. */
function putInPlace(draft: string, pgdata: string): void {
  try {
    renameSync(draft, pgdata);
  } catch (error) {
    if (!existsSync(join(pgdata, 'global', 'pg_control'))) throw error;
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

/** PostgreSQL insists on owner and mode, which a copy or a restored backup often lost. */
function takePossession({ pgdata, account }: BinaryPlace): void {
  if (livePostmaster(pgdata)) return;
  const found = statSync(pgdata);
  if (account.switched && found.uid !== account.uid) giveAll(pgdata, account.uid, account.gid);
  if (found.mode & 0o027) chmodSync(pgdata, 0o700);
}

function giveAll(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) giveAll(inner, uid, gid);
    else lchownSync(inner, uid, gid);
  }
}
