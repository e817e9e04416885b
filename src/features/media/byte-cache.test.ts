import { expect, it } from 'vitest';
import { createByteCache } from './byte-cache.ts';

const KB = 1024;

it('drops the pictures that were used the longest ago when the budget is full', () => {
  const cache = createByteCache(300 * KB);
  for (const name of ['a', 'b', 'c']) cache.put(name, Buffer.alloc(90 * KB));
  cache.get('a');
  cache.put('d', Buffer.alloc(90 * KB));
  expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(name))).toEqual(['a', 'c', 'd']);
});

it.each([
  ['larger than 256 KB', 1024 * KB, 257 * KB],
  ['larger than the budget', 10 * KB, 20 * KB],
  ['without a budget', 0, 1],
])('does not store a picture %s', (_, budget, size) => {
  const cache = createByteCache(budget);
  cache.put('a', Buffer.alloc(size));
  expect(cache.get('a')).toBeUndefined();
});
