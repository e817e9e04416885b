/**
 * Consents that are being asked for at networks. A row is found by the hash of its state and taken once; it counts for ten minutes, and
 * for the session that began it alone.
 */
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import type { Network } from '../../core/intake/networks/networks.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { newToken, tokenHash } from '../accounts/sessions.ts';

export interface Authorization {
  site_id: number;
  session_id: number;
  network: Network;
  fields: AccountFields;
  /** Of the account that is connected again. */
  account_id: number | null;
  return_to: string;
  /** Sealed. */
  proof: Buffer;
  is_demo: boolean;
}

/** Of the account that is made. */
export interface AccountFields {
  name: string;
  server: string | null;
  monthly_cap: number | null;
}

/** What a person can choose from. */
export interface Offered {
  external_id: string;
  name: string;
}

export interface Answered extends Authorization {
  tokens: Buffer;
  choices: Offered[];
}

const OPEN = sql`created_at > now() - interval '10 minutes'`;
/** Of one session. */
const MOST_OPEN = 20;
const BATCH = 2_000;

/** Returns the state that the network sends back. */
export async function createAuthorization(db: Db | Tx, input: Authorization): Promise<string> {
  const state = newToken();
  await transaction(db, async (tx) => {
    await sql`select from session where id = ${input.session_id} for no key update`.execute(tx);
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from network_authorization where session_id = ${input.session_id} and ${OPEN}`.execute(
      tx,
    );
    if ((rows[0]?.open ?? 0) >= MOST_OPEN)
      throw conflict('Too many accounts are being connected; try again in ten minutes.');
    await tx
      .insertInto('network_authorization')
      .values({ ...input, hash: tokenHash(state), fields: JSON.stringify(input.fields) })
      .execute();
  });
  return state;
}

/** Deletes the row, so that a state counts once, even if what follows fails. */
export async function takeAuthorization(db: Db | Tx, state: string): Promise<Authorization | undefined> {
  const { rows } = await sql<Authorization & { is_open: boolean }>`
    delete from network_authorization where hash = ${tokenHash(state)} and tokens is null
    returning *, ${OPEN} as is_open`.execute(db);
  return rows[0]?.is_open ? rows[0] : undefined;
}

/** The person is back and must choose; returns the token of the choice. */
export async function offerChoices(
  db: Db | Tx,
  authorization: Authorization,
  tokens: Buffer,
  choices: Offered[],
): Promise<string> {
  const token = newToken();
  const { site_id, session_id, network, fields, account_id, return_to, proof, is_demo } = authorization;
  await db
    .insertInto('network_authorization')
    .values({
      ...{ site_id, session_id, network, account_id, return_to, proof, is_demo, tokens },
      ...{ hash: tokenHash(token), fields: JSON.stringify(fields), choices: JSON.stringify(choices) },
    })
    .execute();
  return token;
}

/** Of this session alone. */
export async function offeredTo(
  db: Db | Tx,
  { siteId, sessionId }: { siteId: number; sessionId: number },
  token: string,
): Promise<Answered | undefined> {
  const { rows } = await sql<Answered>`
    select * from network_authorization where hash = ${tokenHash(token)} and tokens is not null
      and site_id = ${siteId} and session_id = ${sessionId} and ${OPEN}`.execute(db);
  return rows[0];
}

export async function endChoice(tx: Tx, token: string): Promise<boolean> {
  const { rows } = await sql`
    delete from network_authorization where hash = ${tokenHash(token)} returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes a batch of expired ones, and returns whether there may be more. */
export async function deleteOldAuthorizations(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'network_authorization', sql`not (${OPEN})`, BATCH)) === BATCH;
}
