/** The model distinguishes receivers that know what is published from those that do not. */
import { expect, it } from 'vitest';
import { differences, knownAfter } from './model.ts';
import type { Arrival } from './wire.ts';

const arrival = (action: string, title: string, code = 204): Arrival => ({
  at: 0,
  path: '/hook',
  headers: {},
  body: JSON.stringify({ action, article: { id: 1, title } }),
  code,
});
const expected = (title: string | null) => ({ articles: [{ id: 1, title }], receivers: [] });

it.each<[Arrival[], string | null]>([
  [[], null],
  [[arrival('publish', 'a'), arrival('update', 'b')], 'b'],
  [[arrival('publish', 'a'), arrival('update', 'b', 500)], 'a'],
  [[arrival('publish', 'a'), arrival('unpublish', 'a')], null],
  [[arrival('publish', 'a'), arrival('unpublish', 'a'), arrival('publish', 'a'), arrival('unpublish', 'a')], null],
])('a receiver that got %j knows %s', (arrivals, title) => {
  expect(differences(expected(title), knownAfter(arrivals))).toEqual([]);
  expect(differences(expected('another'), knownAfter(arrivals))).toHaveLength(1);
});
