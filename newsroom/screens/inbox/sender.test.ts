import { expect, it } from 'vitest';
import { senderOf } from './sender.ts';

it('a sender has a name and an address, or the one that is known', () => {
  expect(senderOf('Pekka Sund', 'pekka@example.com')).toBe('Pekka Sund <pekka@example.com>');
  expect(senderOf('Pekka', '')).toBe('Pekka');
  expect(senderOf('', 'pekka@example.com')).toBe('pekka@example.com');
  expect(senderOf('', '')).toBe('');
});
