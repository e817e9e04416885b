/** Backups in a bucket: the files of the database in archives, everything else as in a folder, `backup.json` last. To restore one it is fetched first. */
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Keep } from '../core/backup-keep.ts';
import { dataTrouble } from '../core/errors.ts';
import type { Storage, StoredObject } from '../storage/storage.ts';
import { ERASURES, logErasures, loggedLines } from './erasure-log.ts';
import { type FileLine, PRIVATE_FOLDER } from './files.ts';
import { packFiles, unpackFiles } from './packs.ts';
import { CHECK, filesOf, LIST, MEDIA, NAME, openBackup, placeOf, type StoredBackup, SUMMARY } from './stored.ts';
import { blobsOf, superfluousOf } from './thin.ts';

export interface BucketPlace {
  storage: Storage;
  /** Empty, or with a slash at its end. */
  prefix: string;
  /** For temporary files. */
  workFolder: string;
}

/** Requests at a time. */
const AT_ONCE = 8;
/** An upload that has no summary after this time was given up. */
const ABANDONED_MS = 86_400_000;

/** Afterwards the bucket has everything that the folder of the backup has of it. */
export async function pushBackup(place: BucketPlace, backup: StoredBackup): Promise<void> {
  const { own, shared } = await listed(backup);
  await several(shared, async (file) => {
    const key = `${place.prefix}${file.path}`;
    if ((await place.storage.stat(key))?.size !== file.bytes) await put(place, key, placeOf(backup, file));
  });
  const draft = join(place.workFolder, 'pack.tar');
  await packFiles(backup.path, own, draft, (number) =>
    place.storage.put(`${place.prefix}${backup.name}/${packName(number)}`, draft),
  );
  for (const name of backup.check ? [LIST, CHECK, SUMMARY] : [LIST, SUMMARY])
    await put(place, `${place.prefix}${backup.name}/${name}`, join(backup.path, name));
  await pushErasures(place, backup.folder);
}

const packName = (number: number) => `postgres-${String(number).padStart(4, '0')}.tar`;

async function listed(backup: StoredBackup): Promise<{ own: FileLine[]; shared: FileLine[] }> {
  const [own, shared]: [FileLine[], FileLine[]] = [[], []];
  for await (const file of filesOf(backup)) (file.isShared ? shared : own).push(file);
  return { own, shared };
}

/** Adds the lines of the folder to those that the bucket has. */
export async function pushErasures(place: BucketPlace, folder: string): Promise<void> {
  const merged = join(place.workFolder, 'erasures');
  await rm(merged, { recursive: true, force: true });
  await mkdir(merged);
  await fetchObject(place, ERASURES, join(merged, ERASURES));
  if (await logErasures(merged, loggedLines(folder)))
    await put(place, `${place.prefix}${ERASURES}`, join(merged, ERASURES));
}

/** Into a folder as `masthead backup` makes it. */
export async function fetchBackup(place: BucketPlace, name: string): Promise<StoredBackup> {
  const folder = join(place.workFolder, 'fetched');
  const missing = () => dataTrouble(`The bucket has no complete backup ${name}.`);
  for (const one of [LIST, SUMMARY])
    if (!(await fetchObject(place, `${name}/${one}`, join(folder, name, one)))) throw missing();
  await fetchObject(place, `${name}/${CHECK}`, join(folder, name, CHECK));
  await fetchObject(place, ERASURES, join(folder, ERASURES));
  const backup = await openBackup(join(folder, name));
  const { own, shared } = await listed(backup);
  // What is missing is found when it is restored.
  await several(shared, async (file) => void (await fetchObject(place, file.path, placeOf(backup, file))));
  const named = new Set(own.map(({ path }) => path));
  const pack = join(place.workFolder, 'pack.tar');
  for (let number = 1; await fetchObject(place, `${name}/${packName(number)}`, pack); number++)
    await unpackFiles(pack, backup.path, named);
  return backup;
}

/** The summaries and checks of all complete backups, without their files; the oldest first. */
export async function bucketBackups(place: BucketPlace): Promise<StoredBackup[]> {
  return (await known(place)).backups;
}

/** Deletes what is not to be kept; returns the names. */
export async function thinBucket(place: BucketPlace, system: string, keep: Keep): Promise<string[]> {
  const { backups, objects } = await known(place);
  const own = backups.filter(({ summary }) => summary.system === system);
  const gone = superfluousOf(own, keep);
  const given = abandoned(place, objects, backups);
  for (const name of [...gone, ...given]) {
    // Without its summary it is no backup.
    await place.storage.delete(`${place.prefix}${name}/${SUMMARY}`);
    const keys = objects.filter(({ key }) => nameIn(place, key) === name).map(({ key }) => key);
    await several(keys, (key) => place.storage.delete(key));
  }
  if (gone.length > 0 && own.length === backups.length) {
    const used = await blobsOf(backups.filter(({ name }) => !gone.includes(name)));
    const blobs = objects.filter(({ key }) => key.startsWith(`${place.prefix}${MEDIA}/`));
    await several(blobs, async ({ key }) => {
      if (!used.has(basename(key))) await place.storage.delete(key);
    });
  }
  return gone;
}

/** Names of uploads that were never completed. */
function abandoned(place: BucketPlace, objects: StoredObject[], complete: StoredBackup[]): string[] {
  const latest = new Map<string, number>();
  for (const { key, modified } of objects) {
    const name = nameIn(place, key);
    if (NAME.test(name)) latest.set(name, Math.max(modified.getTime(), latest.get(name) ?? 0));
  }
  const isGivenUp = ([name, at]: [string, number]) =>
    !complete.some((backup) => backup.name === name) && at < Date.now() - ABANDONED_MS;
  return [...latest].filter(isGivenUp).map(([name]) => name);
}

async function known(place: BucketPlace): Promise<{ backups: StoredBackup[]; objects: StoredObject[] }> {
  const objects: StoredObject[] = [];
  for await (const object of place.storage.list(place.prefix)) objects.push(object);
  const names = objects.flatMap(({ key }) => {
    const name = nameIn(place, key);
    return NAME.test(name) && key === `${place.prefix}${name}/${SUMMARY}` ? [name] : [];
  });
  const folder = join(place.workFolder, 'known');
  const backups: StoredBackup[] = [];
  for (const name of names.sort()) {
    for (const file of [SUMMARY, CHECK, LIST]) await fetchObject(place, `${name}/${file}`, join(folder, name, file));
    backups.push(await openBackup(join(folder, name)));
  }
  return { backups, objects };
}

const nameIn = ({ prefix }: BucketPlace, key: string) => key.slice(prefix.length).split('/')[0] ?? '';

/** A storage may move the file that it gets. */
async function put({ storage, workFolder }: BucketPlace, key: string, file: string): Promise<void> {
  const copy = join(workFolder, encodeURIComponent(key));
  await rm(copy, { force: true });
  await link(file, copy).catch(() => copyFile(file, copy)); // on another file system
  await storage.put(key, copy);
}

/** False if there is no such object. */
async function fetchObject({ storage, prefix }: BucketPlace, path: string, to: string): Promise<boolean> {
  const source = await storage.get(`${prefix}${path}`);
  if (!source) return false;
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  await rm(to, { force: true });
  await pipeline(source, createWriteStream(to, { mode: 0o600 }));
  return true;
}

async function several<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
