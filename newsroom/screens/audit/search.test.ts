import { describe, expect, it } from 'vitest';
import { csvAddress, parametersOf, parseSearch, searchText } from './search.ts';

describe('the filters of the audit log', () => {
  it('survive parsing and writing', () => {
    const search = {
      site: 3,
      person: 7,
      action: 'publish',
      noun: 'article',
      id: 'a-b',
      from: '2026-11-01',
      to: '2026-11-30',
    };
    expect(parseSearch(searchText(search))).toEqual(search);
    expect(searchText({ noun: 'site', kind: 'person' })).toBe('?kind=person&noun=site');
    expect(searchText({})).toBe('');
    expect(searchText({ action: undefined, noun: '' })).toBe('');
  });

  it.each([
    ['?site=0&person=x&action=DROP&from=2026-13-01', {}],
    ['?id=7', {}],
    ['?kind=king', {}],
    ['?kind=timer', { kind: 'timer' }],
    ['?kind=timer&person=7', { person: 7 }],
    ['?noun=person&id=', { noun: 'person' }],
  ])('omit invalid values: %s', (query, search) => {
    expect(parseSearch(query)).toEqual(search);
  });

  it('include the last day', () => {
    const { from, to } = parametersOf({ from: '2026-11-30', to: '2026-11-30' });
    expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(86_400_000);
  });

  it('lead to a file of the same entries', () => {
    expect(csvAddress({ noun: 'article', id: 'a&b' })).toBe('/v1/manage/audit?noun=article&noun_id=a%26b&format=csv');
  });
});
