/** Makes a backup of the embedded database and of the media on this disk, while the service runs. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import { dataTrouble } from '../core/errors.ts';
import { diskStorage } from '../storage/disk.ts';
import { clusterBytes, copyCluster } from './cluster.ts';
import { copyFile, type FileLine, inFolder, PRIVATE_FOLDER, syncFolder, writeFile } from './files.ts';
import { lockBackups, PARTIAL, removeAbandoned } from './lock.ts';
import { countRows } from './rows.ts';
import {
  CLUSTER,
  FORMAT,
  LIST,
  MEDIA,
  nameOf,
  openBackup,
  type StoredBackup,
  SUMMARY,
  type Summary,
} from './stored.ts';

export interface BackupOptions {
  pool: pg.Pool;
  folder: string;
  mediaFolder: string;
  mediaIn: Summary['media'];
  version: string;
  needsSecretKey: boolean;
  now: Date;
  onProgress(done: number, total: number): void;
}

interface Place {
  system: string;
  postgres: number;
  pgdata: string;
}

export async function makeBackup(options: BackupOptions): Promise<StoredBackup> {
  const session = await options.pool.connect();
  try {
    await lockBackups(session);
    const place = await placeOf(session);
    const folder = resolve(options.folder);
    return await inFolder(folder, async () => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await removeAbandoned(folder, place.system);
      return written(session, options, place, folder);
    });
  } finally {
    // With the session end the lock, the slot and a backup that failed half-way.
    session.release(true);
  }
}

async function placeOf(session: pg.ClientBase): Promise<Place> {
  const { rows } = await session.query(`
    select system_identifier::text as system, current_setting('server_version_num')::int / 10000 as postgres,
      current_setting('data_directory') as pgdata from pg_control_system()`);
  return rows[0];
}

async function written(
  session: pg.ClientBase,
  options: BackupOptions,
  { system, postgres, pgdata }: Place,
  folder: string,
): Promise<StoredBackup> {
  const name = nameOf(options.now);
  const [path, part] = [join(folder, name), join(folder, `${PARTIAL}${system}-${name}`)];
  if (existsSync(path)) throw dataTrouble(`There is a backup ${path} already.`);
  await mkdir(join(part, CLUSTER), { recursive: true, mode: PRIVATE_FOLDER });
  const total = await clusterBytes(pgdata);
  const files = new Map<string, FileLine>();
  const onFile = (file: FileLine) => void files.set(file.path, file);
  let bytes = 0;
  // Of the database alone: most files of the library are there from earlier backups.
  const onProgress = (file: FileLine) => {
    bytes += file.bytes;
    options.onProgress(bytes, Math.max(total, bytes));
  };
  // Before the database and after it: a blob may be deleted meanwhile, or be added.
  await copyBlobs(options, folder, onFile);
  let counted = { rows: {}, next_transaction: '' };
  await copyCluster(session, {
    ...{ from: pgdata, to: join(part, CLUSTER), label: `masthead ${name}` },
    onFile: (file) => {
      onFile({ ...file, path: `${CLUSTER}/${file.path}` });
      onProgress(file);
    },
    atEnd: async () => {
      const { rows, next_transaction } = await countRows(options.pool);
      counted = { rows, next_transaction };
    },
  });
  await copyBlobs(options, folder, onFile);
  const list = await writeFile(
    join(part, LIST),
    [...files.values()].map((file) => `${JSON.stringify(file)}\n`).join(''),
  );
  const summary: Summary = {
    ...{ format: FORMAT, version: options.version, postgres, system },
    ...{ began_at: options.now.toISOString(), ended_at: new Date().toISOString() },
    ...{ media: options.mediaIn, needs_secret_key: options.needsSecretKey, ...counted },
    ...{ files: files.size, bytes: [...files.values()].reduce((sum, file) => sum + file.bytes, 0), list },
  };
  await writeFile(join(part, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
  await syncFolder(part);
  await rename(part, path);
  await syncFolder(folder);
  return openBackup(path);
}

/** Once for all backups: the name of a blob is the hash of its bytes. */
async function copyBlobs(
  { mediaFolder }: BackupOptions,
  folder: string,
  onFile: (file: FileLine) => void,
): Promise<void> {
  for await (const { key, size } of diskStorage(mediaFolder).list('blobs/')) {
    const path = `${MEDIA}/${key}`;
    const file = { path, bytes: size, sha256: basename(key), isShared: true as const };
    if (existsSync(join(folder, path)) || (await copyBlob(join(mediaFolder, key), join(folder, path)))) onFile(file);
  }
}

/** False if it was deleted meanwhile. */
async function copyBlob(from: string, to: string): Promise<boolean> {
  const part = `${to}.partial-${process.pid}`;
  await rm(part, { force: true });
  if (!(await copyFile(from, part))) return false;
  await rename(part, to);
  await syncFolder(dirname(to));
  return true;
}
