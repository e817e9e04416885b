import { expect, it } from 'vitest';
import { batchOf, GIVEN, OBSERVED } from './batches.ts';

const entry = (item_id: string, day: number, user_id: string, item_type: 'twitter' | 'facebook' = 'twitter') => ({
  item_type,
  item_id,
  published_at: `2026-05-0${day}T12:00:00Z`,
  text: `of ${user_id}`,
  user: { user_id },
});

function columnsOf(entries: Parameters<typeof batchOf>[0]) {
  const { given, observed } = batchOf(entries, new Date('2026-06-01T00:00:00Z'));
  const column = (name: string) => given[Object.keys(GIVEN).indexOf(name)];
  return { column, users: observed[Object.keys(OBSERVED).indexOf('user_id')] };
}

it('sorts entries by list and time, and users by their entries', () => {
  const { column, users } = columnsOf([entry('1', 3, 'a'), entry('2', 1, 'b'), entry('3', 2, 'c', 'facebook')]);
  expect(column('item_id')).toBe('{"3","2","1"}');
  expect(column('place')).toBe('{1,2,3}');
  expect(users).toBe('{"c","b","a"}');
});

it('lets the later version of an entry win by its position, not by its time, and keeps all observed users', () => {
  const { column, users } = columnsOf([entry('1', 3, 'a'), entry('2', 2, 'b'), entry('1', 1, 'c')]);
  expect(column('item_id')).toBe('{"1","2"}');
  expect(column('text')).toBe('{"of c","of b"}');
  expect(column('place')).toBe('{1,2}');
  expect(users).toBe('{"c","b","a"}');
});
