/** Where backups are: folders, and places in a bucket of the server that S3_URL names. */
import { join, resolve } from 'node:path';
import { type BucketPlace, bucketBackups, fetchBackup } from '../backup/bucket.ts';
import { openBackup, type StoredBackup, storedBackups } from '../backup/stored.ts';
import { inWorkFolder } from '../backup/work-folder.ts';
import { badUsage, dataTrouble } from '../core/errors.ts';
import { databaseAccount } from '../db/embedded/account.ts';
import { defaultDataDir, pgdataOf, prepareDataDir, tryDataDir } from '../db/embedded/data-folder.ts';
import { s3Storage } from '../storage/s3.ts';
import { config } from './command.ts';

const BUCKET = /^s3:\/\/([^/]+)\/?(.*?)\/*$/;

/** Where the embedded database is, or would be. */
export const dataFolder = () => tryDataDir(usualDataDir());
/** The same folder, made if it is missing: on a new machine there is none. */
export const madeDataFolder = () => prepareDataDir(usualDataDir(), databaseAccount(pgdataOf(usualDataDir())), () => {});
const usualDataDir = () => resolve(config().dataDir ?? defaultDataDir(process.cwd()));

/** The folder on this machine: a bucket gets copies of what is there. */
export function usualFolder(): string {
  const to = config().backups?.to;
  return to && !isBucket(to) ? to : join(dataFolder(), 'backups');
}

export const isBucket = (place: string) => place.startsWith('s3://');

/** `s3://bucket/some/where`. */
export function inBucket<T>(place: string, work: (bucket: BucketPlace) => Promise<T>): Promise<T> {
  const { s3 } = config();
  const [, bucket = '', path = ''] = BUCKET.exec(place) ?? [];
  if (!s3) throw badUsage('A place in a bucket needs S3_URL, S3_KEY and S3_SECRET, which name its server.');
  const storage = s3Storage({ ...s3, url: `${new URL(s3.url).origin}/${bucket}` });
  const prefix = path === '' ? '' : `${path}/`;
  return inWorkFolder(madeDataFolder(), (workFolder) => work({ storage, prefix, workFolder }));
}

/** The backup that a person names; one in a bucket is there for the time of the work. */
export async function withBackup<T>(place: string, work: (backup: StoredBackup) => Promise<T>): Promise<T> {
  if (!isBucket(place)) return work(await openBackup(place));
  const at = place.replace(/\/+$/, '').lastIndexOf('/');
  const name = place.replace(/\/+$/, '').slice(at + 1);
  return inBucket(place.slice(0, at), async (bucket) => work(await fetchBackup(bucket, name)));
}

export const backupsIn = (place: string): Promise<StoredBackup[]> =>
  isBucket(place) ? inBucket(place, bucketBackups) : storedBackups(place);

export async function newest(): Promise<string> {
  const found = (await storedBackups(usualFolder())).at(-1);
  if (!found) throw dataTrouble(`There are no backups in ${usualFolder()}; \`masthead backup\` makes one.`);
  return found.path;
}
