import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slowDrawing } from '../features/media/testing/files.ts';
import { CostlyPicture, createImagePool, type ImagePool } from './pool.ts';
import { MOST_FRAMES } from './work.ts';

let folder = '';
let images: ImagePool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-images-'));
  images = createImagePool({ timeout: 60_000 });
});
afterAll(async () => {
  await images.stop();
  await rm(folder, { recursive: true });
});

async function inspected(name: string, bytes: Buffer, mime: string) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return images.run({ kind: 'inspect', file, master: `${file}.master`, mime });
}

it('without its program refuses work, and queues none of it', async () => {
  const pool = createImagePool({ worker: null });
  for (let times = 0; times < 3; times++)
    await expect(pool.run({ kind: 'draw', file: 'x', out: 'y' })).rejects.toThrow('is not built');
  expect(pool.waiting()).toBe(0);
});

it('leaves one process to uploads, however many thumbnails are asked for', async () => {
  // Thumbnails never end in this program.
  const worker = join(folder, 'worker.mjs');
  const program = "process.on('message', (work) => work.kind === 'inspect' && process.send({ result: {}, rss: 1 }));";
  await writeFile(worker, program);
  const pool = createImagePool({ size: 2, timeout: 240_000, worker });
  const crop = { scaled: { width: 1, height: 1 }, left: 0, top: 0 };
  const thumb = {
    kind: 'thumb' as const,
    file: 'x',
    out: 'y',
    width: 1,
    height: 1,
    crop,
    quality: 80,
    isAnimated: false,
  };
  const thumbs = [1, 2, 3].map(() => pool.run({ ...thumb, format: 'webp' }).catch((error: Error) => error.name));
  await pool.run({ kind: 'inspect', file: 'x', master: 'y', mime: 'image/png' });
  expect(pool.waiting()).toBe(2);
  await pool.stop();
  expect(await Promise.all(thumbs)).toEqual(Array(3).fill('ImageWorkFailed'));
});

it('draws for editors first, and lets few drawings of others wait, and not for long', async () => {
  const worker = join(folder, 'drawing.mjs');
  // Answers every drawing except those named `never`.
  const program =
    "process.on('message', ({ file }) => file !== 'never' && setTimeout(() => process.send({ result: {}, rss: 1 }), 20));";
  await writeFile(worker, program);
  const pool = createImagePool({ size: 2, timeout: 240_000, svgTimeout: 240_000, worker });
  const done: string[] = [];
  const draw = (file: string, by: 'editor' | 'others', of = pool) =>
    of.run({ kind: 'draw', file, out: 'y' }, by).then(
      () => done.push(file),
      (error: Error) => done.push(error.name),
    );
  await Promise.all([draw('1', 'others'), draw('2', 'others'), draw('3', 'others'), draw('editor', 'editor')]);
  expect(done.splice(0)).toEqual(['1', 'editor', '2', '3']);
  const drawings = ['1', '2', '3', '4', '5', '6'].map((file) => draw(file, 'others'));
  await Promise.all([...drawings, draw('editor', 'editor')]);
  expect(done.splice(0)).toEqual(['DrawingsWait', '1', 'editor', '2', '3', '4', '5']);
  const hasty = createImagePool({ size: 2, timeout: 240_000, svgTimeout: 240_000, drawingWait: 1, worker });
  const first = draw('never', 'others', hasty);
  await draw('2', 'editor', hasty);
  expect([done.splice(0), hasty.waiting()]).toEqual([['DrawingsWait'], 0]);
  await Promise.all([pool.stop(), hasty.stop()]);
  await first;
});

it('gives up a drawing that itself takes too much CPU or memory, however long it may wait', async () => {
  const file = join(folder, 'slow.svg');
  await writeFile(file, slowDrawing());
  for (const limits of [{ svgCpu: 50 }, { mostMemory: 1 }]) {
    const pool = createImagePool({ size: 1, svgTimeout: 240_000, ...limits });
    const draw = { kind: 'draw' as const, file, out: join(folder, 'slow.png') };
    await expect(pool.run(draw)).rejects.toBeInstanceOf(CostlyPicture);
    await pool.stop();
  }
});

it('counts the frames of the served picture: with too many, only the first is served', async () => {
  // Equal frames are merged, so each has a colour of its own.
  const frames = async (count: number) => {
    const raw = Buffer.alloc(2 * 2 * count * 3);
    for (let at = 0; at < raw.length; at++) raw[at] = (Math.floor(at / 12) * 37) % 256;
    return sharp(raw, { raw: { width: 2, height: 2 * count, channels: 3, pageHeight: 2 } })
      .webp({ effort: 0, lossless: true })
      .withExif({ IFD0: { Artist: 'Ida' } })
      .toBuffer();
  };
  const few = await inspected('few.webp', await frames(3), 'image/webp');
  expect(few).toMatchObject({ pages: 3, isRewritten: true });
  const many = await inspected('many.webp', await frames(MOST_FRAMES + 5), 'image/webp');
  expect(many).toMatchObject({ pages: 1, isRewritten: true, width: 2, height: 2 });
});

it('reads no GIF whose screen has billions of pixels', async () => {
  const screen = 'ffffffff800000000000ffffff';
  const frame = '2c00000000010001000002024401003b';
  const gif = Buffer.from(`474946383961${screen}${frame}`, 'hex');
  await expect(inspected('screen.gif', gif, 'image/gif')).rejects.toThrow(/pixel/i);
});
