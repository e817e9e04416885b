/**
 * Refuses attempts to sign in from memory, before a body is read, a query is sent or a password is hashed. The counts that decide who
 * is over a limit are in PostgreSQL (attempts.ts); the gate remembers its decisions for a moment. A flood from many networks
 * exceeds no limit of theirs: it shares the few attempts a second of unknown networks (docs/decisions/045-sign-in-floods.md).
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../../core/addresses.ts';
import { type RequestError, tooMany } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';

export interface SignInGate {
  /** Seconds to wait if an attempt of this network would be refused whatever its body says; null if it may go on. Counts nothing. */
  closedFor(network: string): number | null;
  /** Counts an attempt. Throws if the account, the network or the unknown networks together are over a limit. */
  admit(network: string, account: string): void;
  /** Remembers a refusal of an account, or of the whole network, and returns the error. */
  note(network: string, account: string | null, seconds: number): RequestError;
  /** Someone has signed in from this network: a flood from elsewhere does not keep its people out. */
  know(network: string): void;
}

/** Short, because attempts expire; long enough that a flood costs only one query in this time. */
const REMEMBERED_MS = 5_000;
const MOST_REMEMBERED = 10_000;
/** Longer e-mail addresses do not exist. */
const LONGEST_ACCOUNT = 320;
/** Attempts of all unknown networks together: at once, and then a second. Two a second left readers no more than three (docs/benchmarks.md). */
const AT_ONCE = 20;
const A_SECOND = 3;
const RETRY_SECONDS = 2;
const MOST_KNOWN = 10_000;
const KNOWN_MS = 30 * 86_400_000;
const KNOWN = sql`interval '30 days'`;

export function createSignInGate(now: () => number = () => performance.now()): SignInGate {
  const refused = new LRUCache<string, number>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS });
  const known = new LRUCache<string, true>({ max: MOST_KNOWN, ttl: KNOWN_MS });
  const unknown = newBucket(now);
  const keyOf = (network: string, account: string) => `${network} ${account.slice(0, LONGEST_ACCOUNT)}`;
  return {
    closedFor(network) {
      return refused.get(network) ?? (known.has(network) || unknown.hasOne() ? null : RETRY_SECONDS);
    },
    admit(network, account) {
      const seconds = refused.get(network) ?? refused.get(keyOf(network, account));
      if (seconds !== undefined) throw tooMany(seconds);
      if (!known.has(network) && !unknown.take()) throw tooMany(RETRY_SECONDS);
    },
    note(network, account, seconds) {
      refused.set(account === null ? network : keyOf(network, account), seconds);
      return tooMany(seconds);
    },
    know: (network) => void known.set(network, true),
  };
}

/** Lets the gate know the networks from which people signed in before the process started. */
export async function knowNetworks(db: Db, gate: SignInGate): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from audit_entry
    where noun = 'person' and action = 'sign_in' and at > now() - ${KNOWN} and address is not null
    limit ${MOST_KNOWN}`.execute(db);
  for (const { address } of rows) gate.know(clientNetwork(address));
}

function newBucket(now: () => number) {
  let left = AT_ONCE;
  let filledAt = now();
  const fill = () => {
    const present = now();
    left = Math.min(AT_ONCE, left + ((present - filledAt) / 1_000) * A_SECOND);
    filledAt = present;
  };
  const hasOne = () => {
    fill();
    return left >= 1;
  };
  return {
    hasOne,
    take(): boolean {
      const isThere = hasOne();
      if (isThere) left -= 1;
      return isThere;
    },
  };
}
