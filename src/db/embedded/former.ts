/**
 * The folders of an upgrade to another major version of PostgreSQL. A complete database waits as `postgres.upgraded`; then the old one becomes
 * `postgres.17`, by its version, and the new one gets the name. No system call exchanges two folders everywhere, so a kill may come in between.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { alreadyInUse } from '../../core/errors.ts';

/** Null if there is no database. */
export function majorOf(pgdata: string): number | null {
  const file = join(pgdata, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

export const upgradedOf = (pgdata: string) => `${pgdata}.upgraded`;
export const keptOf = (pgdata: string, major: number) => `${pgdata}.${major}`;

/** The databases that upgrades have left. */
export function keptDatabases(pgdata: string): string[] {
  const prefix = `${basename(pgdata)}.`;
  const isKept = (name: string) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));
  return readdirSync(dirname(pgdata))
    .filter(isKept)
    .sort()
    .map((name) => join(dirname(pgdata), name));
}

/**
 * No server runs, and none can start from here on: PostgreSQL writes its pid file before it reads pg_control, so one that has read it is seen here.
 * From then on the next start of this program finishes what a kill interrupts.
 */
export function swapDatabases(pgdata: string): void {
  renameSync(controlOf(pgdata), asideOf(pgdata));
  if (existsSync(join(pgdata, 'postmaster.pid'))) {
    renameSync(asideOf(pgdata), controlOf(pgdata));
    throw alreadyInUse(`A service was started on ${pgdata} in the last moment; stop it, and run the command again.`);
  }
  syncFolder(dirname(controlOf(pgdata)));
  finishSwap(pgdata);
}

/** Without a mark in the old database, what waits is of an upgrade that must be repeated. */
export function finishSwap(pgdata: string): void {
  const parent = dirname(pgdata);
  if (!existsSync(parent)) return;
  const isWaiting = existsSync(upgradedOf(pgdata));
  if (isWaiting && existsSync(asideOf(pgdata))) moved(pgdata, keptOf(pgdata, majorOf(pgdata) ?? 0));
  if (isWaiting && !existsSync(pgdata) && keptDatabases(pgdata).some(isMarked)) moved(upgradedOf(pgdata), pgdata);
  for (const folder of [pgdata, ...keptDatabases(pgdata)])
    if (isMarked(folder)) moved(asideOf(folder), controlOf(folder));
}

/** Two starts may do it at once. */
function moved(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (existsSync(from) || !existsSync(to)) throw error;
  }
  syncFolder(dirname(to));
}

const controlOf = (folder: string) => join(folder, 'global', 'pg_control');
/** Without pg_control neither PostgreSQL nor the program from before uses a database, or makes an empty one in its place. */
const asideOf = (folder: string) => `${controlOf(folder)}.upgraded`;
const isMarked = (folder: string) => existsSync(asideOf(folder));

/** The entries of a folder outlive a power cut only after this. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
