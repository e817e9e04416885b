import { describe, expect, it } from 'vitest';
import { rangeInSight } from './window-of-rows.ts';

describe('the rows in sight', () => {
  it.each([
    ['at the top', 0, 100_000, { first: 0, end: 18 }],
    ['in the middle', 64 * 50_000 + 10, 100_000, { first: 49_992, end: 50_019 }],
    ['at the end', 64 * 99_990, 100_000, { first: 99_982, end: 100_000 }],
    ['of a short list', 0, 3, { first: 0, end: 3 }],
    ['of a list that became shorter', 64 * 500, 3, { first: 3, end: 3 }],
    ['of an empty list', 0, 0, { first: 0, end: 0 }],
  ])('%s', (_, top, count, range) => {
    expect(rangeInSight(top, 640, 64, count)).toEqual(range);
  });

  it('are few, however many there are', () => {
    const { first, end } = rangeInSight(3_000_000, 1_200, 64, 100_000);
    expect(end - first).toBeLessThanOrEqual(60);
  });
});
