import { expect, it } from 'vitest';
import { parseSearch, searchText } from './search.ts';

it('is what the address says, and can be written back', () => {
  const text =
    '?from=2026-03-01&to=2026-03-31&compare=year&tz=Europe%2FHelsinki&network=twitter&tables=series%2Cnetworks';
  expect(parseSearch(text)).toMatchObject({ from: '2026-03-01', network: 'twitter', tables: ['series', 'networks'] });
  expect(searchText(parseSearch(text))).toBe(text);
  expect(searchText({})).toBe('');
  expect(searchText({ period: '7d', tables: [] })).toBe('?period=7d');
});

it('drops what is unknown', () => {
  expect(parseSearch('?period=8d&tz=Nowhere/City&network=x&from=2026-02-30&to=2026-03-01&tables=pie')).toEqual({});
  expect(parseSearch('?from=2026-03-02&to=2026-03-01')).toEqual({});
  expect(parseSearch('?tz=%2B02:00')).toEqual({});
});

it('takes days rather than a period', () => {
  expect(parseSearch('?period=7d&from=2026-03-01&to=2026-03-01').period).toBeUndefined();
});
