import { expect, it } from 'vitest';
import { quantile, spread } from './statistics.ts';
import { json, judged, missedBars, type Result, table } from './table.ts';

const told = { name: 'list', title: 'list of 20', reference: 'bare', bar: '≥ 0.9' };
const result = (reference: number[]): Result => ({
  case: told,
  measurements: [{ figure: 'requests/s', subject: [900, 1_000, 1_100], reference, bar: { least: 0.9 } }],
});

it('medians and quartiles interpolate between samples', () => {
  expect(spread([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
  expect(quantile([7], 0.99)).toBe(7);
});

it('ratios are computed per pair, and the bar applies to their median', () => {
  // The machine was busy in the second pair, on both sides.
  const measurement = { figure: 'x', subject: [100, 50, 100], reference: [110, 55, 110], bar: { least: 0.9 } };
  expect(judged(measurement)).toMatchObject({ isMet: true, ratio: { low: 100 / 110, high: 100 / 110 } });
  expect(judged({ ...measurement, bar: { least: 0.95 } }).isMet).toBe(false);
});

it('a bar without a reference applies to the figure itself, and a figure may have none', () => {
  expect(judged({ figure: 'ms', subject: [14, 15, 90], bar: { most: 15 } }).isMet).toBe(true);
  expect(judged({ figure: 'ms', subject: [16], bar: { most: 15 } }).isMet).toBe(false);
  expect(judged({ figure: 'ms', subject: [16] }).isMet).toBeNull();
});

it('the table shows medians, spread, ratio, bar and verdict', () => {
  const line = table([result([1_000, 1_000, 1_000])]).split('\n')[2];
  expect(line?.split('|').map((cell) => cell.trim())).toEqual([
    '',
    'list of 20',
    'requests/s',
    '1,000 ±5 %',
    '1,000',
    '1.00 (0.95–1.05)',
    '≥ 0.9',
    'met',
    '',
  ]);
});

it('the table shows no ratio to zero', () => {
  expect(table([result([0, 0, 1_000])])).not.toMatch(/NaN|Infinity/);
});

it('missed bars and failures are reported', () => {
  expect(missedBars([result([1_000, 1_000, 1_000])])).toBe(false);
  expect(missedBars([result([2_000, 2_000, 2_000])])).toBe(true);
  expect(table([{ case: told, measurements: [], failure: 'wrong answer' }])).toContain('FAILED: wrong answer');
  expect(json([result([2_000, 2_000, 2_000])])).toMatchObject([{ measurements: [{ isMet: false, median: 1_000 }] }]);
});
