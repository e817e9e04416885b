import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkBackup } from '../backup/check.ts';
import { makeBackup } from '../backup/make.ts';
import { openBackup, storedBackups } from '../backup/stored.ts';
import { badUsage, dataTrouble } from '../core/errors.ts';
import { databaseAccount } from '../db/embedded/account.ts';
import { defaultDataDir, pgdataOf, prepareDataDir, tryDataDir } from '../db/embedded/data-folder.ts';
import { mediaSettings, version } from '../start.ts';
import { type Command, config, parsed, print, table, withDatabase } from './command.ts';
import { count, progressOn } from './progress.ts';

export const backup: Command = {
  summary: 'back up the embedded database and the media on this disk',
  help: `Usage: masthead backup [FOLDER]
       masthead backup list [FOLDER]
       masthead backup verify [BACKUP]

Writes a backup to a folder of its own in FOLDER, while the service runs. It has the whole
database and the files of the library, which are stored once for all backups of FOLDER. What
was acknowledged before the command began is in it. Copy FOLDER to another machine: a disk
that breaks takes its backups along.

FOLDER is \`backups\` in the data folder unless you name another one.

list    lists the backups
verify  restores BACKUP (by default the newest) to a temporary folder, starts a server on it,
        reads every row, and compares every file with its hash

\`masthead restore\` restores one. With DATABASE_URL use the tools of PostgreSQL:
docs/guides/run-it-for-real.md.`,
  async run(args) {
    const { positionals } = parsed(args, {});
    const [first, second, ...more] = positionals;
    const isAction = first === 'list' || first === 'verify';
    if (more.length > 0 || (!isAction && second !== undefined)) throw badUsage('Name one folder.');
    refuseServer();
    if (first === 'list') return list(second ?? usualFolder());
    if (first === 'verify') return verify(second ?? (await newest()));
    return make(first ?? null);
  },
};

export function refuseServer(): void {
  if (config().databaseUrl)
    throw badUsage(
      'This is for the embedded database. Yours is on the server of DATABASE_URL: use pg_dump, as docs/guides/run-it-for-real.md shows.',
    );
}

/** Where the embedded database is, or would be. */
const dataFolder = () => tryDataDir(usualDataDir());
/** The same folder, made if it is missing: on a new machine there is none. */
export const madeDataFolder = () => prepareDataDir(usualDataDir(), databaseAccount(pgdataOf(usualDataDir())), () => {});
const usualDataDir = () => resolve(config().dataDir ?? defaultDataDir(process.cwd()));
const usualFolder = () => join(dataFolder(), 'backups');

async function make(folder: string | null): Promise<void> {
  // Opening it would create an empty one.
  if (!existsSync(pgdataOf(dataFolder()))) throw dataTrouble(`There is no database in ${dataFolder()}; set DATA_DIR.`);
  const { s3, mediaStorage, secretKey } = config();
  const media = mediaSettings(config());
  const progress = progressOn(process.stderr);
  const made = await withDatabase(
    ({ pool }) =>
      makeBackup({
        ...{ pool, folder, version, now: new Date(), needsSecretKey: secretKey !== null },
        ...{ mediaFolder: media.folder, mediaIn: s3 && mediaStorage === 's3' ? 's3' : 'disk' },
        onProgress: (done, total) => progress.show(size(done), total === 0 ? null : done / total),
      }),
    { schema: 'any' },
  ).finally(() => progress.end());
  print(`${made.path}: ${count(made.summary.files)} files, ${size(made.summary.bytes)}`);
  if (made.summary.media === 's3') print('The files of the library are in the bucket of S3_URL, not in the backup.');
  if (made.summary.needs_secret_key) print('SECRET_KEY is not in it: keep it too.');
}

async function list(folder: string): Promise<void> {
  const found = await storedBackups(folder);
  if (found.length === 0) return print(`There are no backups in ${folder}.`);
  const rows = found.map(({ name, summary }) => [name, size(summary.bytes), `Masthead ${summary.version}`]);
  print(table([['BACKUP', 'SIZE', 'MADE BY'], ...rows]));
}

async function newest(): Promise<string> {
  const found = (await storedBackups(usualFolder())).at(-1);
  if (!found) throw dataTrouble(`There are no backups in ${usualFolder()}; \`masthead backup\` makes one.`);
  return found.path;
}

async function verify(path: string): Promise<void> {
  const stored = await openBackup(path);
  const progress = progressOn(process.stderr);
  const { tables, rows, blobs, isCompared } = await checkBackup(stored, {
    workFolder: madeDataFolder(),
    onProgress: (done, total) => progress.show(size(done), total === 0 ? null : done / total),
  }).finally(() => progress.end());
  print(`${stored.path} is good: ${count(tables)} tables, ${count(rows)} rows, ${count(blobs)} files of the library.`);
  print(isCompared ? 'The rows are as many as there were.' : 'Writes went on to its end, so rows were not compared.');
}

export const size = (bytes: number) =>
  bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(0)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
