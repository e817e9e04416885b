import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediaTools, testApp } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { s3Server } from '../../test/s3/server.ts';
import type { S3Server } from '../../test/s3/start.ts';
import { bytesAt, picture, thumbOf, upload, uploaded } from '../features/media/testing/files.ts';
import { copyInto, diskError, diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import { type Storage, withFallback } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'masthead-storage-'));
atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
let server: S3Server;
beforeAll(async () => {
  server = await s3Server();
});

const fileOf = (bytes: Uint8Array | string): string => {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(path, bytes);
  return path;
};
const read = async (storage: Storage, key: string, range?: { from: number; to: number }) => {
  const stream = await storage.get(key, range);
  return stream && (await buffer(stream));
};
const keys = async (storage: Storage, prefix: string) => {
  const found: string[] = [];
  for await (const { key } of storage.list(prefix)) found.push(key);
  return found.sort();
};

describe.each([
  ['a disk', () => diskStorage(join(folder, 'disk'))],
  ['S3', () => s3Storage(server.options)],
  ['S3 with a disk behind it', () => withFallback(s3Storage(server.options), diskStorage(join(folder, 'behind')))],
] as const)('%s', (name, open) => {
  const prefix = `${name.replaceAll(' ', '-')}/`;

  it('stores files, and reads, lists and deletes them', async () => {
    const storage = open();
    const bytes = randomBytes(100_000);
    const file = fileOf(bytes);
    await storage.put(`${prefix}a`, file);
    expect(existsSync(file)).toBe(false);
    await storage.put(`${prefix}b/c`, fileOf('c'));
    expect((await read(storage, `${prefix}a`))?.equals(bytes)).toBe(true);
    expect((await read(storage, `${prefix}a`, { from: 10, to: 19 }))?.equals(bytes.subarray(10, 20))).toBe(true);
    expect(await storage.stat(`${prefix}a`)).toMatchObject({ key: `${prefix}a`, size: 100_000 });
    expect(await keys(storage, prefix)).toEqual([`${prefix}a`, `${prefix}b/c`]);
    await storage.delete(`${prefix}a`);
    expect([await read(storage, `${prefix}a`), await storage.stat(`${prefix}a`)]).toEqual([null, null]);
    await storage.delete(`${prefix}a`);
    expect(await keys(storage, prefix)).toEqual([`${prefix}b/c`]);
  });

  it('stores a file that is sent in parts', async () => {
    const storage = open();
    const bytes = randomBytes(20 * 1024 * 1024 + 5);
    await storage.put(`${prefix}large`, fileOf(bytes));
    expect(await storage.stat(`${prefix}large`)).toMatchObject({ size: bytes.length });
    expect((await read(storage, `${prefix}large`))?.equals(bytes)).toBe(true);
  });
});

it('writers that copy the same file from another file system do not meet', async () => {
  const target = join(folder, 'copied');
  const bytes = randomBytes(3_000_000);
  const work = join(folder, 'work');
  const copies = Array.from({ length: 8 }, () => copyInto(fileOf(bytes), target, work));
  await Promise.all(copies);
  expect(readFileSync(target).equals(bytes)).toBe(true);
  const missing = copyInto(join(folder, 'missing'), join(folder, 'never'), work);
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(work)).toEqual([]);
});

it('S3 stores files also where fetch uses the agent of undici', async () => {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  try {
    const storage = s3Storage(server.options);
    await storage.put('sites/1/agent', fileOf('bytes'));
    expect(String(await read(storage, 'sites/1/agent'))).toBe('bytes');
  } finally {
    setGlobalDispatcher(before);
  }
});

it('files that are not moved yet are read from the old storage', async () => {
  const [first, second] = [diskStorage(join(folder, 'first')), diskStorage(join(folder, 'second'))];
  const both = withFallback(first, second);
  await second.put('blobs/old', fileOf('old'));
  await both.put('blobs/new', fileOf('new'));
  expect([String(await read(both, 'blobs/old')), String(await read(both, 'blobs/new'))]).toEqual(['old', 'new']);
  expect(await second.stat('blobs/new')).toBe(null);
  expect(await keys(both, 'blobs/')).toEqual(['blobs/new', 'blobs/old']);
  await both.delete('blobs/old');
  expect(await read(both, 'blobs/old')).toBe(null);
});

it('a bucket that does not answer, breaks off or does not exist is 503', async () => {
  const storage = s3Storage(server.options);
  await storage.put('faults/a', fileOf('a'));
  const missing = s3Storage({ ...server.options, url: server.options.url.replace('/media', '/nothing') });
  await expect(missing.put('x', fileOf('x'))).rejects.toMatchObject({ status: 503 });
  const impatient = s3Storage({ ...server.options, timeout: 500 });
  for (const fault of ['refuse', 'hang', 'cut'] as const) {
    server.fail(fault);
    const failing = fault === 'hang' ? impatient : storage;
    await expect(failing.put('faults/b', fileOf('b')), fault).rejects.toMatchObject({ status: 503 });
    await expect(failing.stat('faults/a'), fault).rejects.toMatchObject({ status: 503 });
  }
  server.fail('none');
  expect(String(await read(storage, 'faults/a'))).toBe('a');
});

it('media in S3 are uploaded and served; while it is unavailable uploads are 503 and reading content works', async () => {
  const media = mediaTools({ s3: server.options, storedIn: 's3' });
  const app = await testApp({ media });
  const site = await app.site();
  const bytes = await picture('png', 200, 100);
  const item = await uploaded(app, site, bytes);
  expect((await bytesAt(app, item.path)).bytes.equals(bytes)).toBe(true);
  expect((await bytesAt(app, item.path, { range: 'bytes=1-3' })).bytes.toString()).toBe('PNG');
  const thumb = await bytesAt(app, thumbOf(item.path, '96x0'));
  expect(thumb.status).toBe(200);
  const others = s3Storage(server.options);
  await expect.poll(async () => (await keys(others, 'thumbs/')).length).toBe(1);
  server.fail('refuse');
  expect((await upload(app, site, await picture('png', 201, 100))).status).toBe(503);
  expect((await app.get(`/v1/sites/${site}/articles`)).status).toBe(200);
  expect((await bytesAt(app, thumbOf(item.path, '96x0'))).status).toBe(200);
  const { rows } = await app.pool.query('select count(*)::int as n from media');
  expect(rows[0].n).toBe(1);
  server.fail('none');
  expect((await upload(app, site, await picture('png', 201, 100))).status).toBe(201);
});

it('on a full disk uploads are 507 and leave no row, and files, new thumbnails and content are still served', async () => {
  const opened = mediaTools();
  let isFull = false;
  const put: Storage['put'] = async (key, file) => {
    if (isFull) throw diskError(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    return opened.storage.put(key, file);
  };
  const app = await testApp({ media: { ...opened, storage: { ...opened.storage, put } } });
  const site = await app.site();
  const item = await uploaded(app, site, await picture('png', 200, 100));
  isFull = true;
  expect((await upload(app, site, await picture('png', 201, 100))).status).toBe(507);
  expect((await bytesAt(app, item.path)).status).toBe(200);
  expect((await bytesAt(app, thumbOf(item.path, '96x0'))).status).toBe(200);
  expect((await app.get(`/v1/sites/${site}/articles`)).status).toBe(200);
  const { rows } = await app.pool.query(
    'select (select count(*) from media)::int as items, (select count(*) from thumb)::int as thumbs',
  );
  expect(rows).toEqual([{ items: 1, thumbs: 0 }]);
  isFull = false;
  expect((await upload(app, site, await picture('png', 201, 100))).status).toBe(201);
});
