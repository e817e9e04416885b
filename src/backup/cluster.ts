/**
 * A copy of the files of a running PostgreSQL, made by SQL: the embedded database comes without pg_basebackup. The server
 * keeps the log of what changes meanwhile, and a restored server replays it.
 */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { dataTrouble } from '../core/errors.ts';
import { copyFile, type FileLine, PRIVATE_FOLDER, syncFolder, writeFile } from './files.ts';

/** What is in these folders belongs to the running server. They must exist. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_dynshmem',
];
const LEFT_OUT = /^(postmaster\..*|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|backup_manifest.*)$/;
const CONTROL = 'global/pg_control';
const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;

export interface ClusterCopy {
  /** The folder of the running server. */
  from: string;
  /** An empty folder. */
  to: string;
  label: string;
  onFile(file: FileLine): void;
  /** Called while the server still keeps its log, as late as possible. */
  atEnd(): Promise<void>;
}

/** The session must stay the same: with it end the backup of the server, and the slot that keeps its log. */
export async function copyCluster(session: pg.ClientBase, copy: ClusterCopy): Promise<void> {
  await refuseTablespaces(copy.from);
  await session.query("select pg_create_physical_replication_slot('masthead_backup_' || pg_backend_pid(), true, true)");
  await session.query('select pg_backup_start($1, true)', [copy.label]);
  const folders = await copyFolder(copy, '');
  await copyOne(copy, CONTROL);
  await copy.atEnd();
  const { rows } = await session.query(
    'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  const { labelfile, last } = rows[0];
  // Without it a restored server would start with a mixture of old and new pages, and report nothing.
  copy.onFile({ path: 'backup_label', ...(await writeFile(join(copy.to, 'backup_label'), labelfile)) });
  await copyLog(copy, firstSegment(labelfile), last);
  for (const folder of [...folders, 'pg_wal', '']) await syncFolder(join(copy.to, folder));
}

async function refuseTablespaces(from: string): Promise<void> {
  if ((await readdir(join(from, 'pg_tblspc'))).length > 0)
    throw dataTrouble(
      `The database in ${from} has tablespaces, which this backup does not contain; use pg_basebackup.`,
    );
}

/** Returns the folders that were made. */
async function copyFolder(copy: ClusterCopy, folder: string): Promise<string[]> {
  const made = [folder];
  await mkdir(join(copy.to, folder), { recursive: true, mode: PRIVATE_FOLDER });
  for (const entry of await readdir(join(copy.from, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || path === CONTROL) continue;
    if (entry.isFile()) await copyOne(copy, path);
    else if (entry.isDirectory() && EMPTIED.includes(path)) made.push(...(await emptied(copy, path)));
    else if (entry.isDirectory()) made.push(...(await copyFolder(copy, path)));
  }
  return made;
}

async function emptied({ to }: ClusterCopy, path: string): Promise<string[]> {
  const folders = path === 'pg_wal' ? [path, `${path}/archive_status`, `${path}/summaries`] : [path];
  for (const folder of folders) await mkdir(join(to, folder), { mode: PRIVATE_FOLDER });
  return folders;
}

async function copyOne({ from, to, onFile }: ClusterCopy, path: string): Promise<void> {
  const content = await copyFile(join(from, path), join(to, path));
  if (content) onFile({ path, ...content });
}

function firstSegment(labelfile: string): string {
  const found = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(labelfile)?.[1];
  if (!found) throw dataTrouble('PostgreSQL named no first segment of its log for the backup.');
  return found;
}

/** Names of segments sort in the order of the log. */
async function copyLog(copy: ClusterCopy, first: string, last: string): Promise<void> {
  const names = await readdir(join(copy.from, 'pg_wal'));
  const needed = names.filter((name) => SEGMENT.test(name) && name >= first && name <= last);
  if (!needed.includes(first) || !needed.includes(last))
    throw dataTrouble(`PostgreSQL has removed parts of its log that the backup needs (${first} to ${last}).`);
  for (const name of [...needed, ...names.filter((one) => HISTORY.test(one))]) await copyOne(copy, `pg_wal/${name}`);
}

/** The bytes of the files that a copy would have, for a progress bar. */
export async function clusterBytes(from: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile() || entry.parentPath.includes('pg_wal')) continue;
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
