import { describe, expect, it } from 'vitest';
import { toggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const selectedAfter = (...steps: [uid: string, isRange?: boolean][]) => {
  const start: Parameters<typeof toggled>[0] = { uids: new Set(), anchor: null };
  return [...steps.reduce((state, [uid, isRange = false]) => toggled(state, uid, ORDER, isRange), start).uids].sort();
};

describe('a selection', () => {
  it('toggles one row', () => {
    expect(selectedAfter(['b'], ['d'], ['b'])).toEqual(['d']);
  });

  it('takes a range from the row that was toggled last, in both directions', () => {
    expect(selectedAfter(['b'], ['d', true])).toEqual(['b', 'c', 'd']);
    expect(selectedAfter(['d'], ['b', true])).toEqual(['b', 'c', 'd']);
    expect(selectedAfter(['b'], ['d', true], ['a', true])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('takes one row where the range has no beginning', () => {
    expect(selectedAfter(['c', true])).toEqual(['c']);
  });
});
