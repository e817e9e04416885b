import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { mediaTools, type TestApp, testApp } from '../../../test/app.ts';
import { type Db, kysely } from '../../db/connect.ts';
import { deleteOldThumbs, deleteStrayBytes, deleteUnusedBlobs, deleteUnusedItems } from './garbage.ts';
import { bytesAt, picture, thumbOf, uploaded } from './testing/files.ts';
import type { MediaTools } from './tools.ts';

let app: TestApp;
let db: Db;
let tools: MediaTools;
let site: number;
const { signal } = new AbortController();
beforeAll(async () => {
  tools = mediaTools();
  app = await testApp({ media: tools });
  db = kysely(app.pool);
  site = await app.site();
});

const own = (size: number, name = 'a.png') =>
  picture('png', size, 10).then((bytes) => uploaded(app, site, bytes, { name }));
const exists = async (id: number) =>
  (await app.get(`/v1/manage/sites/${site}/media/${id}`, { token: 'admin-token-for-tests' })).status === 200;
const objects = async (prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of tools.storage.list(prefix)) keys.push(key);
  return keys;
};

it('collected items are deleted 30 days after their last use; those of editors are not', async () => {
  const [kept, used, fresh, old] = [await own(11), await own(12), await own(13), await own(14)];
  await app.pool.query(`update media set origin = 'remote', orphan_since = null where id = any($1)`, [
    [used.id, fresh.id, old.id],
  ]);
  await app.pool.query(`update media set orphan_since = now() - interval '31 days' where id = any($1)`, [
    [kept.id, used.id, old.id],
  ]);
  await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'S', cover_url: used.path } });
  await deleteUnusedItems(db, signal);
  expect(await Promise.all([kept, used, fresh, old].map(({ id }) => exists(id)))).toEqual([true, true, true, false]);
  const { rows } = await app.pool.query(
    'select id, orphan_since is null as is_used from media where id = any($1) order by id',
    [[used.id, fresh.id]],
  );
  expect(rows.map(({ is_used }) => is_used)).toEqual([true, false]);
});

async function storedThumbs(path: string, ...sizes: string[]): Promise<void> {
  const count = async () => (await app.pool.query('select count(*)::int as n from thumb')).rows[0].n;
  const before = await count();
  for (const size of sizes) expect((await bytesAt(app, thumbOf(path, size))).status).toBe(200);
  // They are answered before they are stored, and a work file goes last.
  await expect.poll(async () => [await count(), readdirSync(tools.workFolder)]).toEqual([before + sizes.length, []]);
}

it('bytes go with their thumbnails 30 days after their last item, and are back when they are uploaded again', async () => {
  const [first, second] = [await own(21), await own(22)];
  await storedThumbs(first.path, '48x0');
  for (const { id } of [first, second]) await app.manage('DELETE', `/sites/${site}/media/${id}`);
  const before = (await objects('blobs/')).length;
  await deleteUnusedBlobs(db, tools, signal);
  expect((await objects('blobs/')).length).toBe(before);
  await app.pool.query(
    `update blob set orphan_since = now() - interval '31 days' where orphan_since is not null and width in (21, 22)`,
  );
  const again = await own(22);
  await deleteUnusedBlobs(db, tools, signal);
  const { rows } = await app.pool.query('select width from blob where width in (21, 22)');
  expect(rows).toEqual([{ width: 22 }]);
  expect((await bytesAt(app, again.path)).status).toBe(200);
  const { rows: hashes } = await app.pool.query(`select encode(sha256, 'hex') as hash from blob`);
  const stored = (await objects('thumbs/')).map((key) => key.split('/')[1]);
  expect(stored.filter((hash) => !hashes.some((row) => row.hash === hash))).toEqual([]);
});

it('bytes whose deletion was interrupted are deleted by the next run, or stored again by an upload', async () => {
  const [gone, back] = [await own(31), await own(32)];
  for (const { id } of [gone, back]) await app.manage('DELETE', `/sites/${site}/media/${id}`);
  // As after a kill between the deletion of the bytes and of the row.
  await app.pool.query(`update blob set state = 'purging' where width in (31, 32)`);
  for (const key of await objects('blobs/')) {
    const { rows } = await app.pool.query(`select width from blob where encode(sha256, 'hex') = $1`, [
      key.split('/').at(-1),
    ]);
    if ([31, 32].includes(rows[0]?.width)) await tools.storage.delete(key);
  }
  expect((await bytesAt(app, (await own(32)).path)).status).toBe(200);
  await deleteUnusedBlobs(db, tools, signal);
  const { rows } = await app.pool.query('select width, state from blob where width in (31, 32)');
  expect(rows).toEqual([{ width: 32, state: 'present' }]);
});

it('thumbnails are deleted when unused for 60 days, and the oldest when they take too much space', async () => {
  const item = await own(41);
  await storedThumbs(item.path, '48x0', '96x0', '160x0');
  await app.pool.query(`update thumb set last_used_on = now() - interval '61 days' where variant like '48x%'`);
  await deleteOldThumbs(db, tools, 1_000_000_000, signal);
  const variants = async () =>
    (await app.pool.query(`select variant from thumb order by variant`)).rows.map(({ variant }) => variant);
  expect(await variants()).not.toContainEqual(expect.stringMatching(/^48x/));
  expect((await variants()).length).toBeGreaterThan(0);
  await deleteOldThumbs(db, tools, 0, signal);
  expect([await variants(), await objects('thumbs/')]).toEqual([[], []]);
  expect((await bytesAt(app, thumbOf(item.path, '96x0'))).status).toBe(200);
});

it('bytes without a row and files of interrupted work go after a day', async () => {
  const folder = tools.storage.localPath('') ?? '';
  const hash = 'ab'.repeat(32);
  const [now, old] = [new Date(), new Date(Date.now() - 25 * 3_600_000)];
  const plant = (path: string, isOld: boolean) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), 'x');
    // The file system's clock may be another one than the process's.
    utimesSync(join(folder, path), isOld ? old : now, isOld ? old : now);
  };
  plant(`blobs/ab/${hash}`, true);
  plant(`thumbs/${hash}/48x48_50-50_q80.webp`, true);
  plant('work/old', true);
  plant('work/new', false);
  plant(`blobs/cd/${'cd'.repeat(32)}`, false);
  const item = await own(51);
  for (const key of await objects('blobs/')) if (!key.includes('cdcdcd')) utimesSync(join(folder, key), old, old);
  await deleteStrayBytes(db, tools, new Date(), signal);
  expect(await objects('blobs/ab/')).not.toContain(`blobs/ab/${hash}`);
  expect(await objects('thumbs/')).not.toContainEqual(expect.stringContaining(hash));
  expect(await objects('blobs/cd/')).toHaveLength(1);
  expect(readdirSync(tools.workFolder)).toEqual(['new']);
  expect((await bytesAt(app, item.path)).status).toBe(200);
});
