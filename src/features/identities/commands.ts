/** Signing in at the OpenID Connect provider, linking a person to it, and confirming a session there. */
import { sql } from 'kysely';
import { clientNetwork } from '../../core/addresses.ts';
import type { AuditAction } from '../../core/audit.ts';
import { conflict, notFound, RequestError } from '../../core/errors.ts';
import { type Actor, personActor, reachedSites } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { beginAttempt, uncount } from '../accounts/attempts.ts';
import { type ChallengeRow, createChallenge, type Purpose, takeChallenge } from '../accounts/challenges.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Client } from '../accounts/proof.ts';
import { type PersonRow, personByEmail, personById, sessionAndSite } from '../accounts/queries.ts';
import { recordAccess } from '../accounts/recording.ts';
import { endAccess, newToken, renewSession, startSession, tokenHash } from '../accounts/sessions.ts';
import type { SessionOwner } from '../accounts/signed-in.ts';
import { refuseLastWay, type Ways } from '../accounts/ways.ts';
import type { Identity, Oidc } from './oidc.ts';
import { type IdentityRow, identityById } from './queries.ts';

/** Why a callback did not sign in, as one word for the page that the browser returns to. */
export type Refusal = 'expired' | 'refused' | 'unavailable' | 'unknown' | 'taken' | 'not_fresh' | 'limited';

export interface Completed {
  returnTo: string;
  /** A new token for the session cookie; undefined leaves it as it is. */
  token?: string;
  refusal?: Refusal;
}

/** The address that the provider sends the browser back to, and the browser. */
interface Callback {
  redirectUri: string;
  client: Client;
}

/** The result of a callback, with everything that completes the flow. */
interface CallbackResult {
  asked: ChallengeRow;
  identity: Identity;
  client: Client;
  passwords: Pick<Passwords, 'areOn'>;
}

const HOME = '/';
const MOST_IDENTITIES = 10;
/** Clocks of providers differ. */
const SKEW_MS = 60_000;
const UNIQUE_VIOLATION = '23505';

/** Returns the provider's address and the value of the browser's cookie. */
export async function beginFlow(
  db: Db | Tx,
  oidc: Oidc,
  { purpose, holder, returnTo }: { purpose: Purpose; holder?: SessionOwner; returnTo: string | undefined },
  { redirectUri, client }: Callback,
): Promise<{ url: string; secret: string }> {
  const secret = newToken();
  const { address, origin } = client;
  const asked = { method: 'oidc', purpose, address, origin, browser: tokenHash(secret) } as const;
  const state = await createChallenge(db, { ...asked, ...(holder ? { holder } : {}), returnTo: returnTo ?? HOME });
  return { url: await oidc.authorizationUrl({ redirectUri, state, secret, isFresh: purpose === 'confirm' }), secret };
}

/** Completes the flow when the browser returns. Its state can be used once, even if this fails. */
export async function completeFlow(
  db: Db | Tx,
  oidc: Oidc,
  parameters: Record<string, string>,
  secret: string,
  { redirectUri, client, passwords }: Callback & { passwords: Pick<Passwords, 'areOn'> },
): Promise<Completed> {
  const { state = '' } = parameters;
  const asked = await takeChallenge(db, 'oidc', state);
  if (!asked?.browser?.equals(tokenHash(secret))) return { returnTo: HOME, refusal: 'expired' };
  const returnTo = asked.return_to ?? HOME;
  try {
    const attempt = await beginAttempt(db, clientNetwork(client.address), `oidc ${state}`);
    const isFresh = asked.purpose === 'confirm';
    const identity = await oidc.identity({ redirectUri, state, secret, isFresh }, parameters);
    await uncount(db, attempt);
    const done = await transaction(db, (tx) => settled(tx, oidc, { asked, identity, client, passwords }));
    return typeof done === 'string' ? { returnTo, refusal: done } : { returnTo, ...done };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { returnTo, refusal: REFUSALS[error.status] ?? 'refused' };
  }
}

const REFUSALS: Record<number, Refusal> = { 409: 'taken', 429: 'limited', 503: 'unavailable' };

/** Returns a new token for the session cookie. */
export async function deleteIdentity(
  db: Db | Tx,
  { personId, sessionId, caller }: SessionOwner,
  id: number,
  ways: Ways,
): Promise<string> {
  return transaction(db, async (tx) => {
    await sql`select from person where id = ${personId} for no key update`.execute(tx);
    const before = await identityById(tx, personId, id);
    if (!before) throw notFound('There is no such identity.');
    await tx.deleteFrom('identity').where('id', '=', id).execute();
    await refuseLastWay(tx, personId, ways);
    await endAccess(tx, personId, sessionId);
    const token = await renewSession(tx, sessionId);
    await record(tx, caller, 'delete', before, null);
    return token;
  });
}

function settled(tx: Tx, oidc: Oidc, returned: CallbackResult): Promise<Refusal | { token?: string }> {
  const { purpose } = returned.asked;
  if (purpose === 'sign_in') return signIn(tx, oidc, returned);
  return purpose === 'add' ? link(tx, oidc, returned) : confirm(tx, oidc, returned);
}

/** The session counts as confirmed from when the person signed in at the provider, which may be long ago or not be said. */
async function signIn(tx: Tx, { settings }: Oidc, { identity, client }: CallbackResult) {
  const personId =
    (await linkedPerson(tx, settings.issuer, identity)) ?? (await byEmail(tx, settings, identity, client));
  const person = personId === null ? undefined : await personById(tx, personId);
  if (!person) return 'unknown';
  await recordAccess(tx, person, client, 'sign_in');
  return { token: await startSession(tx, person.id, 'oidc', client, identity.authenticatedAt ?? new Date(0)) };
}

async function link(tx: Tx, { settings }: Oidc, returned: CallbackResult) {
  const { asked, identity, client } = returned;
  const person = await sessionPerson(tx, returned);
  if (!person || asked.session_id === null) return 'expired';
  await insertIdentity(tx, settings.issuer, person, identity, client);
  await endAccess(tx, person.id, asked.session_id);
  return { token: await renewSession(tx, asked.session_id) };
}

async function confirm(tx: Tx, { settings }: Oidc, returned: CallbackResult) {
  const { asked, identity, client } = returned;
  const person = await sessionPerson(tx, returned);
  if (!person || (await linkedPerson(tx, settings.issuer, identity)) !== person.id) return 'refused';
  const { authenticatedAt } = identity;
  if (!authenticatedAt || authenticatedAt.getTime() < asked.created_at.getTime() - SKEW_MS) return 'not_fresh';
  await sql`update session set confirmed_at = now() where id = ${asked.session_id}`.execute(tx);
  await recordAccess(tx, person, client, 'confirm');
  return {};
}

/** The person of the session that began the flow, if the browser still has that session. Locked until the transaction ends. */
async function sessionPerson(tx: Tx, { asked, client, passwords }: CallbackResult): Promise<PersonRow | undefined> {
  const { holder } = await sessionAndSite(tx, client.sessionTokens.map(tokenHash), null, passwords);
  if (!holder || holder.session_id !== asked.session_id) return undefined;
  await sql`select from person where id = ${holder.person_id} for no key update`.execute(tx);
  return personById(tx, holder.person_id);
}

async function linkedPerson(tx: Tx, issuer: string, { subject, email }: Identity): Promise<number | null> {
  const { rows } = await sql<{ person_id: number }>`
    update identity set last_used_at = now(), email = coalesce(${email}, email)
    where issuer = ${issuer} and subject = ${subject} returning person_id`.execute(tx);
  return rows[0]?.person_id ?? null;
}

/** Only if the operator trusts the provider's addresses, and once: a person with an identity there is not linked again. */
async function byEmail(
  tx: Tx,
  { issuer, linkByEmail }: Oidc['settings'],
  identity: Identity,
  client: Client,
): Promise<number | null> {
  const person = linkByEmail && identity.email !== null ? await personByEmail(tx, identity.email) : undefined;
  if (!person || person.is_demo) return null;
  await sql`select from person where id = ${person.id} for no key update`.execute(tx);
  const { rows } = await sql`select from identity where person_id = ${person.id} and issuer = ${issuer}`.execute(tx);
  if (rows.length > 0) return null;
  await insertIdentity(tx, issuer, person, identity, client);
  await removeOtherWays(tx, person, client);
  return person.id;
}

/**
 * The address was never verified: someone else may have accepted its invitation and set a password. Once the real holder is linked,
 * older credentials must no longer open the account.
 */
async function removeOtherWays(tx: Tx, person: PersonRow, client: Client): Promise<void> {
  const caller = personActor(person, client);
  const { rows } = await sql<{ id: number }>`
    delete from passkey where person_id = ${person.id} returning *`.execute(tx);
  for (const before of rows)
    await recordChange(tx, caller, {
      ...{ action: 'delete', noun: 'passkey', id: before.id, sites: reachedSites(caller), before, after: null },
    });
  await sql`update person set password_hash = null where id = ${person.id}`.execute(tx);
  if (person.password_hash !== null) await recordAccess(tx, person, client, 'reset_password');
  await endAccess(tx, person.id);
}

async function insertIdentity(tx: Tx, issuer: string, person: PersonRow, identity: Identity, client: Client) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from identity where person_id = ${person.id}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MOST_IDENTITIES) throw conflict('This person has too many identities.');
  const { subject, email } = identity;
  const { id } = await tx
    .insertInto('identity')
    .values({ person_id: person.id, issuer, subject, email, last_used_at: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? conflict('This identity is linked already.') : error;
    });
  await record(tx, personActor(person, client), 'create', null, (await identityById(tx, person.id, id)) ?? null);
}

async function record(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: IdentityRow | null,
  after: IdentityRow | null,
): Promise<void> {
  const id = (after ?? before)?.id ?? null;
  await recordChange(tx, caller, { action, noun: 'identity', id, sites: reachedSites(caller), before, after });
}
