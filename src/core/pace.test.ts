import { expect, it } from 'vitest';
import { newPace } from './pace.ts';

it('batches shrink while they are slow, and grow while they are fast, within bounds', () => {
  const pace = newPace({ first: 1_000, least: 100, most: 2_500, aimMs: 1_000 });
  const after = (...times: number[]) =>
    times.map((ms) => {
      pace.took(ms);
      return pace.size;
    });
  expect(after(400, 400, 400)).toEqual([2_000, 2_500, 2_500]);
  expect(after(600, 1_000)).toEqual([2_500, 2_500]);
  expect(after(4_000, 4_000, 4_000, 4_000, 4_000, 4_000)).toEqual([1_250, 625, 312, 156, 100, 100]);
  expect(after(499)).toEqual([200]);
});
