import { expect, it } from 'vitest';
import { isMostlyOfSources } from './rows.ts';

it('knows a list in which articles of sources outnumber those that people wrote, by its first page', () => {
  const rows = (feed: number, newsroom: number) => [
    ...Array.from({ length: feed }, () => ({ source: 'feed' as const })),
    ...Array.from({ length: newsroom }, () => ({ source: 'newsroom' as const })),
  ];
  expect(isMostlyOfSources(rows(2, 1))).toBe(true);
  expect(isMostlyOfSources(rows(26, 500))).toBe(true);
  expect(isMostlyOfSources(rows(25, 500))).toBe(false);
  expect(isMostlyOfSources(rows(1, 1))).toBe(false);
  expect(isMostlyOfSources([])).toBe(false);
});
