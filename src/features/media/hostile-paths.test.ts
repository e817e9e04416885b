/** Hostile paths of files and thumbnails: none leads out of the storage, fails the service or fills it with variants. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { mediaTools, type TestApp, testApp } from '../../../test/app.ts';
import { randomNumbers, seed, sized } from '../../../test/random.ts';
import { exchange, head, type RawAnswer } from '../../../test/raw-http.ts';
import { bytesAt, picture, thumbOf, uploaded } from './testing/files.ts';

const SECRET = 'this line is in no library';
const MOST_STORED = 64;
/** `RANDOM_SIZES=100000` asks for that many. */
const RANDOM_SIZES = Number(process.env.RANDOM_SIZES ?? sized(100, 5_000));

const media = mediaTools();
let app: TestApp;
let site: number;
let path: string;
let hash: string;
beforeAll(async () => {
  app = await testApp({ media });
  site = await app.site();
  const item = await uploaded(app, site, await picture('png', 60, 40), { name: 'harbour.png' });
  path = item.path;
  const { rows } = await app.pool.query(`select encode(sha256, 'hex') as hash from media where id = $1`, [item.id]);
  hash = rows[0].hash;
  expect((await bytesAt(app, thumbOf(path, '48x0'))).status).toBe(200);
  // It is answered before it is stored.
  const { localPath } = media.storage;
  await vi.waitFor(() => expect(existsSync(join(localPath('thumbs') ?? '', hash))).toBe(true), { timeout: 60_000 });
  // Where a path that is joined carelessly would find it: in the storage, and above it.
  mkdirSync(media.workFolder, { recursive: true });
  const storage = localPath('') ?? '';
  for (const folder of [storage, join(storage, 'blobs'), join(storage, 'thumbs'), media.workFolder])
    for (const name of ['secret.png', 'secret', 'harbour_s48x0.png']) writeFileSync(join(folder, name), SECRET);
});

const get = (target: string, method = 'GET', headers: Record<string, string> = {}): Promise<RawAnswer> =>
  exchange(app.url, head(method, target, { connection: 'close', ...headers }));

const stored = () => readdirSync(join(media.storage.localPath('thumbs') ?? '', hash));

/** Ways to climb, in the spellings that servers and file systems have taken for `../`. */
const CLIMBS = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '..%5c',
  '..\\',
  '..%255c',
  '%252e%252e%252f',
  '..%c0%af',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  '..%00/',
  './../',
  '%2e/',
  '//',
];
const GOALS = ['secret', 'secret.png', 'etc/passwd', 'blobs/secret.png', 'thumbs/secret.png', 'work/secret.png'];
const NAMES = [
  '',
  '.',
  '..',
  '...',
  '.png',
  '_s48x0.png',
  '~50x50.png',
  '~_s1x1.png',
  'secret.png',
  '%00.png',
  'a%00.png',
  'a.png%00.jpg',
  'a.png%0d%0aset-cookie:%20x=1',
  '%',
  '%zz.png',
  '%C0%AF.png',
  '%ff.png',
  '%F0%9F%8C%8A.png',
  'CON.png',
  'nul.png',
  'a.png:$DATA',
  'a b.png',
  "a'or'1'='1.png",
  '$(id).png',
  '`id`.png',
  '%2e.png',
  '-rf.png',
  `${'a'.repeat(99)}.png`,
  `${'a'.repeat(101)}.png`,
  `${'a'.repeat(5_000)}.png`,
  `${'a.'.repeat(2_000)}png`,
  `${'_s1x1'.repeat(500)}.png`,
  `${'~1x1'.repeat(500)}.png`,
];
const SITES = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e0',
  '9007199254740993',
  '9999999999999999',
  '99999999999999999999',
  'x',
  '%31',
];
const SIZES = [
  '0x0',
  '1x1',
  '-1x1',
  '1x-1',
  '+1x1',
  '1.5x1',
  '1e3x1',
  '0x1e9',
  'NaNxNaN',
  'Infinityx1',
  '4096x4096_noupscale',
  '4097x1',
  '1x4097',
  '99999x99999',
  '999999x1',
  '00048x0',
  '4294967296x1',
  '48x',
  'x48',
  '48',
  '48X0',
  '48x0x0',
  '%34%38x0',
  '４８x0',
  '48x0_q',
  '48x0_q0',
  '48x0_q1',
  '48x0_q100',
  '48x0_q101',
  '48x0_q999',
  '48x0_q-1',
  '48x0_q80_q80',
  '48x0_noupscale_noupscale',
  '48x0_noupscale_q80',
  '48x0_s48x0',
  '48x0/../../secret',
  '48x0%00',
  '48x0?x=1',
  '48x0#x',
  '48x0;x=1',
];
const FOCALS = [
  '~',
  '~50',
  '~50x',
  '~x50',
  '~0x0',
  '~100x100',
  '~101x101',
  '~999x999',
  '~1000x1',
  '~-1x1',
  '~5.5x5',
  '~1x1~2x2',
];

function hostilePaths(): string[] {
  const [start, end] = [path.slice(0, -'.png'.length), '.png'];
  const roots = ['/files/', '/thumbs/', `/files/sites/${site}/`, `/thumbs/sites/${site}/`];
  const name = start.split('/').at(-1) ?? '';
  return [
    ...CLIMBS.flatMap((climb) => GOALS.map((goal, at) => `${roots[at % roots.length]}${climb.repeat(at + 1)}${goal}`)),
    ...CLIMBS.map((climb) => `/thumbs/sites/${site}/${climb.repeat(4)}secret_s48x0.png`),
    ...roots.flatMap((root) => NAMES.map((one) => root + one)),
    ...SITES.flatMap((one) => [`/files/sites/${one}/${name}.png`, `/thumbs/sites/${one}/${name}_s48x0.png`]),
    ...SIZES.map((size) => thumbOf(path, '0x0').replace('_s0x0', `_s${size}`)),
    ...FOCALS.flatMap((focal) => [start + focal + end, `${start.replace('/files/', '/thumbs/')}${focal}_s48x48${end}`]),
    ...['.jpg', '.svg', '.html', '.php', '.', '', '.PNG', '.png/', '.png.png', '.p', '.abcdef'].map(
      (ext) => start + ext,
    ),
  ];
}

describe('hostile paths', () => {
  it('are answered without an error of ours, and with nothing but the picture', async () => {
    const paths = hostilePaths();
    expect(paths.length).toBeGreaterThanOrEqual(300);
    const statuses = new Map<number, number>();
    for (const target of paths) {
      const { status, headers, text } = await get(target);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([200, 400, 404, 414, 429, 431], `${target}: ${text.slice(0, 300)}`).toContain(status);
      expect(text, target).not.toContain(SECRET);
      expect(headers['set-cookie'], target).toBeUndefined();
      if (status === 200) expect(headers['content-type'], target).toMatch(/^image\/(png|jpeg|webp)$/);
    }
    // Some of them are odd spellings of what is there.
    expect(statuses.get(200)).toBeGreaterThan(5);
    expect(statuses.get(404)).toBeGreaterThan(200);
    expect(stored().length).toBeLessThanOrEqual(MOST_STORED);
    expect((await bytesAt(app, path)).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE'])('take no %s', async (method) => {
    for (const target of [path, thumbOf(path, '48x0'), '/files/../secret', '/thumbs/..%2fsecret'])
      expect((await get(target, method)).status, target).toBeLessThan(500);
    expect((await bytesAt(app, path)).status).toBe(200);
  });

  it('and hostile headers get a picture, a part of it, or a refusal', async () => {
    const headers: Record<string, string>[] = [
      ...['*/*;q=0', 'image/*;q=2', ',,,', 'a'.repeat(4_000), 'image/webp;'.repeat(300), '\u00e9'].map((accept) => ({
        accept,
      })),
      ...['bytes=-', 'bytes=9-1', 'bytes=0-0,1-1', `bytes=${'9'.repeat(400)}-`, 'bytes=-9999', 'lines=1-2'].map(
        (range) => ({ range }),
      ),
      ...['*', '"', `"${'a'.repeat(4_000)}"`, 'W/'].map((tag) => ({ 'if-none-match': tag, 'if-range': tag })),
    ];
    for (const one of headers)
      for (const target of [path, thumbOf(path, '48x0')])
        expect([200, 206, 304, 400, 416], JSON.stringify(one)).toContain((await get(target, 'GET', one)).status);
  });
});

it(`${RANDOM_SIZES} random sizes leave at most ${MOST_STORED} files of a picture (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const side = () => Math.floor(random() * 200);
  const connections = 8;
  const statuses = new Set<number>();
  const one = async () => {
    const size = `${side() + 1}x${side()}_q${Math.floor(random() * 100) + 1}${random() < 0.5 ? '_noupscale' : ''}`;
    const focal = random() < 0.5 ? '' : `~${side() % 101}x${side() % 101}`;
    const { status } = await bytesAt(app, thumbOf(path.replace('.png', `${focal}.png`), size));
    statuses.add(status);
  };
  for (let n = 0; n < RANDOM_SIZES; n += connections) await Promise.all(Array.from({ length: connections }, one));
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(stored().length).toBeLessThanOrEqual(MOST_STORED);
  const rows = async () => (await app.pool.query('select count(*)::int as n from thumb')).rows[0].n;
  // The last ones may still be being stored.
  await expect.poll(async () => (await rows()) === stored().length).toBe(true);
  expect(stored().length).toBeLessThanOrEqual(MOST_STORED);
});
