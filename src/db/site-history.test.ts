import { expect, it } from 'vitest';
import { siteHistory } from './site-history.ts';

const mayServe = (history: ReturnType<typeof siteHistory>, version: number) => history.replacedAt(version) !== null;

it('answers from before additions may be served, those from before a removal may not', () => {
  const history = siteHistory();
  history.add(5, 'unknown');
  history.add(6, 'addition');
  expect(mayServe(history, 5)).toBe(true);
  history.add(7, 'removal');
  history.add(8, 'addition');
  expect([5, 6, 7].map((version) => mayServe(history, version))).toEqual([false, false, true]);
});

it('a version that was read before its notification counts as a removal only until that comes', () => {
  const history = siteHistory();
  history.add(5, 'unknown');
  history.add(6, 'unknown');
  expect(mayServe(history, 5)).toBe(false);
  history.add(6, 'addition');
  expect(mayServe(history, 5)).toBe(true);
});

it('a version of which nothing was heard counts as a removal, whatever came after it', () => {
  const history = siteHistory();
  history.add(5, 'unknown');
  history.add(8, 'addition');
  history.add(6, 'addition');
  expect(mayServe(history, 5)).toBe(false);
  history.add(7, 'addition');
  expect(mayServe(history, 5)).toBe(true);
  history.add(7, 'removal');
  expect(mayServe(history, 5)).toBe(false);
});

it('all versions of a transaction are additions together, and a jump over very many is a removal', () => {
  const history = siteHistory();
  history.add(5, 'unknown');
  history.add(9, 'addition', 6);
  expect(mayServe(history, 5)).toBe(true);
  history.add(Number.MAX_SAFE_INTEGER, 'unknown');
  history.add(Number.MAX_SAFE_INTEGER, 'addition', 9);
  expect(mayServe(history, 9)).toBe(false);
});
