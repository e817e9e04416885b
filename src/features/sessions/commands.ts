import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Confirmation, MyChange, PasswordChange } from '../../contract/people.ts';
import { notFound, unauthenticated } from '../../core/errors.ts';
import { type Actor, reachedSites } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { provedPasskey, settlePasskey } from '../accounts/passkeys.ts';
import { type Passwords, passwordsOff, refuseWeakPassword } from '../accounts/passwords.ts';
import { type Client, proofOf } from '../accounts/proof.ts';
import { type PersonRow, personById } from '../accounts/queries.ts';
import { recordAccess, recordPerson } from '../accounts/recording.ts';
import { endAccess, endSessions, renewSession, type SessionClient, startSession } from '../accounts/sessions.ts';
import type { SessionOwner } from '../accounts/signed-in.ts';
import { settleVerified, verified } from '../accounts/verification.ts';
import type { Assertion } from '../accounts/webauthn.ts';

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
    await recordAccess(tx, checked.person, client, 'sign_in');
    return startSession(tx, checked.person.id, 'password', client);
  });
  return { person: checked.person, token };
}

export async function signInWithPasskey(
  db: Db | Tx,
  credential: Assertion,
  client: Client,
): Promise<{ person: PersonRow; token: string }> {
  const holder = await provedPasskey(db, credential, client, null);
  return transaction(db, async (tx) => {
    await settlePasskey(tx, holder);
    const person = await present(tx, holder.personId);
    await recordAccess(tx, person, client, 'sign_in');
    return { person, token: await startSession(tx, person.id, 'passkey', client) };
  });
}

/** Confirms the session with the password or a passkey. */
export async function confirmSession(
  db: Db | Tx,
  passwords: Passwords,
  owner: SessionOwner,
  given: Static<typeof Confirmation>,
  client: Client,
): Promise<void> {
  const settle = await proofOf(db, passwords, await present(db, owner.personId), given, client, owner);
  await transaction(db, async (tx) => {
    await settle(tx);
    await sql`update session set confirmed_at = now() where id = ${owner.sessionId}`.execute(tx);
    await recordAccess(tx, await present(tx, owner.personId), client, 'confirm');
  });
}

/** Ends the other sessions. The current one gets a new token, in case someone has copied the old one. */
export async function changePassword(
  db: Db | Tx,
  passwords: Passwords,
  { person, sessionId }: Holder,
  input: Static<typeof PasswordChange>,
  client: SessionClient,
): Promise<string> {
  if (!passwords.areOn) throw passwordsOff();
  refuseWeakPassword(input.password, [person.email, person.name]);
  const given = { email: person.email, password: input.current_password };
  const checked = await verified(db, passwords, given, client.address);
  const password_hash = await passwords.hash(input.password);
  return transaction(db, async (tx) => {
    await settleVerified(tx, checked);
    await tx.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute();
    await endAccess(tx, person.id, sessionId);
    await recordAccess(tx, person, client, 'set_password');
    return renewSession(tx, sessionId);
  });
}

export async function changeMe(
  db: Db | Tx,
  personId: number,
  input: Static<typeof MyChange>,
  { caller, ifMatch }: { caller: Actor; ifMatch: string | undefined },
): Promise<PersonRow> {
  return transaction(db, async (tx) => {
    const current = await present(tx, personId, 'for update');
    refuseStale(ifMatch, current.version, 'profile');
    await tx
      .updateTable('person')
      .set({ ...input, updated_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', personId)
      .execute();
    const changed = await present(tx, personId);
    await recordPerson(tx, caller, 'change', current, changed);
    return changed;
  });
}

/** Ends one session of the person. */
export async function deleteSession(db: Db | Tx, personId: number, id: number, caller: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('session')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound('There is no such session.');
    await recordChange(tx, caller, { action: 'sign_out', noun: 'session', id, sites: reachedSites(caller) });
  });
}

export async function deleteAllSessions(db: Db | Tx, personId: number, caller: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const counts = { sessions: await endSessions(tx, personId) };
    const sites = reachedSites(caller);
    await recordChange(tx, caller, { action: 'sign_out', noun: 'session', id: null, sites, counts });
  });
}

/** The signed-in person, who may have been deleted since the request began. */
export async function present(db: Db | Tx, personId: number, lock?: 'for update'): Promise<PersonRow> {
  if (lock) await sql`select from person where id = ${personId} for update`.execute(db);
  const person = await personById(db, personId);
  if (!person) throw unauthenticated('This person was removed.');
  return person;
}
