/** Why messages are held, in the words that editors read. The proofs are tested with real signatures, in src/intake/senders.test.ts. */
import { expect, it } from 'vitest';
import { type Proof, senderRuling } from './senders.ts';

const reason = (proof: Proof, rules: object = {}) =>
  senderRuling({ unlisted: 'hold', trustedServer: null, isMailbox: true, ...rules }, { isOnList: true, proof })
    .heldBecause;

it('a message that is signed in part says so, and in a mailbox what to set', () => {
  expect(reason('partly')).toMatch(/as that of Gmail does.*settings of the source \(trusted_server\)\.$/);
  expect(reason('partly', { trustedServer: 'mx.example' })).toMatch(/server of that domain sent it\.$/);
  expect(reason('partly', { isMailbox: false })).toMatch(/server of that domain sent it\.$/);
  expect(reason('none')).toMatch(/does not prove/);
  expect(reason('dmarc')).toBe(null);
});
