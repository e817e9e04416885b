import { expect, it } from 'vitest';
import { createRollupCache } from './rollup-cache.ts';

const followers = (...counts: number[]) => Uint32Array.from(counts);

it('finds a row by its kind and key', () => {
  const cache = createRollupCache(10_000);
  cache.followers.set('1 0 77', followers(5), 4);
  expect(cache.followers.get('1 0 77')).toEqual(followers(5));
  expect(cache.followers.get('1 0 78')).toBeUndefined();
  expect(cache.entries.get('1 0 77')).toBeUndefined();
});

it('does not share rows with another cache', () => {
  const [one, other] = [createRollupCache(10_000), createRollupCache(10_000)];
  one.followers.set('1 0 77', followers(5), 4);
  expect(other.followers.get('1 0 77')).toBeUndefined();
});

it('drops the row that was used longest ago when all kinds together exceed the budget', () => {
  const cache = createRollupCache(4_000);
  cache.followers.set('first', followers(1), 1_000);
  cache.followers.set('second', followers(2), 1_000);
  cache.followers.get('first');
  cache.hashtags.set('third', new Map(), 1_000);
  cache.hashtags.set('fourth', new Map(), 1_000);
  expect(cache.followers.get('first')).toEqual(followers(1));
  expect(cache.followers.get('second')).toBeUndefined();
  expect(cache.hashtags.get('third')).toEqual(new Map());
  expect(cache.size()).toEqual({ campaign_rows: 3, campaign_bytes: 3_900 });
});

it('does not store a row that is larger than the budget', () => {
  const cache = createRollupCache(4_000);
  cache.followers.set('small', followers(1), 1_000);
  cache.followers.set('large', followers(2), 5_000);
  expect(cache.followers.get('large')).toBeUndefined();
  expect(cache.followers.get('small')).toEqual(followers(1));
});

it('drops rows after ten minutes, used or not', () => {
  let now = 1;
  const cache = createRollupCache(4_000, () => now);
  cache.followers.set('row', followers(1), 4);
  now += 9 * 60_000;
  expect(cache.followers.get('row')).toEqual(followers(1));
  now += 2 * 60_000;
  expect(cache.followers.get('row')).toBeUndefined();
});

it('stores nothing without a budget', () => {
  const cache = createRollupCache(0);
  cache.followers.set('row', followers(1), 4);
  expect(cache.followers.get('row')).toBeUndefined();
  expect(cache.size()).toEqual({ campaign_rows: 0, campaign_bytes: 0 });
});
