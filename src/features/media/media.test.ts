import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, mediaTools, type TestApp, testApp } from '../../../test/app.ts';
import { animation, bytesAt, DRAWING, phonePicture, picture, thumbOf, upload, uploaded } from './testing/files.ts';
import { blobKey, type MediaTools } from './tools.ts';

let app: TestApp;
let tools: MediaTools;
let site: number;
beforeAll(async () => {
  tools = mediaTools();
  app = await testApp({ media: tools });
  site = await app.site();
});

const workFiles = () => readdirSync(tools.workFolder);

describe('an upload', () => {
  it('becomes an item that is served under an address with its hash', async () => {
    const bytes = await picture('png');
    const reply = await upload(app, site, bytes, {
      name: 'The Härbour.PNG',
      fields: { alt_text: 'A harbour', credit: 'Ida', focal_x: '30', focal_y: '70' },
    });
    expect(reply.status, reply.text).toBe(201);
    const { media_item: item } = reply.body;
    expect(item).toMatchObject({
      site_id: site,
      type: 'image',
      mime: 'image/png',
      size: bytes.length,
      ...{ width: 400, height: 300, pages: 1, origin: 'upload' },
      ...{ title: 'The Härbour', alt_text: 'A harbour', credit: 'Ida', caption: '', focal_x: 30, focal_y: 70 },
    });
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(item.path).toBe(`/files/sites/${site}/the-harbour-${hash.slice(0, 12)}.png`);
    expect(item.url).toBe(`${app.url}${item.path.replace('.png', '~30x70.png')}`);
    expect(item.color).toMatch(/^#[0-9a-f]{6}$/);
    expect(Buffer.from(item.thumbhash, 'base64').length).toBeGreaterThan(5);
    for (const address of [item.url, app.url + item.path]) {
      const file = await bytesAt(app, address);
      expect(file.status).toBe(200);
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable, s-maxage=86400',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'accept-ranges': 'bytes',
        etag: `"${hash.slice(0, 32)}"`,
      });
    }
    expect(workFiles()).toEqual([]);
  });

  it('of a file of which the storage has a part, after an upload that broke off, is stored completely', async () => {
    const bytes = Buffer.from(`%PDF-1.7 ${'whole '.repeat(1_000)}`);
    const key = blobKey(createHash('sha256').update(bytes).digest());
    const part = tools.storage.localPath(key) ?? '';
    mkdirSync(dirname(part), { recursive: true });
    writeFileSync(part, bytes.subarray(0, 700));
    const item = await uploaded(app, site, bytes, { name: 'whole.pdf' });
    expect((await bytesAt(app, item.path)).bytes.equals(bytes)).toBe(true);
  });

  it('of the same file again is the same item, also at the same time', async () => {
    const bytes = await picture('jpeg', 64, 64);
    const first = await uploaded(app, site, bytes, { name: 'a.jpg' });
    expect(await uploaded(app, site, bytes, { name: 'b.jpg' })).toEqual(first);
    const other = await picture('jpeg', 65, 64);
    const items = await Promise.all([1, 2, 3, 4, 5].map(() => uploaded(app, site, other)));
    expect(new Set(items.map(({ id }) => id)).size).toBe(1);
    const elsewhere = await app.site();
    const item = await uploaded(app, elsewhere, bytes);
    expect(item.path).not.toBe(first.path);
    const { rows } = await app.pool.query('select count(*)::int as n from blob where mime = $1 and width = 64', [
      'image/jpeg',
    ]);
    expect(rows[0].n).toBe(1);
  });

  it('of a photograph is served upright and without metadata', async () => {
    const item = await uploaded(app, site, await phonePicture(), { name: 'IMG_0001.JPG' });
    expect(item).toMatchObject({ width: 300, height: 400, mime: 'image/jpeg' });
    const { bytes } = await bytesAt(app, item.url);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ width: 300, height: 400, format: 'jpeg' });
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    expect(bytes.includes('Ida Holm')).toBe(false);
  });

  it('of a drawing is served as PNG', async () => {
    const item = await uploaded(app, site, DRAWING, { name: 'logo.svg', declared: 'image/svg+xml' });
    expect(item).toMatchObject({ mime: 'image/png', width: 120, height: 80 });
    expect(item.path).toMatch(/logo-[0-9a-f]{12}\.png$/);
    expect((await sharp((await bytesAt(app, item.url)).bytes).stats()).dominant).toMatchObject({ r: 56 });
  });

  it.each([
    ['PDF', '%PDF-1.7\n%âãÏÓ', 'application/pdf', 'document'],
    ['MP4', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'video/mp4', 'video'],
    ['WebM', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm', 'video/webm', 'video'],
    ['MP3', `ID3\x04\0\0\0\0\0\0${'\0'.repeat(40)}`, 'audio/mpeg', 'audio'],
  ])('of %s is stored as it is', async (_name, text, mime, type) => {
    const bytes = Buffer.from(text, 'latin1');
    const item = await uploaded(app, site, bytes, { name: 'a', declared: 'text/html' });
    expect(item).toMatchObject({ mime, type, width: null, thumbhash: null });
    const file = await bytesAt(app, item.url);
    expect(file.headers.get('content-type')).toBe(mime);
    expect(file.bytes.equals(bytes)).toBe(true);
    expect((await bytesAt(app, thumbOf(item.url, '100x100'))).status).toBe(404);
  });

  it('without a file, with two, or with unknown fields is 422', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 hello world\r\n';
    for (const rawBody of [
      '--x--\r\n',
      `${file}${file}--x--\r\n`,
      `--x\r\ncontent-disposition: form-data; name="colour"\r\n\r\nred\r\n${file}--x--\r\n`,
    ]) {
      const reply = await app.request('POST', `/v1/manage/sites/${site}/media`, { token: ADMIN, headers, rawBody });
      expect([reply.status, reply.body.problems?.length], reply.text).toEqual([422, 1]);
    }
    const cut = await app.request('POST', `/v1/manage/sites/${site}/media`, { token: ADMIN, headers, rawBody: file });
    expect(cut.status, cut.text).toBe(400);
    const nothing = await app.request('POST', `/v1/manage/sites/${site}/media`, {
      token: ADMIN,
      headers: { 'content-type': 'multipart/form-data' },
      rawBody: file,
    });
    expect(nothing.status).toBe(400);
    expect(workFiles()).toEqual([]);
  });

  it('is refused by rights, by length and by type before it is read', async () => {
    const endless = (headers: Record<string, string>, begin: string) =>
      new Promise<number>((resolve, reject) => {
        const sending = request(`${app.url}/v1/manage/sites/${site}/media`, {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
        });
        sending.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sending.on('error', reject);
        sending.write(begin);
      });
    const bearer = { authorization: `Bearer ${ADMIN}` };
    expect(await endless({ 'content-length': '1000000' }, '--x\r\n')).toBe(401);
    expect(await endless({ ...bearer, 'content-length': String(300 * 1024 * 1024) }, '--x\r\n')).toBe(413);
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    expect(await endless({ ...bearer, 'content-length': '1000000' }, head + 'plain text '.repeat(500))).toBe(415);
    await expect.poll(workFiles).toEqual([]);
  });

  it('that is longer than its type may be is 413', async () => {
    const bytes = Buffer.alloc(50 * 1024 * 1024 + 1, '%PDF-1.7 ');
    expect((await upload(app, site, bytes)).status).toBe(413);
    expect(workFiles()).toEqual([]);
  });

  it('needs a key that may write, of this site', async () => {
    const key = async (scopes: string[], site_ids: number[]) =>
      (await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes, site_ids } })).api_key.key;
    const bytes = await picture('png', 10, 10);
    expect((await upload(app, site, bytes, { token: await key(['manage:read'], [site]) })).status).toBe(403);
    expect((await upload(app, site, bytes, { token: await key(['manage:write'], [await app.site()]) })).status).toBe(
      404,
    );
    expect((await upload(app, site, bytes, { token: await key(['manage:write'], [site]) })).status).toBe(201);
  });
});

describe('the library', () => {
  it('lists, filters, describes and deletes', async () => {
    const own = await app.site();
    const [red] = await Promise.all([
      uploaded(app, own, await picture('png', 30, 20), { name: 'red.png', fields: { caption: 'Åland ferry' } }),
      uploaded(app, own, '%PDF-1.7 budget', { name: 'budget.pdf' }),
    ]);
    const list = async (query: string) =>
      (await app.manage('GET', `/sites/${own}/media${query}`)).media_items
        .map(({ title }: { title: string }) => title)
        .sort();
    expect(await list('')).toEqual(['budget', 'red']);
    expect(await list('?q=ÅLAND')).toEqual(['red']);
    expect(await list('?type=document')).toEqual(['budget']);
    expect(await list('?type=video')).toEqual([]);
    expect(await list('?origin=upload&unused=true&count=1')).toHaveLength(1);
    expect(await list('?unused=false')).toEqual([]);
    expect([await list('?created_by=admin+token'), await list('?created_by=person:7')]).toEqual([
      ['budget', 'red'],
      [],
    ]);
    const path = `/v1/manage/sites/${own}/media/${red.id}`;
    const read = await app.get(path, { token: ADMIN });
    expect([read.headers.get('etag'), read.body.media_item]).toEqual(['"1"', red]);
    const change = { media_item: { ...red, alt_text: 'Red', focal_x: 10 } };
    const changed = await app.request('PATCH', path, { token: ADMIN, body: change, headers: { 'if-match': '"1"' } });
    expect(changed.body.media_item).toMatchObject({ alt_text: 'Red', focal_x: 10, focal_y: 50 });
    const stale = await app.request('PATCH', path, { token: ADMIN, body: change, headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(409);
    expect((await app.manage('GET', `/sites/${own}/media/${red.id}/uses`)).uses).toEqual([]);
    await app.manage('DELETE', `/sites/${own}/media/${red.id}`);
    expect((await app.get(path, { token: ADMIN })).status).toBe(404);
    expect((await bytesAt(app, red.url)).status).toBe(404);
    await app.manage('GET', `/sites/${site}/media/999999`, undefined, 404);
  });
});

it('the library continues after a cursor, also when something new comes in', async () => {
  const own = await app.site();
  const upload = async (n: number) => (await uploaded(app, own, `%PDF-1.7 minutes ${n}`, { name: `${n}.pdf` })).id;
  const ids = [await upload(1), await upload(2), await upload(3)].reverse();
  const page = (query: string) => app.manage('GET', `/sites/${own}/media?count=2${query}`);
  const idsOf = ({ media_items }: { media_items: { id: number }[] }) => media_items.map(({ id }) => id);
  const first = await page('');
  expect([idsOf(first), first.more, first.meta]).toEqual([ids.slice(0, 2), true, { total_count: 3, count: 2 }]);
  await upload(4);
  const second = await page(`&cursor=${first.cursor}`);
  expect([idsOf(second), second.more, second.cursor]).toEqual([ids.slice(2), false, String(ids[2])]);
  const end = await page(`&cursor=${second.cursor}`);
  expect([idsOf(end), end.more, end.cursor]).toEqual([[], false, null]);
  await app.manage('GET', `/sites/${own}/media?cursor=x`, undefined, 400);
});

describe('a file', () => {
  let address: string;
  beforeAll(async () => {
    address = (await uploaded(app, site, `%PDF-1.7 ${'0123456789'.repeat(10_000)}`, { name: 'long.pdf' })).path;
  });

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/100009', '%PDF-1.7 0'],
    ['bytes=9-18', 206, 'bytes 9-18/100009', '0123456789'],
    ['bytes=100000-', 206, 'bytes 100000-100008/100009', '123456789'],
    ['bytes=-4', 206, 'bytes 100005-100008/100009', '6789'],
    ['bytes=100005-999999', 206, 'bytes 100005-100008/100009', '6789'],
    ['bytes=100009-', 416, 'bytes */100009', null],
    ['bytes=-0', 416, 'bytes */100009', null],
    ['bytes=0-1,5-6', 200, null, null],
    ['bytes=5-1', 200, null, null],
    ['pages=1-2', 200, null, null],
  ])('answers Range: %s with %d', async (range, status, contentRange, body) => {
    const reply = await bytesAt(app, address, { range });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([status, contentRange]);
    if (body !== null) expect(reply.bytes.toString()).toBe(body);
    if (status === 200) expect(reply.bytes.length).toBe(100_009);
  });

  it('honours If-Range, If-None-Match and HEAD', async () => {
    const etag = (await bytesAt(app, address)).headers.get('etag') ?? '';
    expect((await bytesAt(app, address, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await bytesAt(app, address, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await bytesAt(app, address, { 'if-none-match': etag })).status).toBe(304);
    const head = await app.request('HEAD', address);
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '100009', '']);
  });

  it('is nowhere else', async () => {
    for (const path of [
      address.replace('.pdf', '.jpg'),
      address.replace(/[0-9a-f]{12}/, '000000000000'),
      `/files/sites/${site + 1}/${address.split('/').at(-1)}`,
      `/files/sites/${site}/..%2f..%2fetc%2fpasswd`,
      `/files/sites/${site}/%00.pdf`,
      `/files/sites/0/x.pdf`,
    ])
      expect((await bytesAt(app, path)).status, path).toBe(404);
    expect((await app.request('POST', address)).status).toBe(405);
  });

  it('is closed when its client disconnects', async () => {
    const big = await uploaded(app, site, `%PDF-1.7 ${'0123456789'.repeat(2_000_000)}`, { name: 'big.pdf' });
    const open = () => readdirSync('/proc/self/fd').length;
    if (process.platform !== 'linux') return;
    await bytesAt(app, big.path, { range: 'bytes=0-1' });
    const before = open();
    for (let n = 0; n < 10; n++) {
      const reading = new AbortController();
      const response = await fetch(app.url + big.path, { signal: reading.signal });
      await response.body?.getReader().read();
      reading.abort();
    }
    await expect.poll(open).toBeLessThanOrEqual(before + 2);
  });
});

describe('an animation', () => {
  it('is animated in WebP, and a still picture in other formats', async () => {
    const item = await uploaded(app, site, await animation(5), { name: 'moving.gif' });
    expect(item).toMatchObject({ mime: 'image/gif', pages: 5, width: 20, height: 10 });
    const webp = await bytesAt(app, thumbOf(item.url, '48x24'), { accept: 'image/webp' });
    expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', pages: 5, width: 48, height: 24 });
    const png = await bytesAt(app, thumbOf(item.url, '48x24'), { accept: 'image/*' });
    expect((await sharp(png.bytes).metadata()).format).toBe('png');
  });
});
