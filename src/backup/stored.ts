/** Backups in a folder: each in a folder of its own, named by the time it was begun, and media blobs once for all of them. */
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { dataTrouble } from '../core/errors.ts';
import type { Content, FileLine } from './files.ts';

export const FORMAT = 1;
/** Written last: a folder without it is not a backup. */
export const SUMMARY = 'backup.json';
export const LIST = 'files.ndjson';
export const CLUSTER = 'postgres';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

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

export interface StoredBackup {
  /** The folder of the backup. */
  path: string;
  /** The folder of all backups. */
  folder: string;
  name: string;
  summary: Summary;
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
  const summary = parsed(text);
  return summary?.format === FORMAT ? { path, folder, name, summary } : null;
}

function parsed(text: string): Summary | null {
  try {
    return JSON.parse(text) as Summary; // written by make.ts alone; its list is checked by its hash
  } catch {
    return null;
  }
}

/** One at a time: a large database has a hundred thousand files. */
export async function* filesOf({ path }: StoredBackup): AsyncGenerator<FileLine> {
  const lines = createInterface({ input: createReadStream(join(path, LIST)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === '') continue;
    const file = JSON.parse(line) as FileLine; // written by make.ts alone
    if (file.path.startsWith('/') || file.path.split('/').includes('..'))
      throw dataTrouble(`${join(path, LIST)} names a file outside of the backup.`);
    yield file;
  }
}

/** Where a file of the list is. */
export const placeOf = ({ path, folder }: StoredBackup, file: FileLine) =>
  join(file.isShared ? folder : path, file.path);
