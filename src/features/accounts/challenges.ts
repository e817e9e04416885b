/** Challenges that a browser answers to sign in without a password or to add a credential: once, soon, and from the same page. */
import { sql } from 'kysely';
import { clientNetwork } from '../../core/addresses.ts';
import { tooMany } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { newToken, tokenHash } from './sessions.ts';
import type { SessionOwner } from './signed-in.ts';

export type Method = 'passkey' | 'oidc';
export type Purpose = 'sign_in' | 'confirm' | 'add';

/** How long each challenge is valid. Signing in at a provider may need another device. */
export const SECONDS: Record<Method, number> = { passkey: 300, oidc: 600 };
const LONGEST = sql`interval '10 minutes'`;
/** Open challenges per network: every visit to a page that offers passkeys creates one. */
const MOST_OF_NETWORK = 500;
const RETRY_SECONDS = 60;
const BATCH = 2_000;

export interface NewChallenge {
  method: Method;
  purpose: Purpose;
  /** The network address of the client. */
  address: string;
  origin: string;
  /** The person who confirms the session or adds a credential. */
  holder?: SessionOwner;
  account?: Buffer;
  browser?: Buffer;
  returnTo?: string;
}

export interface ChallengeRow {
  origin: string;
  purpose: Purpose;
  person_id: number | null;
  session_id: number | null;
  account: Buffer | null;
  browser: Buffer | null;
  return_to: string | null;
  created_at: Date;
}

/** 256 random bits in base64url; the database stores their hash. */
export async function createChallenge(db: Db | Tx, input: NewChallenge): Promise<string> {
  const { method, purpose, origin, holder, account, browser, returnTo } = input;
  const challenge = newToken();
  const network = clientNetwork(input.address);
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`challenges ${network}`}, 0))`.execute(tx);
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from sign_in_challenge
      where network = ${network} and created_at > now() - ${LONGEST}`.execute(tx);
    if ((rows[0]?.open ?? 0) >= MOST_OF_NETWORK) throw tooMany(RETRY_SECONDS);
    await tx
      .insertInto('sign_in_challenge')
      .values({
        hash: tokenHash(challenge),
        method,
        purpose,
        network,
        origin,
        person_id: holder?.personId ?? null,
        session_id: holder?.sessionId ?? null,
        account: account ?? null,
        browser: browser ?? null,
        return_to: returnTo ?? null,
      })
      .execute();
  });
  return challenge;
}

/** Deletes the challenge, so that it can be used once, even by a wrong answer. Undefined if it does not exist or has expired. */
export async function takeChallenge(db: Db | Tx, method: Method, challenge: string): Promise<ChallengeRow | undefined> {
  const { rows } = await sql<ChallengeRow & { is_open: boolean }>`
    delete from sign_in_challenge where hash = ${tokenHash(challenge)} and method = ${method}
    returning origin, purpose, person_id, session_id, account, browser, return_to, created_at,
      created_at > now() - make_interval(secs => ${SECONDS[method]}) as is_open`.execute(db);
  return rows[0]?.is_open ? rows[0] : undefined;
}

/** Deletes a batch of expired challenges, and returns whether there may be more. */
export async function deleteOldChallenges(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'sign_in_challenge', sql`created_at < now() - ${LONGEST}`, BATCH)) === BATCH;
}
