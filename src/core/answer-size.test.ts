import { expect, it } from 'vitest';
import { fitting, PAGE_BYTES } from './answer-size.ts';

const sizes = (...bytes: number[]) => bytes.map((each) => ({ bytes: each }));

it('ends a page with the item that reaches its size', () => {
  expect(fitting(sizes())).toEqual([]);
  expect(fitting(sizes(1, 2, 3))).toHaveLength(3);
  expect(fitting(sizes(1, PAGE_BYTES - 2, 1))).toHaveLength(3);
  expect(fitting(sizes(1, PAGE_BYTES - 1, 1))).toHaveLength(2);
  expect(fitting(sizes(2 * PAGE_BYTES, 1))).toHaveLength(1);
});
