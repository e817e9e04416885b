import { expect, it } from 'vitest';
import { nextFree } from './queue.ts';

const rows = ['a', 'b', 'c', 'd'].map((uid) => ({ uid, claimed_by: uid === 'c' ? 'person:2' : null }));
const isBusy = ({ claimed_by }: { claimed_by: string | null }) => claimed_by === 'person:2';

it.each([
  [undefined, 'a'],
  ['a', 'b'],
  ['b', 'd'],
  ['d', 'a'],
  ['gone', 'a'],
])('after %s comes %s, and what others look at is left out', (uid, next) => {
  expect(nextFree(rows, uid, isBusy)).toBe(next);
});

it('ends where nothing is free', () => {
  expect(nextFree(rows.slice(0, 1), 'a', isBusy)).toBeUndefined();
  expect(nextFree(rows.slice(2, 3), undefined, isBusy)).toBeUndefined();
});
