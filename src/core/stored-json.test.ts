import { expect, it } from 'vitest';
import { asStored, isStoredAlike } from './stored-json.ts';

it('orders keys as jsonb does, at every depth', () => {
  const value = { og_title: 1, b: { bb: 1, a: [{ ä: 1, z: 2, id: 3 }] }, og_url: 2, gone: undefined, a: null };
  expect(JSON.stringify(asStored(value))).toBe(
    '{"a":null,"b":{"a":[{"z":2,"id":3,"ä":1}],"bb":1},"og_url":2,"og_title":1}',
  );
});

it('compares two values as they would be stored', () => {
  expect(isStoredAlike({ a: 1, bb: [1, { c: 2 }] }, { bb: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(isStoredAlike({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(isStoredAlike(undefined, null)).toBe(false);
});
