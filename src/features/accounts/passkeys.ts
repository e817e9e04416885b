/** Authentication with a passkey: to sign in, to confirm a session, to accept an invitation. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { PasskeyRequestOptions } from '../../contract/passkeys.ts';
import { clientNetwork } from '../../core/addresses.ts';
import { unauthenticated } from '../../core/errors.ts';
import { personActor, reachedSites } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { beginAttempt, uncount } from './attempts.ts';
import { type ChallengeRow, createChallenge, SECONDS, takeChallenge } from './challenges.ts';
import { normalizedEmail } from './emails.ts';
import { personById } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import { endAccess } from './sessions.ts';
import type { SessionOwner } from './signed-in.ts';
import { type Assertion, answeredChallenge, assertedCount } from './webauthn.ts';

/** The origin of a request, for passkeys. */
export interface PasskeyClient {
  address: string;
  requestId: string;
  origin: string;
}

/** A person who was authenticated by a passkey. */
export interface PasskeyHolder {
  personId: number;
  passkeyId: number;
}

/** One message for all failures, so that it reveals nothing. */
export const wrongPasskey = () =>
  unauthenticated('This passkey cannot sign in: it is unknown or was removed, or its answer came too late. Try again.');

/**
 * Requests any passkey, whether or not an address is given: a list of the person's passkeys would show strangers who has an account.
 * With an address, only that person's passkeys are accepted.
 */
export async function signInOptions(
  db: Db | Tx,
  { address, origin }: PasskeyClient,
  email: string | undefined,
): Promise<Static<typeof PasskeyRequestOptions>> {
  const { id } = relyingPartyOf(origin);
  const account = email === undefined ? {} : { account: accountHash(email) };
  const challenge = await createChallenge(db, { method: 'passkey', purpose: 'sign_in', address, origin, ...account });
  return requestOptions(challenge, id, []);
}

/** Requests one of the passkeys of the signed-in person. */
export async function confirmOptions(
  db: Db | Tx,
  { address, origin }: PasskeyClient,
  holder: SessionOwner,
): Promise<Static<typeof PasskeyRequestOptions>> {
  const { id } = relyingPartyOf(origin);
  const challenge = await createChallenge(db, { method: 'passkey', purpose: 'confirm', address, origin, holder });
  return requestOptions(challenge, id, await descriptors(db, holder.personId));
}

/** The passkeys of a person as WebAuthn describes them. */
export async function descriptors(db: Db | Tx, personId: number) {
  const { rows } = await sql<{ credential_id: Buffer; transports: string[] }>`
    select credential_id, transports from passkey where person_id = ${personId} order by id`.execute(db);
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }));
}

/**
 * The person who answered a challenge. It counts as a failed attempt until it is verified, and uses up the challenge in any case.
 * With `session`, the challenge must have been made for it.
 */
export async function provedPasskey(
  db: Db | Tx,
  answer: Assertion,
  client: PasskeyClient,
  session: SessionOwner | null,
): Promise<PasskeyHolder> {
  const attempt = await beginAttempt(db, clientNetwork(client.address), `passkey ${answer.id}`);
  const challenge = answeredChallenge(answer.response.clientDataJSON);
  const asked = challenge === null ? undefined : await takeChallenge(db, 'passkey', challenge);
  const row = await passkeyRow(db, Buffer.from(answer.id, 'base64url'));
  if (challenge === null || !asked || !row || !isMeant(asked, row, answer, client, session)) throw wrongPasskey();
  const party = relyingPartyOf(client.origin);
  const count = row.rp_id === party.id ? await assertedCount(answer, challenge, party, row.public_key) : null;
  if (count === null || !(await isCounted(db, row, count, client))) throw wrongPasskey();
  await uncount(db, attempt);
  return { personId: row.person_id, passkeyId: row.id };
}

/** Rejects a passkey that was removed in the meantime. Locks the person until the transaction ends. */
export async function settlePasskey(tx: Tx, { personId, passkeyId }: PasskeyHolder): Promise<void> {
  await sql`select from person where id = ${personId} for no key update`.execute(tx);
  const { rows } = await sql`
    select from passkey where id = ${passkeyId} and person_id = ${personId} and copied_at is null`.execute(tx);
  if (rows.length === 0) throw wrongPasskey();
}

interface PasskeyRow {
  id: number;
  person_id: number;
  public_key: Buffer;
  rp_id: string;
  user_handle: string;
  email: string;
}

async function passkeyRow(db: Db | Tx, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select passkey.id, person_id, public_key, rp_id, user_handle, email
    from passkey join person on person.id = person_id where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Whether the challenge was for this person, page and session. */
function isMeant(
  asked: ChallengeRow,
  row: PasskeyRow,
  { response: { userHandle } }: Assertion,
  { origin }: PasskeyClient,
  session: SessionOwner | null,
): boolean {
  if (asked.origin !== origin || asked.purpose !== (session ? 'confirm' : 'sign_in')) return false;
  if (session && (asked.session_id !== session.sessionId || row.person_id !== session.personId)) return false;
  if (userHandle && userHandle !== userHandleOf(row.user_handle)) return false;
  return asked.account === null || asked.account.equals(accountHash(row.email));
}

/** Sixteen bytes, as an authenticator stores them. */
export function userHandleOf(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** A counter that does not increase is that of a copy: the passkey and all sessions of the person end. */
async function isCounted(
  db: Db | Tx,
  { id, person_id }: PasskeyRow,
  count: number,
  client: PasskeyClient,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await sql`select from person where id = ${person_id} for no key update`.execute(tx);
    const { rows } = await sql`
      update passkey set sign_count = ${count}, last_used_at = now()
      where id = ${id} and copied_at is null and (sign_count < ${count} or (sign_count = 0 and ${count}::bigint = 0))
      returning id`.execute(tx);
    if (rows.length > 0) return true;
    const copied = await sql`
      update passkey set copied_at = now() where id = ${id} and copied_at is null returning id`.execute(tx);
    if (copied.rows.length > 0) {
      await endAccess(tx, person_id);
      await recordCopy(tx, { id, person_id }, client);
    }
    return false;
  });
}

/** Recorded under the person's name: it is unknown which of the two copies was used. */
async function recordCopy(tx: Tx, row: Pick<PasskeyRow, 'id' | 'person_id'>, client: PasskeyClient): Promise<void> {
  const person = await personById(tx, row.person_id);
  if (!person) return;
  const caller = personActor(person, client);
  const after = { copied_at: new Date().toISOString() };
  const sites = reachedSites(caller);
  await recordChange(tx, caller, { action: 'change', noun: 'passkey', id: row.id, sites, before: {}, after });
}

function requestOptions(
  challenge: string,
  rpId: string,
  allowCredentials: Awaited<ReturnType<typeof descriptors>>,
): Static<typeof PasskeyRequestOptions> {
  return { challenge, rpId, timeout: SECONDS.passkey * 1_000, userVerification: 'required', allowCredentials };
}

function accountHash(email: string): Buffer {
  return createHash('sha256').update(normalizedEmail(email)).digest();
}
