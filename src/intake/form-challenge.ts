/** Challenges of forms: made, and checked before anything is taken. */
import { randomBytes, randomInt } from 'node:crypto';
import { clientNetwork } from '../core/addresses.ts';
import { conflict, forbidden } from '../core/errors.ts';
import {
  type Challenge,
  hashOf,
  maxFor,
  type Sign,
  signedChallenge,
  solvedChallenge,
} from '../core/intake/challenge.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { erasureKeys } from '../features/erasures/keys.ts';
import { closedReason, type FormRow, formByToken, sentSince, shownHash } from '../features/forms/queries.ts';
import { unsentSince } from '../features/forms/uploads.ts';

export const HOUR_MS = 3_600_000;
const SALT_BYTES = 12;

export interface Client {
  address: string;
  now: Date;
}

export async function newChallenge(db: Db, token: string, { address, now }: Client): Promise<string> {
  return transaction(db, async (tx) => {
    const form = await openForm(tx, token, now);
    const { sign, network } = await keys(tx, address);
    const hourAgo = new Date(now.getTime() - HOUR_MS);
    const recent = (await sentSince(tx, network, hourAgo)) + (await unsentSince(tx, network, hourAgo));
    const [max, salt] = [maxFor(recent), randomBytes(SALT_BYTES).toString('hex')];
    const challenge: Challenge = {
      ...{ form: form.settings.form_token, shown: shownHash(form), issued: now.getTime(), max, salt },
      hash: hashOf(salt, randomInt(max)),
    };
    return signedChallenge(challenge, sign);
  });
}

export async function openForm(tx: Tx, token: string, now: Date): Promise<FormRow> {
  const form = await formByToken(tx, token);
  const reason = closedReason(form, now);
  if (reason) throw conflict(reason);
  return form;
}

export function solvedBy(solution: string, form: FormRow, now: Date, sign: Sign) {
  const solved = solvedChallenge(solution, form.settings.form_token, now.getTime(), sign);
  if (!solved) throw forbidden('The challenge is not solved, or is too old; ask for another one.');
  return solved;
}

/** The network is known by a keyed hash alone. */
export async function keys(tx: Tx, address: string) {
  const { own } = await erasureKeys(tx);
  return {
    sign: (payload: string) => own('form', payload),
    network: own('network', clientNetwork(address)),
    textHash: (key: Buffer | null) => key && own('exact', key.toString('hex')),
    receiptOf: (payload: string) => own('receipt', payload).toString('base64url'),
  };
}
