import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { mediaTools, testApp } from '../../../test/app.ts';
import { createImagePool, type PoolOptions } from '../../images/pool.ts';
import { bytesAt, picture, slowDrawing, thumbOf, upload, uploaded } from './testing/files.ts';
import { hostileFiles } from './testing/hostile-files.ts';

const TYPES: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
};

it('a drawing that costs too much is 422, and 503 when the machine is busy', async () => {
  const sent = async (pool: PoolOptions) => {
    const media = { ...mediaTools(), images: createImagePool({ size: 1, ...pool }) };
    const app = await testApp({ media });
    const { status, headers, body } = await upload(app, await app.site(), Buffer.from(slowDrawing()), {
      name: 'x.svg',
    });
    expect(readdirSync(media.workFolder)).toEqual([]);
    return [status, headers.has('retry-after'), body.problems?.[0]?.path];
  };
  expect(await sent({ svgTimeout: 240_000, svgCpu: 50 })).toEqual([422, false, '/file']);
  expect(await sent({ svgTimeout: 1 })).toEqual([503, true, undefined]);
});

it('a small file in JSON that takes longer than a request may is said to be the cause', async () => {
  const { database, ...first } = await testApp();
  const site = await first.site();
  const images = { run: () => new Promise<never>(() => {}), waiting: () => 0, stop: async () => {} };
  const app = await testApp({ media: { ...mediaTools(), images }, deadline: 3_000 }, { database });
  const data = (await picture('jpeg', 8, 8)).toString('base64');
  const { error } = await app.manage('POST', `/sites/${site}/media`, { media_item: { data, name: 'x.jpg' } }, 503);
  expect(error).toContain('The file took too long');
});

it('40 bombs and mislabelled files are rejected, or served as their real type', async () => {
  const media = mediaTools();
  const app = await testApp({ media });
  const site = await app.site();
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(40);
  const statuses = new Map<number, number>();
  for (const { name, bytes } of files) {
    const reply = await upload(app, site, bytes, { name: `${name}.jpg`, declared: 'image/jpeg' });
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    expect([201, 415, 422], `${name}: ${reply.text}`).toContain(reply.status);
    if (reply.status !== 201) continue;
    const item = reply.body.media_item;
    const file = await bytesAt(app, item.path);
    expect(file.headers.get('content-type'), name).toBe(item.mime);
    const { format = '', exif } = await sharp(file.bytes, { failOn: 'none', limitInputPixels: false }).metadata();
    expect([TYPES[format], exif], name).toEqual([item.mime, undefined]);
    expect([200, 503], name).toContain((await bytesAt(app, thumbOf(item.path, '48x48'))).status);
  }
  // Some are refused and some accepted.
  expect(statuses.get(415)).toBeGreaterThan(20);
  expect(statuses.get(201)).toBeGreaterThan(3);
  expect(readdirSync(media.workFolder)).toEqual([]);
  // The image processes still work.
  const item = await uploaded(app, site, await picture('jpeg', 33, 22));
  expect((await bytesAt(app, thumbOf(item.path, '48x0'))).status).toBe(200);
});
