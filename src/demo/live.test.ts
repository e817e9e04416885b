import { expect, it } from 'vitest';
import { pauseBefore } from './live.ts';

const HOUR_MS = 3_600_000;

it('lets the town post often at first, and less in an hour than the demo has articles', () => {
  expect(pauseBefore(1)).toBeLessThan(pauseBefore(100));
  let [posts, at] = [0, 0];
  while (at + pauseBefore(posts + 1) <= HOUR_MS) {
    posts += 1;
    at += pauseBefore(posts);
  }
  expect(posts).toBeGreaterThan(20);
  expect(posts).toBeLessThan(50);
});
