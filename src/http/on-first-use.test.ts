import { expect, test } from 'vitest';
import { onFirstUse } from './on-first-use.ts';

test('a function is made by its first call, and once', () => {
  let made = 0;
  const double = onFirstUse(() => {
    made += 1;
    return (value: number) => value * 2;
  });
  expect(made).toBe(0);
  expect([double(2), double(3), made]).toEqual([4, 6, 1]);
});
