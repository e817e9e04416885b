import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { badConfiguration } from '../../core/errors.ts';
import { type Account, canEnter, databaseAccount } from './account.ts';
import { fileFailure } from './failures.ts';
import type { Log } from './installation.ts';

const SYSTEM_FOLDER = '/var/lib/masthead';
const HASH_LENGTH = 12;
/** Other accounts may traverse it to PostgreSQL's folder, but not list it. */
const TRAVERSE_ONLY = 0o711;

/**
 * `./data`, except for root in a checkout that the database's account cannot enter (/root, say): then a folder under
 * /var/lib. If one of the two already has a database, that one.
 */
export function defaultDataDir(cwd: string): string {
  const local = resolve(cwd, 'data');
  if (process.getuid?.() !== 0 || existsSync(pgdataOf(local))) return local;
  const system = join(SYSTEM_FOLDER, shortHash(resolve(cwd)));
  if (existsSync(pgdataOf(system))) return system;
  return canEnter(databaseAccount(pgdataOf(local)), nearestExisting(local)) ? local : system;
}

export const pgdataOf = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Creates the folder of the database if it is missing, and returns its real path: the data folder or, if the database's
 * account cannot enter that, one under /var/lib.
 */
export function prepareDataDir(dataDir: string, account: Account, log: Log): string {
  return made(usableBy(account, dataDir, log), account);
}

/** A dry run of `prepareDataDir`: returns or throws the same, and leaves no folder behind. */
export function tryDataDir(dataDir: string): string {
  const wanted = resolve(dataDir);
  const account = databaseAccount(pgdataOf(wanted));
  const folder = usableBy(account, wanted, () => {});
  const missing = missingFolders(folder);
  try {
    // Only a write shows it: permissions, mounts, quotas and full disks can all prevent one.
    const real = made(folder, account);
    rmdirSync(mkdtempSync(join(real, '.doctor-')));
    return real;
  } catch (error) {
    throw fileFailure(error, folder);
  } finally {
    for (const made of missing.reverse()) if (existsSync(made)) rmdirSync(made);
  }
}

function usableBy(account: Account, dataDir: string, log: Log): string {
  try {
    requireFolders(dataDir);
    allowTraversal(dataDir, account);
  } catch (error) {
    throw fileFailure(error, dataDir);
  }
  if (!account.switched || canEnter(account, nearestExisting(dataDir))) return dataDir;
  if (existsSync(pgdataOf(dataDir))) {
    // Never start an empty database when one exists.
    throw badConfiguration(
      `There is a database in ${dataDir}, but the account ${account.name}, as which PostgreSQL runs, cannot enter that folder; open the folders above it with chmod o+x, or move it.`,
    );
  }
  const elsewhere = join(SYSTEM_FOLDER, shortHash(dataDir));
  log('info', `The account ${account.name} cannot enter ${dataDir}; its database is in ${elsewhere}.`);
  return elsewhere;
}

/** If the data folder is root's, gives the account the right to traverse it, not to list it. */
function allowTraversal(dataDir: string, { switched }: Account): void {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (switched && found?.isDirectory() && found.uid === 0) chmodSync(dataDir, (found.mode & 0o7777) | 0o011);
}

function made(dataDir: string, account: Account): string {
  try {
    // Not `recursive`, which never returns on /proc.
    const missing = missingFolders(dataDir);
    for (const folder of missing) mkdirSync(folder);
    // A umask of 077 keeps the account out.
    if (account.switched) for (const folder of missing) chmodSync(folder, TRAVERSE_ONLY);
    return realpathSync(dataDir);
  } catch (error) {
    throw fileFailure(error, dataDir);
  }
}

const missingFolders = (dataDir: string) =>
  pathBetween(nearestExisting(dataDir), dataDir).filter((folder) => !existsSync(folder));

function requireFolders(dataDir: string): void {
  const other = pathBetween(sep, nearestExisting(dataDir)).find((step) => !statSync(step).isDirectory());
  if (other) throw badConfiguration(`DATA_DIR leads through ${other}, which is not a folder.`);
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Every folder from `first` down to `last`, inclusive. */
function pathBetween(first: string, last: string): string[] {
  const above = dirname(last);
  return last === first || above === last ? [last] : [...pathBetween(first, above), last];
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
