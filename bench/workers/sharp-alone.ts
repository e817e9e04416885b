/** sharp in a process of its own, with the settings of the image processes: makes pictures, and thumbnails one after the other. */
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { answer } from '../processes/worker.ts';

export type SharpTask =
  | { kind: 'photograph'; out: string; width: number; height: number; seed: number }
  | { kind: 'thumbs'; file: string; widths: number[]; quality: number };

/** As in src/images: on a busy machine the ratio would measure the priority, not what the service adds. */
const PRIORITY = 10;
const WEBP_EFFORT = 3;

setPriority(PRIORITY);
sharp.cache(false);
sharp.concurrency(1);

/** Returns the milliseconds it took. */
answer(async (task: SharpTask): Promise<number> => {
  const began = performance.now();
  if (task.kind === 'photograph') await photograph(task);
  else
    for (const width of task.widths) {
      const bytes = await readFile(task.file);
      await sharp(bytes).resize({ width }).webp({ quality: task.quality, effort: WEBP_EFFORT }).toBuffer();
    }
  return performance.now() - began;
});

/** Noise that is enlarged: as hard to decode and encode as a photograph, and another one for each seed. */
async function photograph({ out, width, height, seed }: Extract<SharpTask, { kind: 'photograph' }>): Promise<void> {
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)];
  let state = seed + 1;
  const pixels = Buffer.from(
    Array.from({ length: columns * rows * 3 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
  const raw = { width: columns, height: rows, channels: 3 as const };
  await writeFile(
    out,
    await sharp(pixels, { raw }).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 85 }).toBuffer(),
  );
}
