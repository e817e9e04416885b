import { describe, expect, test } from 'vitest';
import fc from '../../test/property.ts';
import { backOffMs } from './back-off.ts';

const backOff = { firstMs: 1_000, mostMs: 600_000 };

describe('the back-off', () => {
  test.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [10, 512_000],
    [11, 600_000],
    [2_000, 600_000],
  ])('after %i failures is %i ms in the middle', (failures, ms) => {
    expect(backOffMs(backOff, failures, 0.5)).toBeCloseTo(ms, 6);
  });

  test('stays within a fifth of it, and grows to its end', () => {
    const failures = fc.integer({ min: 1, max: 5_000 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(failures, random, (count, at) => {
        const middle = backOffMs(backOff, count, 0.5);
        const ms = backOffMs(backOff, count, at);
        expect(ms).toBeGreaterThanOrEqual(middle * 0.8 - 1e-6);
        expect(ms).toBeLessThanOrEqual(middle * 1.2 + 1e-6);
        expect(backOffMs(backOff, count + 1, at)).toBeGreaterThanOrEqual(ms);
        expect(ms).toBeLessThanOrEqual(backOff.mostMs * 1.2);
      }),
    );
  });
});
