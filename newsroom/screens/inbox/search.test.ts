import { expect, it } from 'vitest';
import { parseSearch, searchText } from './search.ts';

it('keeps the filters of the inbox in its address', () => {
  const search = { kind: 'email', source: 7, q: 'ferry & fog', sort: 'newest' } as const;
  expect(parseSearch(searchText(search).slice(1))).toEqual(search);
  expect(parseSearch('state=rejected&source=7')).toEqual({ state: 'rejected', source: 7 });
  expect(searchText({})).toBe('');
});

it('drops what it does not know', () => {
  expect(parseSearch('state=held&kind=fax&source=x&sort=oldest&other=1')).toEqual({});
});
