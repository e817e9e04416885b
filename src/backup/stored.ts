/** Backups in a folder: each in a folder of its own, named by the time it was begun, and media blobs once for all of them. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { dataTrouble } from '../core/errors.ts';
import { type Content, type FileLine, syncFolder, writeFile } from './files.ts';

export const FORMAT = 1;
/** Written last: a folder without it is not a backup. */
export const SUMMARY = 'backup.json';
export const LIST = 'files.ndjson';
/** What the last check found; written after the backup is complete. */
export const CHECK = 'check.json';
export const CLUSTER = 'postgres';
/** Beside the backups: the files of the library, once for all of them. */
export const MEDIA = 'media';
export const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export interface Summary {
  format: number;
  /** Of the program that made it. */
  version: string;
  /** The major version of PostgreSQL. */
  postgres: number;
  /** Of the database: PostgreSQL draws it at initdb. */
  system: string;
  began_at: string;
  ended_at: string;
  /** `s3`: the files of the library are in a bucket, and not in the backup. */
  media: 'disk' | 's3';
  /** Whether SECRET_KEY is needed to use the secrets of webhooks. */
  needs_secret_key: boolean;
  /** Counted just before the end. */
  rows: Record<string, number>;
  /** The next transaction when rows were counted: if the backup has later ones, its numbers may differ. */
  next_transaction: string;
  /** What the list of files names. */
  files: number;
  bytes: number;
  list: Content;
}

export interface CheckRecord {
  at: string;
  /** Null: the backup is good. */
  fault: string | null;
}

export interface StoredBackup {
  /** The folder of the backup. */
  path: string;
  /** The folder of all backups. */
  folder: string;
  name: string;
  summary: Summary;
  /** Null if it was never checked. */
  check: CheckRecord | null;
}

/** As a folder is named: `2026-11-18T12-20-05Z`. */
export const nameOf = (began: Date) =>
  began
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** The oldest first. Other things in the folder are ignored. */
export async function storedBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => NAME.test(name))
      .sort()
      .map((name) => openIfAny(folder, name)),
  );
  return found.filter((backup) => backup !== null);
}

export async function openBackup(given: string): Promise<StoredBackup> {
  const path = resolve(given);
  const backup = await openIfAny(dirname(path), basename(path));
  if (!backup) throw dataTrouble(`${path} is not a complete backup: it has no ${SUMMARY} of this version.`);
  return backup;
}

async function openIfAny(folder: string, name: string): Promise<StoredBackup | null> {
  const path = join(folder, name);
  const text = await readFile(join(path, SUMMARY), 'utf8').catch(() => null);
  if (text === null) return null;
  const summary = parsed<Summary>(text); // written by make.ts alone; its list is checked by its hash
  const check = parsed<CheckRecord>(await readFile(join(path, CHECK), 'utf8').catch(() => ''));
  return summary?.format === FORMAT ? { path, folder, name, summary, check } : null;
}

function parsed<Content>(text: string): Content | null {
  try {
    return JSON.parse(text) as Content; // written by this program
  } catch {
    return null;
  }
}

export async function recordCheck({ path }: StoredBackup, check: CheckRecord): Promise<void> {
  const draft = join(path, `${CHECK}.partial-${process.pid}`);
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(check)}\n`);
  await rename(draft, join(path, CHECK));
  await syncFolder(path);
}

export interface BackupStatus {
  newest: Date | null;
  newestVerified: Date | null;
}

export async function backupStatus(folder: string): Promise<BackupStatus> {
  const found = await storedBackups(folder);
  const began = (backup: StoredBackup | undefined) => (backup ? new Date(backup.summary.began_at) : null);
  return { newest: began(found.at(-1)), newestVerified: began(found.filter(isVerified).at(-1)) };
}

export const isVerified = ({ check }: StoredBackup) => check !== null && check.fault === null;

/** One at a time: a large database has a hundred thousand files. */
export async function* filesOf({ path }: StoredBackup): AsyncGenerator<FileLine> {
  const lines = createInterface({ input: createReadStream(join(path, LIST)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === '') continue;
    const file = fileLine(line);
    if (!file) throw dataTrouble(`${join(path, LIST)} has a line that names no file.`);
    if (file.path.startsWith('/') || file.path.split('/').includes('..'))
      throw dataTrouble(`${join(path, LIST)} names a file outside of the backup.`);
    yield file;
  }
}

/** Null for a line that make.ts does not write. The hash of the list is no proof: someone who can change the list can change its hash too. */
function fileLine(line: string): FileLine | null {
  try {
    const file = JSON.parse(line) as Partial<FileLine> | null; // judged below
    const isFile = typeof file?.path === 'string' && typeof file.sha256 === 'string' && typeof file.bytes === 'number';
    return isFile ? (file as FileLine) : null;
  } catch {
    return null;
  }
}

/** Where a file of the list is. */
export const placeOf = ({ path, folder }: StoredBackup, file: FileLine) =>
  join(file.isShared ? folder : path, file.path);
