import { expect, it } from 'vitest';
import { matchWith, rules, triedRule } from './rule.ts';

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
