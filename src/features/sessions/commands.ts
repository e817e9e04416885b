import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { MyChange, PasswordChange } from '../../contract/people.ts';
import { notFound, unauthenticated } from '../../core/errors.ts';
import { refuseStale } from '../../core/versions.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type Passwords, refuseWeakPassword } from '../accounts/passwords.ts';
import { type PersonRow, personById } from '../accounts/queries.ts';
import { endAccess, endSessions, renewSession, type SessionClient, startSession } from '../accounts/sessions.ts';
import { settleVerified, verified } from '../accounts/verification.ts';

/** A person and a session of theirs. */
interface Holder {
  person: PersonRow;
  sessionId: number;
}

export async function signIn(
  db: Db | Tx,
  passwords: Passwords,
  input: { email: string; password: string },
  client: SessionClient,
): Promise<{ person: PersonRow; token: string }> {
  const checked = await verified(db, passwords, input, client.address);
  const token = await transaction(db, async (tx) => {
    await settleVerified(tx, checked);
    return startSession(tx, checked.person.id, client);
  });
  return { person: checked.person, token };
}

/** Confirms the password. */
export async function confirmSession(
  db: Db | Tx,
  passwords: Passwords,
  { person, sessionId }: Holder,
  password: string,
  address: string,
): Promise<void> {
  const checked = await verified(db, passwords, { email: person.email, password }, address);
  await transaction(db, async (tx) => {
    await settleVerified(tx, checked);
    await sql`update session set confirmed_at = now() where id = ${sessionId}`.execute(tx);
  });
}

/** Ends the other sessions. The present one gets a new token, in case someone has copied the old one. */
export async function changePassword(
  db: Db | Tx,
  passwords: Passwords,
  { person, sessionId }: Holder,
  input: Static<typeof PasswordChange>,
  address: string,
): Promise<string> {
  refuseWeakPassword(input.password, [person.email, person.name]);
  const checked = await verified(db, passwords, { email: person.email, password: input.current_password }, address);
  const password_hash = await passwords.hash(input.password);
  return transaction(db, async (tx) => {
    await settleVerified(tx, checked);
    await tx.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute();
    await endAccess(tx, person.id, sessionId);
    return renewSession(tx, sessionId);
  });
}

export async function changeMe(
  db: Db | Tx,
  personId: number,
  input: Static<typeof MyChange>,
  ifMatch: string | undefined,
): Promise<PersonRow> {
  return transaction(db, async (tx) => {
    const current = await present(tx, personId, 'for update');
    refuseStale(ifMatch, current.version, 'profile');
    await tx
      .updateTable('person')
      .set({ ...input, updated_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', personId)
      .execute();
    return present(tx, personId);
  });
}

/** Ends one session of the person. */
export async function deleteSession(db: Db | Tx, personId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('There is no such session.');
}

export async function deleteAllSessions(db: Db | Tx, personId: number): Promise<void> {
  await transaction(db, (tx) => endSessions(tx, personId));
}

/** The signed-in person, who may have been deleted since the request began. */
export async function present(db: Db | Tx, personId: number, lock?: 'for update'): Promise<PersonRow> {
  if (lock) await sql`select from person where id = ${personId} for update`.execute(db);
  const person = await personById(db, personId);
  if (!person) throw unauthenticated('This person was removed.');
  return person;
}
