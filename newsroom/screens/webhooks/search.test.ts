import { expect, it } from 'vitest';
import { parseSearch, searchText } from './search.ts';

it('returns from the address as it went in, without what is no filter', () => {
  const search = { state: 'given_up', action: 'update', article_id: 7, test: true } as const;
  expect(searchText(search)).toBe('?state=given_up&action=update&article_id=7&test=true');
  expect(parseSearch(searchText(search))).toEqual(search);
  const none = { state: null, action: null, article_id: null, test: false };
  expect(parseSearch('?state=lost&action=eat&article_id=-1&test=1')).toEqual(none);
  expect(searchText(none)).toBe('');
});
