import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediaTools, type TestApp, testApp } from '../../../test/app.ts';
import { BadPicture, createImagePool, type ImagePool, PictureTimeout } from '../../images/pool.ts';
import { createFailedThumbs } from './failed-thumbs.ts';
import { animation, bytesAt, picture, slowDrawing, thumbOf, upload, uploaded } from './testing/files.ts';
import type { MediaTools } from './tools.ts';

let app: TestApp;
let site: number;
let item: { id: number; url: string; path: string };
let tools: MediaTools;
/** The simulated load of the image processes, and the work they got. */
const busy = { waiting: 0, thumbs: 0, failing: '', through: null as ImagePool | null };
/** What storing waits for. */
const storage = { put: async () => {} };
beforeAll(async () => {
  const opened = mediaTools();
  const images: ImagePool = {
    ...opened.images,
    run: (work) => {
      if (work.kind === 'thumb') busy.thumbs += 1;
      if (busy.failing === work.kind) return Promise.reject(new BadPicture('It ends every process.'));
      return (busy.through ?? opened.images).run(work);
    },
    waiting: () => busy.waiting,
  };
  const put: MediaTools['storage']['put'] = (key, file) => storage.put().then(() => opened.storage.put(key, file));
  tools = { ...opened, images, storage: { ...opened.storage, put } };
  app = await testApp({ media: tools });
  site = await app.site();
  item = await uploaded(app, site, await picture('jpeg', 800, 600), { name: 'wide.jpg' });
});

const thumb = (size: string, accept = 'image/webp', address = item.url) =>
  bytesAt(app, thumbOf(address, size), { accept });
const filesOf = async (id: number): Promise<string[]> => {
  const { rows } = await app.pool.query(`select encode(sha256, 'hex') as hash from media where id = $1`, [id]);
  const folder = join(tools.storage.localPath('thumbs') ?? '', rows[0].hash);
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Thumbnails are answered before they are stored; the work file goes when the bytes are, and the row comes last. */
const areStored = async (id: number) => {
  const { rows } = await app.pool.query(
    'select count(*)::int as n from thumb join media using (sha256) where id = $1',
    [id],
  );
  return rows[0].n > 0 && rows[0].n === (await filesOf(id)).length && readdirSync(tools.workFolder).length === 0;
};

describe('a thumbnail', () => {
  it('has the snapped size, the format that the client accepts, and headers for caches', async () => {
    const sizes = await Promise.all(
      (['300x200', '0x300', '100x0', '5x5_noupscale', '4000x0_noupscale'] as const).map(async (size) => {
        const { bytes } = await thumb(size);
        const { width, height, format } = await sharp(bytes).metadata();
        return `${width}x${height} ${format}`;
      }),
    );
    expect(sizes).toEqual(['320x213 webp', '480x360 webp', '160x120 webp', '48x48 webp', '800x600 webp']);
    const jpeg = await thumb('300x200', 'image/png');
    expect(Object.fromEntries(jpeg.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    });
    const etag = jpeg.headers.get('etag') ?? '';
    expect(
      (await bytesAt(app, thumbOf(item.url, '300x200'), { accept: 'image/png', 'if-none-match': etag })).status,
    ).toBe(304);
    expect((await thumb('300x200', 'image/webp')).headers.get('etag')).not.toBe(etag);
    const head = await app.request('HEAD', thumbOf(item.url, '300x200'));
    expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true]);
  });

  it('is cut around the point in its address', async () => {
    const colour = async (point: string) => {
      const { bytes } = await thumb('48x96', 'image/png', item.path.replace('.jpg', `${point}.jpg`));
      const { data } = await sharp(bytes).resize(1, 1).raw().toBuffer({ resolveWithObject: true });
      return (data[0] ?? 0) > 200 ? 'red' : (data[2] ?? 0) > 200 ? 'blue' : 'both';
    };
    expect([await colour('~0x50'), await colour('~100x0')]).toEqual(['red', 'blue']);
    expect(await colour('')).toBe('both');
  });

  it('is answered before it is stored, and made once meanwhile', async () => {
    const own = await uploaded(app, site, await picture('png', 92, 60), { name: 'early.png' });
    const before = busy.thumbs;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    storage.put = () => gate;
    expect((await thumb('48x0', 'image/*', own.url)).status).toBe(200);
    expect((await thumb('48x0', 'image/*', own.url)).status).toBe(200);
    expect([busy.thumbs, await filesOf(own.id)]).toEqual([before + 1, []]);
    storage.put = async () => {};
    release();
    await expect.poll(() => filesOf(own.id)).toHaveLength(1);
  });

  it('that cannot be stored is served all the same, and not made for every request', async () => {
    const own = await uploaded(app, site, await picture('png', 94, 60), { name: 'unstored.png' });
    const before = busy.thumbs;
    storage.put = () => Promise.reject(new Error('The storage is unavailable.'));
    const statuses = [];
    for (let times = 0; times < 3; times++) statuses.push((await thumb('48x0', 'image/*', own.url)).status);
    storage.put = async () => {};
    expect([statuses, busy.thumbs]).toEqual([[200, 200, 200], before + 1]);
    expect(await filesOf(own.id)).toEqual([]);
  });

  it('is made once for concurrent requests, and served from the storage afterwards', async () => {
    await expect.poll(() => areStored(item.id)).toBe(true);
    const [before, stored] = [busy.thumbs, await filesOf(item.id)];
    const replies = await Promise.all(Array.from({ length: 20 }, () => thumb('700x500')));
    expect(new Set(replies.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect(busy.thumbs).toBe(before + 1);
    await expect.poll(() => filesOf(item.id)).toHaveLength(stored.length + 1);
    await expect.poll(() => areStored(item.id)).toBe(true);
    const second = await testApp({ media: tools }, { database: app.database });
    const elsewhere = await bytesAt(second, thumbOf(item.path, '700x500'), { accept: 'image/webp' });
    expect(elsewhere.bytes.equals(replies[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(busy.thumbs).toBe(before + 1);
  });

  it('whose stored bytes are lost is made again', async () => {
    const own = await uploaded(app, site, await picture('png', 90, 60), { name: 'lost.png' });
    const first = await thumb('48x0', 'image/*', own.url);
    await expect.poll(() => areStored(own.id)).toBe(true);
    rmSync(tools.storage.localPath('thumbs') ?? '', { recursive: true });
    const second = await testApp({ media: tools }, { database: app.database });
    const again = await bytesAt(second, thumbOf(own.path, '48x0'), { accept: 'image/*' });
    expect([again.status, again.bytes.equals(first.bytes)]).toEqual([200, true]);
  });

  it.each([
    ['_s5000x10', 400],
    ['_s10x5000', 400],
    ['_s0x0', 400],
    ['_s10x10_q0', 400],
    ['_s10x10_q101', 400],
    ['_s10', 404],
    ['_sXx10', 404],
    ['', 404],
  ])('with %s is %d', async (end, status) => {
    const path = item.path.replace('/files/', '/thumbs/').replace('.jpg', `${end}.jpg`);
    expect((await bytesAt(app, path)).status).toBe(status);
  });

  it('has an AVIF once it was requested often', async () => {
    const accept = 'image/avif,image/webp,*/*';
    expect((await thumb('240x0', accept)).headers.get('content-type')).toBe('image/webp');
    for (let times = 1; times < 20; times++) await thumb('240x0', accept);
    await expect.poll(async () => (await thumb('240x0', accept)).headers.get('content-type')).toBe('image/avif');
    expect((await thumb('240x0')).headers.get('content-type')).toBe('image/webp');
  });

  it('in a busy moment is a larger neighbour for 5 seconds, or 503', async () => {
    const own = await uploaded(app, site, await picture('jpeg', 640, 480), { name: 'busy.jpg' });
    await thumb('600x450', 'image/webp', own.url);
    await expect.poll(() => areStored(own.id)).toBe(true);
    busy.waiting = 51;
    const neighbour = await thumb('320x240', 'image/webp', own.url);
    expect([neighbour.status, neighbour.headers.get('cache-control')]).toEqual([200, 'public, max-age=5']);
    expect((await sharp(neighbour.bytes).metadata()).width).toBe(600);
    const sent = neighbour.headers.get('etag') ?? '';
    const address = thumbOf(own.url, '320x240');
    const none = await thumb('320x320', 'image/webp', own.url);
    expect([none.status, none.headers.get('retry-after')]).toEqual([503, '2']);
    busy.waiting = 0;
    // A client that has the substitute gets the requested one, not 304.
    const real = await bytesAt(app, address, { accept: 'image/webp', 'if-none-match': sent });
    expect([real.status, (await sharp(real.bytes).metadata()).width]).toEqual([200, 320]);
  });
});

describe('an animated thumbnail', () => {
  it.each([
    [300, 16, '96x0', 300],
    [300, 16, '600x0', 1],
    [10, 16, '600x0', 10],
    [10, 16, '2560x0', 1],
    // Scaled to 2560 x 2560 for each frame, although little of it is left.
    [10, 16, '2560x10', 1],
  ])('of %d frames, %d pixels wide, at %s has %d frames', async (frames, side, size, expected) => {
    const own = await uploaded(app, site, await animation(frames, side, side), { name: 'moving.gif' });
    const { status, bytes } = await thumb(size, 'image/webp', own.url);
    expect(status).toBe(200);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(expected);
  });
});

describe('a thumbnail that cannot be made', () => {
  it('is refused without trying again, and soon the other sizes of its picture too', async () => {
    const own = await uploaded(app, site, await picture('png', 91, 61), { name: 'failing.png' });
    const before = busy.thumbs;
    busy.failing = 'thumb';
    const replies = [];
    for (const size of ['48x0', '48x0', '96x0', '160x0', '240x0']) replies.push(await thumb(size, 'image/*', own.url));
    busy.failing = '';
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(Number(replies[4]?.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(busy.thumbs).toBe(before + 3);
    expect((await thumb('48x0', 'image/*', own.url)).status).toBe(503);
  });

  it('because the time ran out is 503, and so is an upload', async () => {
    busy.through = createImagePool({ size: 1, timeout: 1 });
    const reply = await upload(app, site, await picture('png', 93, 61), { name: 'slow.png' });
    const made = await thumb('1024x3', 'image/webp');
    await busy.through.stop();
    busy.through = null;
    expect([reply.status, reply.headers.get('retry-after'), made.status]).toEqual([503, '30', 503]);
  });

  it('is tried again after some minutes, and few are remembered', () => {
    let time = 0;
    const failed = createFailedThumbs(() => time);
    failed.add('a', 'small');
    expect([failed.secondsLeft('a', 'small'), failed.secondsLeft('a', 'large')]).toEqual([300, 0]);
    time = 300_000;
    expect(failed.secondsLeft('a', 'small')).toBe(0);
    for (let at = 0; at < 5_001; at++) failed.add(`picture ${at}`, 'small');
    expect([failed.secondsLeft('picture 0', 'small'), failed.secondsLeft('picture 1', 'small')]).toEqual([0, 300]);
  });
});

describe('the variants of a picture', () => {
  it('are at most 64 files for any number of requested sizes, and further ones are limited', async () => {
    const own = await uploaded(app, site, await picture('png', 60, 40), { name: 'many.png' });
    const statuses: number[] = [];
    for (let height = 1; height <= 110; height++)
      statuses.push((await thumb(`40x${height}_noupscale`, 'image/*', own.url)).status);
    const answered = (status: number) => statuses.filter((one) => one === status).length;
    // 32 odd crops, and the one that has the ratio of the picture.
    await expect.poll(() => filesOf(own.id)).toHaveLength(33);
    await expect.poll(() => areStored(own.id)).toBe(true);
    expect(answered(200) + answered(429)).toBe(110);
    const { rows } = await app.pool.query(
      'select count(*)::int as n from thumb join media using (sha256) where media.id = $1',
      [own.id],
    );
    expect(rows[0].n).toBe(33);
    expect(answered(429)).toBeGreaterThan(0);
    expect(answered(200)).toBeGreaterThanOrEqual(33);
    expect((await thumb('160x0', 'image/*', own.url)).status).toBe(200);
    await expect.poll(() => filesOf(own.id)).toHaveLength(34);
  });

  it('stay stored when another process makes one again while 64 are there', async () => {
    const own = await uploaded(app, site, await picture('png', 62, 40), { name: 'full.png' });
    const second = await testApp({ media: tools }, { database: app.database });
    // The second process learns of the picture before it has any variants.
    expect((await bytesAt(second, thumbOf(own.path, '48x0'), { accept: 'image/*' })).status).toBe(200);
    expect((await thumb('96x0', 'image/*', own.url)).status).toBe(200);
    await expect.poll(() => filesOf(own.id)).toHaveLength(2);
    await expect.poll(() => areStored(own.id)).toBe(true);
    await app.pool.query(
      `insert into thumb (sha256, variant, bytes) select sha256, n || 'x1_50-50_q80.png', 1
       from media, generate_series(1, 62) n where id = $1`,
      [own.id],
    );
    expect((await bytesAt(second, thumbOf(own.path, '96x0'), { accept: 'image/*' })).status).toBe(200);
    await second.stop();
    expect(await filesOf(own.id)).toHaveLength(2);
  });
});

it('thumbnails wait for the storage once many others do, and a service that stops has stored them', async () => {
  const opened = mediaTools();
  const folder = opened.storage.localPath('thumbs') ?? '';
  const files = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.png')).length;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const put: MediaTools['storage']['put'] = async (key, file) => {
    if (key.startsWith('thumbs/')) await gate;
    return opened.storage.put(key, file);
  };
  const own = await testApp({ media: { ...opened, storage: { ...opened.storage, put } } });
  const { path } = await uploaded(own, await own.site(), await picture('png', 98, 60), { name: 'crowd.png' });
  const ask = (height: number) => bytesAt(own, thumbOf(path, `40x${height}`), { accept: 'image/*' });
  for (let height = 1; height <= 16; height++) expect((await ask(height)).status).toBe(200);
  let isAnswered = false;
  const last = ask(17).finally(() => {
    isAnswered = true;
  });
  // It is made by now: image processes take work in its order, and this one is of a picture that is refused.
  expect((await upload(own, 1, Buffer.from('\x89PNG\r\n\x1a\n'))).status).not.toBe(201);
  expect(isAnswered).toBe(false);
  release();
  expect((await last).status).toBe(200);
  await own.stop();
  expect(files()).toBe(17);
});

describe('the image processes', () => {
  it('draw one SVG at a time, for a limited time, while others work on pictures', async () => {
    const slow = join(tools.workFolder, 'slow.svg');
    const quick = join(tools.workFolder, 'quick.jpg');
    mkdirSync(tools.workFolder, { recursive: true });
    writeFileSync(slow, slowDrawing());
    writeFileSync(quick, await picture('jpeg', 30, 20));
    const draw = { kind: 'draw' as const, file: slow, out: join(tools.workFolder, 'drawn') };
    const pool = createImagePool({ size: 2, timeout: 240_000, svgTimeout: 240_000, svgCpu: 240_000, priority: 0 });
    const drawings = Promise.allSettled([pool.run(draw), pool.run(draw)]);
    const inspect = { kind: 'inspect' as const, file: quick, master: join(tools.workFolder, 'm'), mime: 'image/jpeg' };
    expect((await pool.run(inspect)).width).toBe(30);
    expect(pool.waiting()).toBe(1);
    await pool.stop();
    await drawings;
    const impatient = createImagePool({ size: 1, svgTimeout: 1 });
    await expect(impatient.run(draw)).rejects.toBeInstanceOf(PictureTimeout);
    await impatient.stop();
    rmSync(slow);
    rmSync(quick);
  });

  it('are replaced when they die or grow, and a picture that ends one is refused', async () => {
    const exits: string[] = [];
    const pool = createImagePool({
      size: 1,
      mostMemory: 1,
      timeout: 240_000,
      priority: 0,
      onExit: (reason) => exits.push(reason),
    });
    const hanging = createImagePool({ size: 1, timeout: 1, onExit: (reason) => exits.push(reason) });
    const file = tools.storage.localPath('blobs') ?? '';
    const { rows } = await app.pool.query(`select encode(sha256, 'hex') as hash from media where id = $1`, [item.id]);
    const work = {
      kind: 'inspect' as const,
      file: join(file, rows[0].hash.slice(0, 2), rows[0].hash),
      master: join(tools.workFolder, 'm'),
      mime: 'image/jpeg',
    };
    expect((await pool.run(work)).width).toBe(800);
    expect((await pool.run(work)).width).toBe(800);
    await expect(hanging.run(work)).rejects.toBeInstanceOf(PictureTimeout);
    expect(exits).toHaveLength(1);
    await Promise.all([pool.stop(), hanging.stop()]);
    await expect(pool.run(work)).rejects.toThrow('Stopped');
  });
});
