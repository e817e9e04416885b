import { expect, it } from 'vitest';
import { matchWith, rules, summaryOf, triedRule } from './rule.ts';
import { rulesEn } from './words-en.ts';

it('leaves out conditions that were emptied', () => {
  expect(matchWith({ words: ['a'], has_image: false }, { words: [], daily_cap: 3 })).toEqual({
    has_image: false,
    daily_cap: 3,
  });
  expect(matchWith({ older_than_hours: 2 }, { older_than_hours: null })).toEqual({});
});

it('is tried switched on, with a name', () => {
  expect(triedRule({ ...rules.blank, active: false })).toMatchObject({
    name: '–',
    active: true,
    action: 'hold',
    match: {},
  });
});

it('names every condition', () => {
  const { summary } = rulesEn;
  expect(summaryOf({}, summary)).toEqual([]);
  const match = {
    ...{ words: ['lotter*'], people: ['Ida'], domains: ['a.example'], languages: ['fi'], has_image: false },
    ...{ is_reply: true, min_followers: 0, max_followers: 1_000, older_than_hours: 24, daily_cap: 1 },
  };
  expect(summaryOf(match, summary)).toEqual([
    ...['lotter*', 'Ida', 'a.example', 'fi', 'without a picture', 'replies', '0 followers or more'],
    ...['1,000 followers or fewer', 'older than 24 hours', 'from 1 item a day on'],
  ]);
  expect(summaryOf({ has_image: true, is_reply: false }, summary)).toEqual(['with a picture', 'no replies']);
});
