import { expect, it } from 'vitest';
import {
  campaignOf,
  consentLines,
  consentsOf,
  isPolled,
  isTyped,
  newSource,
  settingsOf,
  targetOf,
  targetText,
} from './source.ts';

it('writes consents as lines, and reads them back', () => {
  const consents = [
    { text: 'You may publish my text.', required: true },
    { text: 'You may call me.', required: false },
  ];
  expect(consentLines(consents)).toBe('You may publish my text.\n? You may call me.');
  expect(consentsOf(consentLines(consents))).toEqual(consents);
  expect(consentsOf('\n  \n?  \n')).toEqual([]);
});

it.each([
  ['#harbour', { type: 'hashtag', value: 'harbour' }],
  ['@harbourpost', { type: 'account', value: 'harbourpost' }],
  ['ice on the fairway', { type: 'phrase', value: 'ice on the fairway' }],
] as const)('reads %s as a target', (text, target) => {
  expect(targetOf(text, ['hashtag', 'phrase', 'account'])).toEqual(target);
  expect(targetText(target)).toBe(text);
});

it('reads words without a sign as what the network can look for', () => {
  expect(targetOf('harbour', ['hashtag', 'account'])).toEqual({ type: 'hashtag', value: 'harbour' });
  expect(targetOf('4711', ['account'])).toEqual({ type: 'account', value: '4711' });
  expect([{ type: 'own' }, { type: 'account', value: 'a' }].map((one) => isTyped(one as never))).toEqual([false, true]);
});

it('polls mailboxes, and no address of a source', () => {
  const mail = (way: 'smtp' | 'imap') => ({
    kind: 'email' as const,
    email: { way, allow: [], unlisted: 'hold' as const },
  });
  expect([mail('smtp'), mail('imap'), { kind: 'feed' as const, email: null }].map(isPolled)).toEqual([
    false,
    true,
    true,
  ]);
});

it('gives each kind only its own settings', () => {
  expect(settingsOf('email')).toMatchObject({ kind: 'email', form: null, url: null, email: { unlisted: 'hold' } });
  expect(settingsOf('feed')).toMatchObject({ form: null, email: null });
});

it('begins a source as a tracker of the campaign that asks for it', () => {
  expect(['?campaign=7', 'campaign=0', 'campaign=7x', ''].map(campaignOf)).toEqual([7, null, null, null]);
  expect(newSource(3, null).blank).toMatchObject({ kind: 'feed', section_id: 3, campaign_id: null });
  expect(newSource(3, 7).blank).toMatchObject({ kind: 'media_tracker', section_id: 3, campaign_id: 7 });
});
