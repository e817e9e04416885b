import { expect, it } from 'vitest';
import type { Entry } from '../../../src/sdk/client.ts';
import { csvOf, sortedFirst } from './data-table.tsx';
import { formatsFor } from './format.ts';
import { statOf } from './top.tsx';

it('shows what a network hides or does not have as missing, never as 0', () => {
  const entry = (fields: Partial<Entry>) =>
    ({ item_type: 'twitter', stat1: 0, stat2: 3, stat3: 0, ...fields }) as Entry;
  expect(statOf(entry({ incomplete: false }), 'stat1')).toBe(0);
  expect(statOf(entry({ incomplete: true }), 'stat1')).toBeNull();
  expect(statOf(entry({ incomplete: true }), 'stat2')).toBe(3);
  expect(statOf(entry({ item_type: 'instagram' }), 'stat3')).toBeNull();
});

it('writes every digit into CSV, nothing for what is missing, and no formula', () => {
  const rows = [
    { name: '=1+1', value: 3.897114317029974 },
    { name: 'a, "b"', value: null },
  ];
  const columns = [
    { key: 'name', label: 'Name', value: ({ name }: (typeof rows)[number]) => name },
    { key: 'value', label: 'Value', value: ({ value }: (typeof rows)[number]) => value },
  ];
  const csv = csvOf({ title: 'T', columns, rows, keyOf: ({ name }) => name });
  expect(csv).toBe('name,value\r\n\'=1+1,3.897114317029974\r\n"a, ""b""",\r\n');
});

it('shows what rows are sorted by beside their name on a phone', () => {
  const columns = ['text', 'network', 'likes', 'score'].map((key) => ({ key, label: key, value: () => 1 }));
  const keysFor = (sortedBy?: string) => sortedFirst({ columns, ...(sortedBy && { sortedBy }) }).map(({ key }) => key);
  expect(keysFor('score')).toEqual(['text', 'score', 'network', 'likes']);
  expect(keysFor('followers')).toEqual(['text', 'network', 'likes', 'score']);
  expect(keysFor()).toEqual(['text', 'network', 'likes', 'score']);
});

it('groups digits as the language does, and compares only with something', () => {
  const [english, finnish] = [formatsFor('en', 'UTC'), formatsFor('fi', 'UTC')];
  expect(english.number(1_234_567)).toBe('1,234,567');
  expect(finnish.number(1_234_567)).toBe('1\u00a0234\u00a0567');
  expect(english.change(150, 100)).toBe('+50%');
  expect(english.change(150, 0)).toBeNull();
  expect(english.weekday(1)).toBe('Mon');
  expect(english.bucket('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z', 'week')).toMatch(/^2\s?–\s?8 Mar 2026$/);
});
