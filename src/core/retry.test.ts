import { describe, expect, it } from 'vitest';
import { RETRY_DELAYS, retryAfter, retryDelay } from './retry.ts';

const SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400];

describe('a delivery that failed', () => {
  it('is sent 13 times over about 76 hours, and then fails for good', () => {
    expect(RETRY_DELAYS.map((ms) => ms / 1_000)).toEqual(SECONDS);
    expect(SECONDS.reduce((sum, one) => sum + one, 0) / 3_600).toBeCloseTo(75.71, 1);
    expect(retryDelay(13, 0.5)).toBeNull();
  });

  it.each(SECONDS.map((seconds, index) => [index + 1, seconds]))(
    'waits after attempt %i about %i s, ± 20 %',
    (tries, seconds) => {
      expect(retryDelay(tries, 0)).toBeCloseTo(seconds * 800);
      expect(retryDelay(tries, 0.5)).toBeCloseTo(seconds * 1_000);
      expect(retryDelay(tries, 1)).toBeCloseTo(seconds * 1_200);
    },
  );
});

describe('Retry-After', () => {
  const now = new Date('1994-11-06T08:49:00Z');
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['999999999999', 86_400_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['Sun, 06 Nov 2094 08:49:37 GMT', 86_400_000],
    ['', null],
    [undefined, null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['Someday, or never', null],
    ['1e3', null],
  ])('of %j is %j ms', (header, ms) => {
    expect(retryAfter(header, now)).toBe(ms);
  });
});
