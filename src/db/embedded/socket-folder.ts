import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { badConfiguration } from '../../core/errors.ts';
import { type Account, canEnter } from './account.ts';
import { fileFailure } from './failures.ts';
import type { Installation } from './installation.ts';
import { isPostmaster, type Postmaster } from './postmaster.ts';

export const PORT = 5432;

const SOCKET_FILE = `.s.PGSQL.${PORT}`;
/** sockaddr_un holds 104 bytes on macOS and 108 on Linux, with the closing zero. */
const LONGEST_SOCKET_PATH = 103;
const TEMPORARY_PREFIX = 'masthead-';

/** A folder that only the database's account may enter: every process that reaches the socket is trusted. */
export function chooseSocketFolder(installation: Installation, former: Postmaster | undefined): string {
  const inside = join(installation.dataDir, 'socket');
  if (fits(inside)) return privateFolder(inside, installation.account);
  // Use the folder of a killed server again, so that such folders do not pile up.
  const again = former?.socketFolder;
  if (again && isTemporary(again) && isPrivate(again, installation.account)) return again;
  return temporaryFolder(installation.account);
}

/** The socket folder of a stale postmaster.pid may since have been created by another account. */
export function isPrivate(folder: string, account: Account): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === account.uid && (found.mode & 0o077) === 0;
}

export const isTemporary = (folder: string) => basename(folder).startsWith(TEMPORARY_PREFIX);

export function removeTemporary(folder: string): void {
  if (!isTemporary(folder)) return;
  try {
    rmdirSync(folder);
  } catch {
    // Already removed by the guardian, or still in use by a server.
  }
}

/** A killed server leaves the lock file of its socket, which blocks the next one if another process has its pid. */
export function clearStaleSocketLock(folder: string, pgdata: string): void {
  const lock = join(folder, `${SOCKET_FILE}.lock`);
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  } catch {
    return;
  }
  if (!isPostmaster(pid, pgdata)) rmSync(lock, { force: true });
}

const fits = (folder: string) => Buffer.byteLength(join(folder, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;

function privateFolder(folder: string, account: Account): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (account.switched && found.uid === 0 && found.isDirectory()) chownSync(folder, account.uid, account.gid);
    if (found.uid === account.uid || found.uid === 0) chmodSync(folder, 0o700);
  } catch (error) {
    throw fileFailure(error, dirname(folder));
  }
  if (isPrivate(folder, account)) return folder;
  throw badConfiguration(`${folder} must be a folder of the account ${account.name}; remove it and start again.`);
}

function temporaryFolder(account: Account): string {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(
    (it) => fits(join(it, `${TEMPORARY_PREFIX}123456`)) && canEnter(account, it),
  );
  if (!parent)
    throw badConfiguration('No temporary folder is short and open enough for a socket; set a shorter DATA_DIR.');
  try {
    const folder = mkdtempSync(join(parent, TEMPORARY_PREFIX));
    if (account.switched) chownSync(folder, account.uid, account.gid);
    return folder;
  } catch (error) {
    throw fileFailure(error, parent);
  }
}
