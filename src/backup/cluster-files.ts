/**
 * Which files of a backup a restored database gets. Settings are not among them: they name commands that the server runs as the account
 * of the service, and someone who can write to a backup can correct its hashes.
 */
import { join } from 'node:path';
import { dataTrouble } from '../core/errors.ts';
import { type FileLine, writeFile } from './files.ts';
import { CLUSTER, MEDIA, type StoredBackup } from './stored.ts';

const FILES = ['PG_VERSION', 'backup_label'];
const FOLDERS = /^(base|global|pg_commit_ts|pg_logical|pg_multixact|pg_stat|pg_twophase|pg_wal|pg_xact)\//;
const TABLESPACES = /^(pg_tblspc\/|tablespace_map$)/;

const NOTE = '# Written by masthead restore: settings that the backup has are not restored.\n';
/** What initdb chose, in every locale; db/embedded/server.ts sets the rest. */
const SETTINGS = {
  'postgresql.conf': `${NOTE}lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
`,
  'postgresql.auto.conf': NOTE,
  'pg_hba.conf': `${NOTE}local all all trust
`,
  'pg_ident.conf': NOTE,
};

/** The path below the folder of the database; null for a file that is not restored. */
export function restoredPath({ name }: StoredBackup, { path }: FileLine): string | null {
  const [folder, ...rest] = path.split('/');
  const inner = rest.join('/');
  if (folder !== CLUSTER) throw dataTrouble(`The backup ${name} has a file that no database has: ${path}.`);
  if (TABLESPACES.test(inner))
    throw dataTrouble(`The backup ${name} names a tablespace (${path}), which could be any folder of this machine.`);
  return FILES.includes(inner) || FOLDERS.test(inner) ? inner : null;
}

/** The path below the folder of the library. */
export function blobPath({ name }: StoredBackup, { path, sha256 }: FileLine): string {
  if (!path.startsWith(`${MEDIA}/`) || !path.endsWith(`/${sha256}`))
    throw dataTrouble(`The backup ${name} has a file of the library that is not named by its hash: ${path}.`);
  return path.slice(MEDIA.length + 1);
}

export async function writeSettings(pgdata: string): Promise<void> {
  for (const [name, text] of Object.entries(SETTINGS)) await writeFile(join(pgdata, name), text);
}
