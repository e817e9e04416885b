/** Checks a password: counts the attempt, always hashes once, and checks again in the transaction that relies on it. */
import { sql } from 'kysely';
import { clientNetwork } from '../../core/addresses.ts';
import { unauthenticated } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { beginPersonsAttempt, uncount } from './attempts.ts';
import { normalizedEmail } from './emails.ts';
import { type Passwords, passwordsOff } from './passwords.ts';
import type { PersonRow } from './queries.ts';

export interface Verified {
  person: PersonRow;
}

export const wrongPassword = () => unauthenticated('The e-mail address or the password is wrong.');

/** Throws the same answer for an unknown person as for a wrong password, after the same work. */
export async function verified(
  db: Db | Tx,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<Verified> {
  if (!passwords.areOn) throw passwordsOff();
  const [network, account] = [clientNetwork(address), normalizedEmail(email)];
  passwords.gate.admit(network, account);
  const found: { attempt?: number; person?: PersonRow | undefined } = {};
  // In the queue of hashes, which refuses a flood before it takes database connections from others.
  const lookUp = async () => {
    Object.assign(found, await beginPersonsAttempt(db, network, email, passwords.gate));
    return found.person?.password_hash ?? null;
  };
  const isRight = await passwords.verify(lookUp, password).catch(async (error) => {
    if (found.attempt !== undefined) await uncount(db, found.attempt);
    throw error;
  });
  if (!found.person || !isRight || found.attempt === undefined) throw wrongPassword();
  await uncount(db, found.attempt);
  return { person: found.person };
}

/** Rejects a password that was changed in the meantime. Locks the person until the transaction ends. */
export async function settleVerified(tx: Tx, { person }: Verified): Promise<void> {
  const { rows } = await sql`
    select from person where id = ${person.id} and password_hash = ${person.password_hash} for no key update`.execute(
    tx,
  );
  if (rows.length === 0) throw wrongPassword();
}
