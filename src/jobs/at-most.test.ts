import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('begins in the order of the calls, never more than its limit, and continues after a failure', async () => {
  const limited = atMost(2);
  const begun: number[] = [];
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const calls = [0, 1, 2, 3, 4].map((n) =>
    limited(() => {
      begun.push(n);
      return new Promise<number>((resolve, reject) => ends.push({ resolve: () => resolve(n), reject }));
    }),
  );
  const settled = Promise.allSettled(calls);
  const turn = () => new Promise(setImmediate);
  await turn();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('no'));
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.resolve();
  ends[2]?.resolve();
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  ends[3]?.resolve();
  ends[4]?.resolve();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await limited(async () => 5)).toBe(5);
});
