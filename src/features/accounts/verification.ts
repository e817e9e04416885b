/** Checks a password: counts the attempt, always hashes once, and checks again in the transaction that relies on it. */
import { sql } from 'kysely';
import { clientNetwork } from '../../core/addresses.ts';
import { unauthenticated } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { beginAttempt, uncount } from './attempts.ts';
import { normalizedEmail } from './emails.ts';
import type { Passwords } from './passwords.ts';
import { type PersonRow, personByEmail } from './queries.ts';

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
  const attempt = await beginAttempt(db, clientNetwork(address), normalizedEmail(email));
  const person = await personByEmail(db, email);
  const isRight = await passwords.verify(person?.password_hash ?? null, password).catch(async (error) => {
    await uncount(db, attempt);
    throw error;
  });
  if (!person || !isRight) throw wrongPassword();
  await uncount(db, attempt);
  return { person };
}

/** A password that was changed meanwhile is wrong. Locks the person until the transaction ends. */
export async function settleVerified(tx: Tx, { person }: Verified): Promise<void> {
  const { rows } = await sql`
    select from person where id = ${person.id} and password_hash = ${person.password_hash} for no key update`.execute(
    tx,
  );
  if (rows.length === 0) throw wrongPassword();
}
