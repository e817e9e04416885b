/** The passkeys of the signed-in person. Adding or removing one ends the other sessions, as a new password does. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewPasskey, PasskeyCreationOptions } from '../../contract/passkeys.ts';
import { type AuditAction, type AuditSites, sitesOfRoles } from '../../core/audit.ts';
import { conflict, invalidBody, notFound, unauthenticated } from '../../core/errors.ts';
import { type Actor, reachedSites } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { createChallenge, SECONDS, takeChallenge } from '../accounts/challenges.ts';
import { descriptors, type PasskeyClient, userHandleOf } from '../accounts/passkeys.ts';
import type { PersonRow } from '../accounts/queries.ts';
import { relyingPartyOf } from '../accounts/relying-party.ts';
import { endAccess, renewSession } from '../accounts/sessions.ts';
import type { SessionOwner } from '../accounts/signed-in.ts';
import { refuseLastWay, type Ways } from '../accounts/ways.ts';
import { ALGORITHMS, answeredChallenge, type RegisteredKey, registeredKey } from '../accounts/webauthn.ts';
import { type PasskeyRow, passkeyById, passkeyRows } from './queries.ts';

const NAME = 'Masthead';
const MOST_PASSKEYS = 20;
const UNIQUE_VIOLATION = '23505';

export async function addOptions(
  db: Db | Tx,
  holder: SessionOwner,
  { address, origin }: PasskeyClient,
): Promise<Static<typeof PasskeyCreationOptions>> {
  const { id } = relyingPartyOf(origin);
  const { email, name, user_handle } = await account(db, holder.personId);
  const challenge = await createChallenge(db, { method: 'passkey', purpose: 'add', address, origin, holder });
  return {
    challenge,
    rp: { id, name: NAME },
    user: { id: userHandleOf(user_handle), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: SECONDS.passkey * 1_000,
    attestation: 'none',
    excludeCredentials: await descriptors(db, holder.personId),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Returns the passkey and a new token for the session. */
export async function addPasskey(
  db: Db | Tx,
  holder: SessionOwner,
  { name, credential }: Static<typeof NewPasskey>,
  { origin }: PasskeyClient,
): Promise<{ row: PasskeyRow; token: string }> {
  const party = relyingPartyOf(origin);
  const challenge = answeredChallenge(credential.response.clientDataJSON);
  const asked = challenge === null ? undefined : await takeChallenge(db, 'passkey', challenge);
  const isAsked = asked?.purpose === 'add' && asked.origin === origin && asked.session_id === holder.sessionId;
  const key = challenge !== null && isAsked ? await registeredKey(credential, challenge, party) : null;
  if (!key) throw notVerified();
  return transaction(db, async (tx) => {
    await lockAccount(tx, holder.personId);
    const id = await insertPasskey(tx, holder.personId, key, {
      name: name.trim(),
      rp_id: party.id,
      transports: credential.response.transports ?? [],
    });
    await endAccess(tx, holder.personId, holder.sessionId);
    const token = await renewSession(tx, holder.sessionId);
    const row = await present(tx, holder.personId, id);
    await record(tx, holder.caller, 'create', null, row);
    return { row, token };
  });
}

export async function renamePasskey(
  db: Db | Tx,
  { personId, caller }: SessionOwner,
  id: number,
  name: string,
): Promise<PasskeyRow> {
  return transaction(db, async (tx) => {
    const before = await present(tx, personId, id);
    await sql`update passkey set name = ${name.trim()} where id = ${id} and person_id = ${personId}`.execute(tx);
    const after = await present(tx, personId, id);
    await record(tx, caller, 'change', before, after);
    return after;
  });
}

/** Returns a new token for the session. */
export async function deletePasskey(
  db: Db | Tx,
  { personId, sessionId, caller }: SessionOwner,
  id: number,
  ways: Ways,
): Promise<string> {
  return transaction(db, async (tx) => {
    await lockAccount(tx, personId);
    const before = await present(tx, personId, id);
    await tx.deleteFrom('passkey').where('id', '=', id).execute();
    await refuseLastWay(tx, personId, ways);
    await endAccess(tx, personId, sessionId);
    const token = await renewSession(tx, sessionId);
    await record(tx, caller, 'delete', before, null);
    return token;
  });
}

/** From the command line, for someone whose authenticators are lost or stolen. Ends all sessions, and returns how many there were. */
export async function removePasskeys(db: Db | Tx, person: PersonRow, caller: Actor): Promise<number> {
  return transaction(db, async (tx) => {
    await lockAccount(tx, person.id);
    const rows = await passkeyRows(tx, person.id);
    await tx.deleteFrom('passkey').where('person_id', '=', person.id).execute();
    await endAccess(tx, person.id);
    for (const before of rows) await record(tx, caller, 'delete', before, null, sitesOfRoles(person.roles));
    return rows.length;
  });
}

async function insertPasskey(
  tx: Tx,
  personId: number,
  key: RegisteredKey,
  fields: { name: string; rp_id: string; transports: string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from passkey where person_id = ${personId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MOST_PASSKEYS)
    throw conflict(`A person has at most ${MOST_PASSKEYS} passkeys; remove one first.`);
  const { id } = await tx
    .insertInto('passkey')
    .values({
      ...fields,
      person_id: personId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      sign_count: key.signCount,
      is_synced: key.isSynced,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? conflict('This passkey was added before.') : error;
    });
  return id;
}

/** Locks the person, so that credentials are added and removed one at a time. */
async function lockAccount(tx: Tx, personId: number): Promise<void> {
  await sql`select from person where id = ${personId} for no key update`.execute(tx);
}

async function account(db: Db | Tx, personId: number) {
  const { rows } = await sql<{ email: string; name: string; user_handle: string }>`
    select email, name, user_handle from person where id = ${personId}`.execute(db);
  if (!rows[0]) throw unauthenticated('This person was removed.');
  return rows[0];
}

async function present(tx: Tx, personId: number, id: number): Promise<PasskeyRow> {
  const row = await passkeyById(tx, personId, id);
  if (!row) throw notFound('There is no such passkey.');
  return row;
}

async function record(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: PasskeyRow | null,
  after: PasskeyRow | null,
  sites: AuditSites = reachedSites(caller),
): Promise<void> {
  const id = (after ?? before)?.id ?? null;
  await recordChange(tx, caller, { action, noun: 'passkey', id, sites, before, after });
}

const notVerified = () =>
  invalidBody(
    [{ path: '/credential', message: 'does not answer an open challenge of this session; ask for new options' }],
    'The passkey was not added: its answer is wrong or came too late. Try again.',
  );
