import { describe, expect, it } from 'vitest';
import { filterCount, hasFilters, parametersOf, parseSearch, searchText, withoutFilters } from './search.ts';

describe('the address of the list', () => {
  it('keeps known parameters, and drops the rest', () => {
    expect(parseSearch('?state=draft&section=3&q=fog&sort=title&mine=1')).toEqual({
      ...{ state: 'draft', section: 3, q: 'fog', sort: 'title', mine: '1' },
    });
    expect(parseSearch('?state=gone&section=-1&category=x&sort=colour&from=soon&mine=0&q=&type=poem')).toEqual({});
  });

  it.each(['', '?state=trash', '?state=published&q=a+%26+b&section=12&from=2026-02-28&to=2026-03-01'])(
    'survives parsing and writing: %s',
    (text) => {
      expect(searchText(parseSearch(text))).toBe(text);
    },
  );

  it('becomes parameters of the API', () => {
    expect(parametersOf(parseSearch('?state=trash&mine=1&to=2028-02-29'), 'person:4')).toMatchObject({
      ...{ deleted: true, created_by: 'person:4', to: '2028-03-01' },
    });
    expect(parametersOf(parseSearch('?source=newsroom'), 'person:4')).toMatchObject({ source: 'newsroom' });
    expect(parseSearch('?source=feed')).toEqual({});
    expect(parametersOf({ state: 'draft' }, 'person:4')).toMatchObject({ state: 'draft', created_by: undefined });
  });

  it('counts the filters behind the button of a phone, not the search text, the tab and the order', () => {
    expect(filterCount({ state: 'draft', sort: 'title', q: 'sea' })).toBe(0);
    expect(filterCount({ section: 2, mine: '1', q: 'sea' })).toBe(2);
  });

  it('has filters to clear, which a tab and an order are not', () => {
    expect(hasFilters({ state: 'draft', sort: 'title' })).toBe(false);
    expect(hasFilters({ tag: 'sea' })).toBe(true);
    expect(withoutFilters({ state: 'draft', sort: 'title', tag: 'sea', q: 'x' })).toEqual({
      ...{ state: 'draft', sort: 'title' },
    });
  });
});
