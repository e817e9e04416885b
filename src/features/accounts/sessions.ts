/** Starting and ending sessions: part of signing in, of setup, of invitations and of new passwords. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { IDLE, LONGEST } from './queries.ts';

const TOKEN_BYTES = 32;
const LONGEST_AGENT = 500;
const BATCH = 2_000;

/** The client of a request. */
export interface SessionClient {
  address: string;
  requestId: string;
  userAgent: string;
  /** The tokens in the cookies of the request, valid or not. */
  sessionTokens: string[];
}

/** Tokens of sessions, invitations and resets: 256 random bits, so that a plain hash of one cannot be turned back. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** How a person signed in; `link` is an invitation or a reset without a password. */
export type SessionMethod = 'password' | 'passkey' | 'oidc' | 'link';

/** Always with a new token; the previous session of the browser ends. It is confirmed now, or at `confirmedAt`. */
export async function startSession(
  tx: Tx,
  personId: number,
  method: SessionMethod,
  client: SessionClient,
  confirmedAt?: Date,
): Promise<string> {
  const token = newToken();
  if (client.sessionTokens.length > 0)
    await tx.deleteFrom('session').where('token_hash', 'in', client.sessionTokens.map(tokenHash)).execute();
  const user_agent = client.userAgent.slice(0, LONGEST_AGENT);
  await tx
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      person_id: personId,
      method,
      address: client.address,
      user_agent,
      ...(confirmedAt ? { confirmed_at: confirmedAt } : {}),
    })
    .execute();
  await sql`update person set last_seen_at = date_trunc('minute', now()) where id = ${personId}`.execute(tx);
  return token;
}

/** Gives a session a new token: a copy of the old one becomes useless. */
export async function renewSession(tx: Tx, id: number): Promise<string> {
  const token = newToken();
  await tx
    .updateTable('session')
    .set({ token_hash: tokenHash(token), confirmed_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  return token;
}

/** Ends the sessions of a person, except one, and returns their number. */
export async function endSessions(tx: Tx, personId: number, except: number | null = null): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** After a change of password or roles: ends the person's sessions, except one, and a pending password reset. */
export async function endAccess(tx: Tx, personId: number, except: number | null = null): Promise<void> {
  await endSessions(tx, personId, except);
  await tx.deleteFrom('password_reset').where('person_id', '=', personId).execute();
}

/** Records the use of a session to the minute. */
export async function noteSession(db: Db, id: number): Promise<void> {
  await sql`
    with seen as (
      update session set last_seen_at = date_trunc('minute', now()) where id = ${id} and last_seen_at < date_trunc('minute', now())
      returning person_id
    )
    update person set last_seen_at = date_trunc('minute', now()) from seen where person.id = seen.person_id`.execute(
    db,
  );
}

/** Deletes a batch of expired sessions, and returns whether there may be more. */
export async function deleteOldSessions(tx: Tx): Promise<boolean> {
  const expired = sql`last_seen_at < now() - ${IDLE} or created_at < now() - ${LONGEST}`;
  return (await deleteRows(tx, 'session', expired, BATCH)) === BATCH;
}
