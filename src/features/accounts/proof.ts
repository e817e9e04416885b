/** Proof that a request comes from a certain person. It is checked again in the transaction that relies on it. */
import { sql } from 'kysely';
import { invalidBody, unauthenticated } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type PasskeyClient, provedPasskey, settlePasskey, wrongPasskey } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import { type PersonRow, sessionAndSite } from './queries.ts';
import { type SessionClient, tokenHash } from './sessions.ts';
import type { SessionOwner } from './signed-in.ts';
import { settleVerified, verified } from './verification.ts';
import type { Assertion } from './webauthn.ts';

export type Settle = (tx: Tx) => Promise<void>;
export type Client = SessionClient & PasskeyClient;

interface Given {
  password?: string;
  credential?: Assertion;
}

/** By the password or a passkey. With `session`, the challenge of the passkey must have been made for it. */
export async function proofOf(
  db: Db | Tx,
  passwords: Passwords,
  person: PersonRow,
  { password, credential }: Given,
  client: Client,
  session: SessionOwner | null = null,
): Promise<Settle> {
  if ((password === undefined) === (credential === undefined))
    throw invalidBody([{ path: '', message: 'must have either `password` or `credential`' }]);
  if (credential) {
    const holder = await provedPasskey(db, credential, client, session);
    if (holder.personId !== person.id) throw wrongPasskey();
    return (tx) => settlePasskey(tx, holder);
  }
  const checked = await verified(db, passwords, { email: person.email, password: password ?? '' }, client.address);
  return (tx) => settleVerified(tx, checked);
}

/** By a session of the person that was confirmed within the last minutes. */
export async function proofBySession(
  db: Db | Tx,
  passwords: Passwords,
  person: PersonRow,
  { sessionTokens }: Client,
): Promise<Settle> {
  const { holder } = await sessionAndSite(db, sessionTokens.map(tokenHash), null, passwords);
  if (holder?.person_id !== person.id || !holder.is_confirmed)
    throw unauthenticated(
      'There is a person with this address: send the password or a passkey, or sign in as that person first.',
    );
  return async (tx) => {
    const { rows } = await sql`select from session where id = ${holder.session_id} for update`.execute(tx);
    if (rows.length === 0) throw unauthenticated('This session has ended.');
  };
}
