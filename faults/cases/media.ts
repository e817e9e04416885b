/** kill -9 within uploads: files on disk, and in S3 behind a proxy that fails. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { kysely, openPool } from '../../src/db/connect.ts';
import { deleteStrayBytes } from '../../src/features/media/garbage.ts';
import { blobKey, type MediaSettings, mediaStorage, thumbKey } from '../../src/features/media/tools.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type S3Server, startS3 } from '../../test/s3/start.ts';
import type { Case, Found, Given } from '../case.ts';
import { ADMIN_TOKEN, type Running } from '../service.ts';
import { newSite } from '../site.ts';

const KILLS = 40;
const KILLS_SHORT = 1;
const UPLOADERS = 4;
/** Answered uploads before a kill, so that 40 kills are within more than 500. */
const LEAST_ANSWERED = 14;
const ANSWERED_TIMEOUT_MS = 120_000;
const LONGEST_LIFE_MS = 200;
const LONGEST_FAULT_MS = 200;
/** After an upload that was not answered, so that few are while S3 is unavailable. */
const PAUSE_MS = 200;
const REQUEST_TIMEOUT_MS = 60_000;
const DAY_MS = 86_400_000;
/** More than a part of an upload to S3 has. */
const LARGE_BYTES = 9 * 1024 * 1024;
const LARGE_EVERY = 20;
const PICTURE_EVERY = 7;
const MOST_TRIES = 10;

const bearer = { authorization: `Bearer ${ADMIN_TOKEN}` };

interface Item {
  id: number;
  path: string;
  /** Of what was sent. */
  number?: number;
}

export const mediaOnDisk: Case = {
  name: 'media-disk',
  title: 'the service is killed within uploads, with files on the disk',
  isShort: true,
  run: (given) => withFolder((folder) => killed(given, { folder, s3: null, storedIn: 'disk' }, null)),
};

export const mediaInS3: Case = {
  name: 'media-s3',
  title: 'the service is killed within uploads to S3, which breaks off and refuses meanwhile',
  isShort: true,
  async run(given) {
    const server = await startS3();
    try {
      return await withFolder((folder) => killed(given, { folder, s3: server.options, storedIn: 's3' }, server));
    } finally {
      server.stop();
    }
  },
};

async function withFolder(work: (folder: string) => Promise<Found>): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-faults-media-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was sent so far. */
interface Sent {
  site: number;
  acknowledged: Item[];
  /** May or may not be there. */
  unanswered: number[];
  next: number;
}

async function killed(given: Given, settings: MediaSettings, server: S3Server | null): Promise<Found> {
  const { stage } = given;
  const { id: site } = await newSite(stage);
  const start = () => stage.worker({ ROLE: 'http', DATA_DIR: settings.folder, ...environment(settings) });
  const sent: Sent = { site, acknowledged: [], unanswered: [], next: 0 };
  const wanted = given.times ?? (given.isShort ? KILLS_SHORT : KILLS);
  let kills = 0;
  for (; kills < wanted && !given.isInterrupted(); kills++) {
    await killWithinUploads(given, await start(), sent, server);
    given.say(`${kills + 1} kills, ${sent.acknowledged.length} uploads answered, ${sent.unanswered.length} not`);
  }
  const service = await start();
  // What was not answered is sent again, over whatever it left.
  const again = sent.unanswered.splice(0);
  for (const number of again) await uploadPatiently(service, sent, number);
  const { collected, strays } = await collect(given, settings);
  const faults = [...strays, ...(await missing(service, sent))];
  if (sent.unanswered.length > 0) faults.push(`${sent.unanswered.length} uploads were refused when sent again`);
  await service.kill('SIGKILL');
  return { figures: { kills, uploads: sent.acknowledged.length, repeated: again.length, collected }, faults };
}

function environment({ s3 }: MediaSettings): Record<string, string> {
  return s3 ? { S3_URL: s3.url, S3_KEY: s3.key, S3_SECRET: s3.secret, S3_REGION: s3.region } : {};
}

async function killWithinUploads(
  { random }: Given,
  service: Running,
  sent: Sent,
  server: S3Server | null,
): Promise<void> {
  const enough = sent.acknowledged.length + LEAST_ANSWERED;
  const uploading = Array.from({ length: UPLOADERS }, async () => {
    while (service.isAlive()) if (!(await upload(service, sent, sent.next++))) await sleep(PAUSE_MS);
  });
  const deadline = Date.now() + ANSWERED_TIMEOUT_MS;
  while (sent.acknowledged.length < enough && Date.now() < deadline) {
    await sleep(20);
    if (!server || random() > 0.05) continue;
    server.fail(random() < 0.5 ? 'cut' : 'refuse');
    await sleep(random() * LONGEST_FAULT_MS);
    server.fail('none');
  }
  await sleep(random() * LONGEST_LIFE_MS);
  await service.kill('SIGKILL');
  server?.fail('none');
  await Promise.all(uploading);
}

/** A busy machine may refuse a picture with 503. */
async function uploadPatiently(service: Running, sent: Sent, number: number): Promise<void> {
  for (let tries = 1; !(await upload(service, sent, number)) && tries < MOST_TRIES; tries++) {
    sent.unanswered.pop();
    await sleep(PAUSE_MS);
  }
}

/** No file twice. Of an item that is a picture, a thumbnail is asked for too. True when it was acknowledged. */
async function upload({ url }: Running, sent: Sent, number: number): Promise<boolean> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const form = new FormData();
  form.append('file', new Blob([await fileOf(sent.site, number)]), 'file');
  try {
    const address = `${url}/v1/manage/sites/${sent.site}/media`;
    const answer = await fetch(address, { method: 'POST', headers: bearer, body: form, signal });
    if (answer.status !== 201) throw new Error(`It was answered with ${answer.status}.`);
    const { media_item } = (await answer.json()) as { media_item: Item }; // a management API response
    sent.acknowledged.push({ ...media_item, number });
    const thumb = media_item.path.replace('/files/', '/thumbs/').replace('.png', '_s48x0.png');
    if (thumb.endsWith('.png')) await (await fetch(url + thumb, { signal })).arrayBuffer();
  } catch {
    // Cut, or refused.
  }
  const isAcknowledged = sent.acknowledged.some((item) => item.number === number);
  if (!isAcknowledged) sent.unanswered.push(number);
  return isAcknowledged;
}

/** Mostly documents of some kilobytes; pictures, and some that are sent to S3 in parts. */
async function fileOf(site: number, number: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = number % LARGE_EVERY === LARGE_EVERY - 1 ? LARGE_BYTES : 20_000;
  if (number % PICTURE_EVERY > 0) return Buffer.alloc(bytes, `%PDF-1.7 ${site} ${number} `);
  const raw = { width: 2, height: 2, channels: 3 as const };
  const pixels = Buffer.alloc(12);
  pixels.writeUInt32LE(number, 0);
  pixels.writeUInt32LE(site, 4);
  return (await sharp(pixels, { raw }).png().toBuffer()) as Buffer<ArrayBuffer>;
}

/** Runs the clean-up of interrupted uploads as if it were two days later, then compares objects and rows. */
async function collect({ stage }: Given, settings: MediaSettings): Promise<{ collected: number; strays: string[] }> {
  const media = mediaStorage({ ...settings, folder: join(settings.folder, 'media') });
  const before = await keysOf(media.storage);
  const pool = openPool(stage.connection, 'command', () => {});
  try {
    await deleteStrayBytes(kysely(pool), media, new Date(Date.now() + 2 * DAY_MS), new AbortController().signal);
  } finally {
    await pool.end();
  }
  const after = await keysOf(media.storage);
  const known = new Set([
    ...(await stage.query<{ sha256: Buffer }>('select sha256 from blob')).map(({ sha256 }) => blobKey(sha256)),
    ...(await stage.query<{ sha256: Buffer; variant: string }>('select sha256, variant from thumb')).map(
      ({ sha256, variant }) => thumbKey(sha256, variant),
    ),
  ]);
  const strays = after.filter((key) => !known.has(key)).map((key) => `${key} is left although nothing has it`);
  const working = readdirSync(media.workFolder).map((name) => `the work file ${name} is left`);
  return { collected: before.length - after.length, strays: [...strays, ...working] };
}

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['blobs/', 'thumbs/']) for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

/** Acknowledged items that are not in the library, and items without all of their bytes. */
async function missing(service: Running, { site, acknowledged }: Sent): Promise<string[]> {
  const items = await library(service, site);
  const ids = new Set(items.map(({ id }) => id));
  const faults = acknowledged
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => `item ${id} was acknowledged and is not in the library`);
  for (const { path } of items) {
    const fault = await faultOf(service.url, path);
    if (fault) faults.push(`${path} ${fault}`);
  }
  return faults;
}

/** The name of a file ends in twelve digits of its hash. */
async function faultOf(url: string, path: string): Promise<string | null> {
  try {
    const file = await fetch(url + path);
    const hash = createHash('sha256').update(Buffer.from(await file.arrayBuffer()));
    if (file.status !== 200) return `is answered with ${file.status}`;
    return path.includes(hash.digest('hex').slice(0, 12)) ? null : 'has other bytes';
  } catch (error) {
    return `breaks off: ${(error as Error).message}`;
  }
}

async function library({ url }: Running, site: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/v1/manage/sites/${site}/media?count=100&page=${page}`, { headers: bearer });
    const { media_items } = (await answer.json()) as { media_items: Item[] }; // a management API response
    if (media_items.length === 0) return items;
    items.push(...media_items);
  }
}
