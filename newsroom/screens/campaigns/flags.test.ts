import { expect, it } from 'vitest';
import { flagsOf } from './flags.ts';
import { campaigns } from './noun.ts';

it('names what is wrong with a campaign, the most urgent first', () => {
  const { blank } = campaigns;
  expect(flagsOf(blank)).toEqual([]);
  expect(flagsOf({ ...blank, update_enabled: false, twitter_access_token_invalid: true })).toEqual([
    'twitter_access_token_invalid',
    'not_updated',
  ]);
  expect(flagsOf({ ...blank, is_initiated: false, disabled_by_user: true })).toEqual(['not_initiated', 'not_updated']);
});
