import { describe, expect, it } from 'vitest';
import { indexAt, inserted, moved, renumbered, STEPS, type Step, stepFrom } from './move.ts';

const LETTERS = ['a', 'b', 'c', 'd'];

describe('a move', () => {
  it.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [0, 99, 'bcda'],
    [2, -5, 'cabd'],
    [9, 0, 'abcd'],
  ])('from %i to %i', (from, to, expected) => {
    expect(moved(LETTERS, from, to).join('')).toBe(expected);
    expect(LETTERS.join('')).toBe('abcd');
  });

  it('inserts a new item', () => {
    expect(inserted(LETTERS, 'x', 1).join('')).toBe('axbcd');
    expect(inserted(LETTERS, 'x', 99).join('')).toBe('abcdx');
    expect(inserted([], 'x', 3)).toEqual(['x']);
  });

  it.each<[Step, number[]]>([
    ['top', [0, 0, 0]],
    ['up', [0, 0, 1]],
    ['down', [1, 2, 2]],
    ['bottom', [2, 2, 2]],
  ])('leads %s', (step, expected) => {
    expect([0, 1, 2].map((index) => stepFrom(index, step, 3))).toEqual(expected);
  });

  it('does not move the only item', () => {
    expect(STEPS.map((step) => stepFrom(0, step, 1))).toEqual([0, 0, 0, 0]);
  });

  it('drops where the pointer is, past the middle of an item', () => {
    const rows = [0, 10, 20].map((top) => ({ top, bottom: top + 10 }));
    expect([-5, 4, 6, 14, 16, 24, 26, 500].map((y) => indexAt(y, rows))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(indexAt(5, [])).toBe(0);
  });
});

describe('order numbers', () => {
  const list = (...numbers: number[]) => numbers.map((order_number, index) => ({ id: index + 1, order_number }));
  /** The numbers after the move, in the order of the screen. */
  const after = (numbers: number[], from: number, to: number) => {
    const order = moved(list(...numbers), from, to);
    const changes = new Map(renumbered(order, to).map(({ id, order_number }) => [id, order_number]));
    return { numbers: order.map(({ id, order_number }) => changes.get(id) ?? order_number), changes: changes.size };
  };

  it.each([
    ['to the top', [10, 20, 30], 2, 0, [9, 10, 20], 1],
    ['to the end', [10, 20, 30], 0, 2, [20, 30, 31], 1],
    ['into a gap', [10, 20, 30], 2, 1, [10, 11, 20], 1],
    ['between neighbours, which share their numbers out', [1, 2, 3, 4], 0, 1, [1, 2, 3, 4], 2],
    ['over two neighbours', [1, 2, 3, 4], 0, 2, [1, 2, 3, 4], 3],
    ['among equal numbers, which are renumbered', [0, 0, 0, 0], 3, 1, [1, 2, 3, 4], 4],
    ['to where it was', [1, 2, 3], 1, 1, [1, 2, 3], 0],
    ['alone', [7], 0, 0, [7], 0],
  ])('change little when an item moves %s', (_, numbers, from, to, expected, changes) => {
    expect(after(numbers, from, to)).toEqual({ numbers: expected, changes });
  });

  it('give the order on the screen, from any numbers', () => {
    for (const numbers of [
      [1, 1, 2, 2],
      [2, 3, 4, 5],
      [-1, 0, 1, 9],
      [3, 3, 3, 3],
    ])
      for (let from = 0; from < 4; from++)
        for (let to = 0; to < 4; to++) {
          const order = moved(list(...numbers), from, to);
          const changes = new Map(renumbered(order, to).map((change) => [change.id, change]));
          const saved = order.map((item) => changes.get(item.id) ?? item);
          // The service orders by number, then by id.
          const served = saved.toSorted((one, other) => one.order_number - other.order_number || one.id - other.id);
          expect([numbers, from, to, served]).toEqual([numbers, from, to, saved]);
        }
  });
});
