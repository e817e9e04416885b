import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { mediaTools, type TestApp, testApp } from '../../../test/app.ts';
import { commandLine } from '../../core/rights.ts';
import { kysely } from '../../db/connect.ts';
import { diskStorage } from '../../storage/disk.ts';
import { readArchive, writeArchive } from './archive.ts';
import { moveObjects } from './move.ts';
import { bytesAt, picture, sentForm, thumbOf, uploaded } from './testing/files.ts';

let from: TestApp;
let to: TestApp;
let archive: Buffer;
const SITE = 7;
beforeAll(async () => {
  const publicUrl = () => 'https://api.example';
  [from, to] = [await testApp({ publicUrl }), await testApp({ publicUrl })];
  for (const app of [from, to]) await app.site({ id: SITE });
});

const items = async (app: TestApp) => (await app.manage('GET', `/sites/${SITE}/media`)).media_items;
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it('an archive contains items with their ids, addresses, files and uses', async () => {
  await uploaded(from, SITE, await picture('png', 50, 40), { name: 'a.png', fields: { alt_text: 'Å', focal_x: '10' } });
  const minutes = await uploaded(from, SITE, '%PDF-1.7 draft', { name: 'minutes.pdf' });
  await sentForm(from, 'PUT', `/v1/manage/sites/${SITE}/media/${minutes.id}/file`, '%PDF-1.7 minutes');
  const parts: Buffer[] = [];
  const write = async (part: Buffer) => void parts.push(part);
  expect(await writeArchive(kysely(from.pool), from.media, null, write)).toEqual({ items: 2, files: 2 });
  archive = Buffer.concat(parts);
  const [, cover] = await items(from);
  // The text comes before its media.
  const { section } = await to.manage('POST', `/sites/${SITE}/sections`, {
    section: { name: 'S', cover_url: cover.path },
  });
  expect(await readArchive(kysely(to.pool), to.media, pieces(archive, 700), commandLine)).toEqual({
    items: 2,
    files: 2,
    known: 0,
  });
  expect(await items(to)).toEqual(await items(from));
  for (const { path } of await items(to))
    expect((await bytesAt(to, path)).bytes.equals((await bytesAt(from, path)).bytes), path).toBe(true);
  expect((await bytesAt(to, thumbOf(cover.path, '48x0'))).status).toBe(200);
  expect((await to.manage('GET', `/sites/${SITE}/media/${cover.id}/uses`)).uses).toEqual([
    { owner: 'section', owner_id: String(section.id), title: 'S', article_uid: null },
  ]);
  // A replaced file is found at its earlier address there too.
  expect((await bytesAt(to, minutes.path)).bytes.toString()).toBe('%PDF-1.7 minutes');
  const next = await uploaded(to, SITE, await picture('png', 51, 40));
  expect(next.id).toBeGreaterThan(Math.max(...(await items(from)).map(({ id }: { id: number }) => id)));
});

it('an archive that is imported twice changes nothing, and a damaged one is rejected', async () => {
  expect(await readArchive(kysely(to.pool), to.media, pieces(archive, 100_000), commandLine)).toEqual({
    items: 0,
    files: 0,
    known: 2,
  });
  const read = (bytes: Buffer) => readArchive(kysely(to.pool), to.media, pieces(bytes, 1_000), commandLine);
  const damaged = Buffer.from(archive);
  damaged[600] = (damaged[600] ?? 0) ^ 1;
  await expect(read(damaged)).rejects.toThrow('another hash');
  await expect(read(archive.subarray(0, 900))).rejects.toThrow('truncated');
  await expect(read(Buffer.alloc(1_024, 'x'))).rejects.toThrow('not a tar archive');
  // A thumbnail may still be being stored.
  await expect.poll(() => readdirSync(to.media.workFolder)).toEqual([]);
});

it('objects are moved from one storage to another, also after an interruption', async () => {
  const { workFolder } = mediaTools();
  const source = from.media.storage;
  const target = diskStorage(join(workFolder, '../moved'));
  const keys = async (storage: typeof source) => {
    const found: string[] = [];
    for await (const { key } of storage.list('blobs/')) found.push(key);
    return found.sort();
  };
  const before = await keys(source);
  const interrupted = moveObjects(source, target, workFolder, () => {
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  expect([...(await keys(source)), ...(await keys(target))].sort()).toEqual(before);
  await moveObjects(source, target, workFolder, () => {});
  expect([await keys(source), await keys(target)]).toEqual([[], before]);
});
