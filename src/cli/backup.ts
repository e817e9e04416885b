import { existsSync } from 'node:fs';
import { pushBackup, thinBucket } from '../backup/bucket.ts';
import { type Check, checkBackup } from '../backup/check.ts';
import { logErasures } from '../backup/erasure-log.ts';
import { makeBackup } from '../backup/make.ts';
import { openBackup, type StoredBackup } from '../backup/stored.ts';
import { thinBackups } from '../backup/thin.ts';
import { badUsage, dataTrouble } from '../core/errors.ts';
import type { Database } from '../db/connect.ts';
import { pgdataOf } from '../db/embedded/data-folder.ts';
import { migrationStates, pendingSentence } from '../db/migrate.ts';
import { loggedErasures } from '../features/erasures/log.ts';
import { mediaSettings, version } from '../start.ts';
import {
  backupsIn,
  dataFolder,
  inBucket,
  isBucket,
  madeDataFolder,
  newest,
  usualFolder,
  withBackup,
} from './backup-place.ts';
import { type Command, config, parsed, print, table, withDatabase } from './command.ts';
import { count, progressOn } from './progress.ts';

const ACTIONS = ['list', 'verify', 'run'];

export const backup: Command = {
  summary: 'back up the embedded database and the media on this disk',
  help: `Usage: masthead backup [PLACE]
       masthead backup list [PLACE]
       masthead backup verify [BACKUP]
       masthead backup run

Writes a backup to a folder of its own in PLACE, while the service runs. It has the whole
database and the files of the library, which are stored once for all backups of PLACE. What
was acknowledged before the command began is in it. Copy PLACE to another machine: a disk
that breaks takes its backups along.

PLACE is \`backups\` in the data folder unless you name another folder, or s3://BUCKET/PATH
on the server of S3_URL. A backup in a bucket is a copy of one in the folder.

list    lists the backups
verify  restores BACKUP (by default the newest) to a temporary folder, starts a server on it,
        reads every row, and compares every file with its hash; do so only with a backup that
        you trust as you trust the database: its functions may run
run     what the service does by itself every BACKUP_EVERY: makes a backup, verifies it,
        copies it to BACKUP_TO if that is a bucket, and deletes those beyond BACKUP_KEEP

\`masthead restore\` restores one. With DATABASE_URL use the tools of PostgreSQL:
docs/guides/run-it-for-real.md.`,
  async run(args) {
    const { positionals } = parsed(args, {});
    const [first, second, ...more] = positionals;
    const isAction = first !== undefined && ACTIONS.includes(first);
    if (more.length > 0 || (!isAction && second !== undefined)) throw badUsage('Name one place.');
    refuseServer();
    if (first === 'list') return list(second ?? usualFolder());
    if (first === 'verify') return verify(second ?? (await newest()));
    if (first === 'run' && second !== undefined) throw badUsage('run takes no place: BACKUP_TO names it.');
    if (first === 'run') return runScheduled();
    await makeIn(first ?? usualFolder());
  },
};

export function refuseServer(): void {
  if (config().databaseUrl)
    throw badUsage(
      'This is for the embedded database. Yours is on the server of DATABASE_URL: use pg_dump, as docs/guides/run-it-for-real.md shows.',
    );
}

async function makeIn(place: string): Promise<void> {
  const made = await withOurs((database) => make(database, isBucket(place) ? usualFolder() : place));
  if (isBucket(place)) await push(place, made);
}

async function runScheduled(): Promise<void> {
  const { backups } = config();
  if (!backups) throw badUsage('BACKUP_EVERY is 0, so nothing is to be done.');
  const { keep, to } = backups;
  await withOurs(async (database) => {
    const made = await make(database, usualFolder());
    await check(made);
    if (to && isBucket(to)) {
      await push(to, await openBackup(made.path));
      await inBucket(to, (bucket) => thinBucket(bucket, made.summary.system, keep));
    }
    const gone = await thinBackups(database.pool, made.folder, keep);
    if (gone.length > 0) print(`Deleted ${gone.join(', ')}.`);
  });
}

/** Opening a database that is missing would create an empty one. */
function withOurs<T>(work: (database: Database) => Promise<T>): Promise<T> {
  if (!existsSync(pgdataOf(dataFolder()))) throw dataTrouble(`There is no database in ${dataFolder()}; set DATA_DIR.`);
  return withDatabase(work, { schema: 'any' });
}

async function make({ pool, db }: Database, folder: string): Promise<StoredBackup> {
  const { s3, mediaStorage, secretKey } = config();
  const media = mediaSettings(config());
  const progress = progressOn(process.stderr);
  const made = await makeBackup({
    ...{ pool, folder, version, now: new Date(), needsSecretKey: secretKey !== null },
    ...{ mediaFolder: media.folder, mediaIn: s3 && mediaStorage === 's3' ? 's3' : 'disk' },
    onProgress: (done, total) => progress.show(size(done), total === 0 ? null : done / total),
  }).finally(() => progress.end());
  // An older schema has no erasures yet.
  if (!pendingSentence(await migrationStates(pool))) await logErasures(made.folder, loggedErasures(db));
  print(`${made.path}: ${count(made.summary.files)} files, ${size(made.summary.bytes)}`);
  if (made.summary.media === 's3') print('The files of the library are in the bucket of S3_URL, not in the backup.');
  if (made.summary.needs_secret_key) print('SECRET_KEY is not in it: keep it too.');
  return made;
}

async function push(place: string, made: StoredBackup): Promise<void> {
  await inBucket(place, (bucket) => pushBackup(bucket, made));
  print(`Copied to ${place.replace(/\/+$/, '')}/${made.name}.`);
}

async function list(place: string): Promise<void> {
  const found = await backupsIn(place);
  if (found.length === 0) return print(`There are no backups in ${place}.`);
  const rows = found.map(({ name, summary, check: checked }) => [
    ...[name, size(summary.bytes), `Masthead ${summary.version}`],
    checked === null ? 'no' : (checked.fault ?? 'yes'),
  ]);
  print(table([['BACKUP', 'SIZE', 'MADE BY', 'VERIFIED'], ...rows]));
}

async function verify(place: string): Promise<void> {
  await withBackup(place, check);
}

async function check(stored: StoredBackup): Promise<void> {
  const progress = progressOn(process.stderr);
  const { tables, rows, blobs, isCompared }: Check = await checkBackup(stored, {
    workFolder: madeDataFolder(),
    onProgress: (done, total) => progress.show(size(done), total === 0 ? null : done / total),
  }).finally(() => progress.end());
  print(`${stored.path} is good: ${count(tables)} tables, ${count(rows)} rows, ${count(blobs)} files of the library.`);
  print(isCompared ? 'The rows are as many as there were.' : 'Writes went on to its end, so rows were not compared.');
}

export const size = (bytes: number) =>
  bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(0)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
