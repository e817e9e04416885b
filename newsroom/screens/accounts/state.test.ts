import { expect, it } from 'vitest';
import { fullest, needsPerson, shownState } from './state.ts';

it('an account without the token that its network needs is not connected, until the network has refused it', () => {
  const x = { network: 'x', has_token: false, state: 'ok' } as const;
  expect(shownState(x)).toBe('disconnected');
  expect(shownState({ ...x, state: 'invalid' })).toBe('invalid');
  expect(shownState({ ...x, has_token: true })).toBe('ok');
  // Everyone may read there.
  expect(shownState({ ...x, network: 'mastodon' })).toBe('ok');
});

it('someone must act unless it works, or waits for a quota', () => {
  expect((['ok', 'quota', 'expiring', 'locked', 'disconnected'] as const).map(needsPerson)).toEqual([
    ...[false, false, true, true, true],
  ]);
});

it('the fullest budget is shown in the list', () => {
  const [search, lookup] = [
    { used: 3, ceiling: 300 },
    { used: 4_999, ceiling: 5_000 },
  ];
  expect(fullest([search, lookup])).toBe(lookup);
  expect(fullest([])).toBeUndefined();
  expect(fullest([{ used: 0, ceiling: 0 }])).toEqual({ used: 0, ceiling: 0 });
});
