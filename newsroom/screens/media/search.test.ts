import { describe, expect, it } from 'vitest';
import { hasFilters, parametersOf, parseSearch, searchText } from './search.ts';

describe('the address of the library', () => {
  it('says words, filters and the open item', () => {
    const search = { q: 'quay & sea', type: 'image', use: 'unused', by: 'person:3', item: 7 } as const;
    expect(parseSearch(searchText(search))).toEqual(search);
    expect(searchText({})).toBe('');
  });

  it('drops everything else', () => {
    expect(parseSearch('type=tiff&use=maybe&by=<b>&item=-1&x=1&q=')).toEqual({});
  });

  it('is turned into parameters of the API', () => {
    expect(parametersOf({ use: 'used', by: 'me' }, 'person:4')).toMatchObject({
      unused: false,
      created_by: 'person:4',
    });
    expect(parametersOf({ use: 'unused' }, 'person:4')).toMatchObject({ unused: true, created_by: undefined });
    expect(parametersOf({}, 'person:4').unused).toBe(undefined);
  });

  it('has filters unless it only opens an item', () => {
    expect([hasFilters({ item: 3 }), hasFilters({ by: 'me' })]).toEqual([false, true]);
  });
});
