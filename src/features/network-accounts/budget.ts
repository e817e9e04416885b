/**
 * Reserves requests and money before a network is asked. The reservation is committed first: a crash wastes some of it, and no number
 * of processes exceeds a ceiling. The network's own headers correct it afterwards.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { NETWORKS, type Network } from '../../core/intake/networks/networks.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';

export interface Need {
  key: string;
  bucket: string;
  /** Requests, or millionths of a dollar. */
  amount: number;
  ceiling: number;
  window: Window;
}

/** Of the network, in seconds; `month`: a calendar month (UTC); or a calendar day in a time zone. */
export type Window = number | 'month' | { dayIn: string };

/** What the headers of an answer say. */
export interface Announced {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

export const MONEY = 'money';
/** The network counts a request when it arrives, at the latest this much after the reservation. */
export const MARGIN_S = 20;
const LONGEST_WINDOW_S = 86_400;

type Clock = RawBuilder<unknown>;
/** Tests have a clock of their own. */
const CLOCK: Clock = sql`clock_timestamp()`;

export const tokenKey = (network: string, token: string) =>
  `${network}:${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;
interface CountedAccount {
  network: Network;
  server: string | null;
  external_id: string | null;
  caller: string | null;
}

/** Accounts with the same key share a budget. */
export function callerKey({ network, server, external_id, caller }: CountedAccount, token: string | null): string {
  const { countedBy } = NETWORKS[network];
  // Of an account that was connected, the token changes.
  if (countedBy === 'token' && caller !== null) return `${network}:${caller}`;
  if (countedBy === 'token' && token !== null) return tokenKey(network, token);
  return `${network}:${countedBy === 'external_id' ? external_id : server}`;
}
export const moneyKey = ({ site_id, id }: { site_id: number; id: number }) => `account:${site_id}:${id}`;

/** What has no room, and when it begins again. */
export interface Spent {
  bucket: string;
  resetsAt: Date;
}

/** Around the end of a day: a request that is on its way would be counted in the one or in the other. */
export const PAUSE_S = 2 * MARGIN_S;

/** Reserves all of them and returns null; or reserves nothing, and returns the first that has no room. */
export async function reserve(db: Db, needs: Need[], clock: Clock = CLOCK): Promise<Spent | null> {
  try {
    await transaction(db, async (tx) => {
      for (const need of [...needs].sort((a, b) => (a.key < b.key ? -1 : 1))) await reserveOne(tx, need, clock);
    });
    return null;
  } catch (error) {
    if (error instanceof Exhausted) return error.spent;
    throw error;
  }
}

class Exhausted extends Error {
  readonly spent: Spent;

  constructor(spent: Spent) {
    super('exhausted');
    this.spent = spent;
  }
}

async function reserveOne(tx: Tx, { key, bucket, amount, ceiling, window }: Need, clock: Clock): Promise<void> {
  const end = windowEnd(window, clock);
  const rest = sql`${clock} + ${typeof window === 'object' ? PAUSE_S : 0} * interval '1 second'`;
  // A setting that was lowered counts at once; what the network announced counts until its window ends.
  const most = window === 'month' ? sql`excluded.ceiling` : sql`known.ceiling`;
  const { rows } = await sql`
    insert into network_budget as known (key, bucket, used, ceiling, resets_at)
    select ${key}, ${bucket}, ${amount}::bigint, ${ceiling}::bigint, ${end}
    where ${amount}::bigint <= ${ceiling}::bigint and ${end} > ${rest}
    on conflict (key, bucket) do update set
      used = case when known.resets_at <= ${clock} then excluded.used else known.used + excluded.used end,
      ceiling = case when known.resets_at <= ${clock} then excluded.ceiling else ${most} end,
      resets_at = case when known.resets_at <= ${clock} then excluded.resets_at else known.resets_at end
    where known.resets_at <= ${clock} or (known.used + excluded.used <= ${most} and known.resets_at > ${rest})
    returning key`.execute(tx);
  if (rows.length > 0) return;
  const { rows: known } = await sql<{ resets_at: Date }>`
    select coalesce((select resets_at from network_budget where key = ${key} and bucket = ${bucket}), ${end}) as resets_at`.execute(
    tx,
  );
  throw new Exhausted({ bucket, resetsAt: known[0]?.resets_at ?? new Date(0) }); // one row
}

function windowEnd(window: Window, clock: Clock) {
  const margin = sql`${MARGIN_S} * interval '1 second'`;
  if (typeof window === 'object')
    return sql`(((date_trunc('day', (${clock} - ${margin}) at time zone ${window.dayIn}) + interval '1 day') at time zone ${window.dayIn}) + ${margin})`;
  return window === 'month'
    ? sql`((date_trunc('month', ${clock} at time zone 'UTC') + interval '1 month') at time zone 'UTC')`
    : sql`(${clock} + ${window + MARGIN_S} * interval '1 second')`;
}

/** Never gives anything back: requests on their way are not in the network's count yet. */
export async function correct(
  db: Db | Tx,
  { key, bucket }: Pick<Need, 'key' | 'bucket'>,
  { limit, remaining, resetsAt }: Announced,
  clock: Clock = CLOCK,
): Promise<void> {
  await sql`
    update network_budget set ceiling = ${limit}, used = greatest(used, ${limit - remaining}::bigint),
      resets_at = greatest(resets_at, least(${resetsAt}::timestamptz, ${clock} + ${LONGEST_WINDOW_S} * interval '1 second'))
    where key = ${key} and bucket = ${bucket} and resets_at > ${clock} and ${resetsAt}::timestamptz > ${clock}`.execute(
    db,
  );
}

/** The network refused for now, whatever was counted here; at least for the seconds, or until the window ends. Returns when that is. */
export async function exhaust(
  db: Db | Tx,
  { key, bucket }: Pick<Need, 'key' | 'bucket'>,
  seconds: number,
  clock: Clock = CLOCK,
): Promise<Date | null> {
  const { rows } = await sql<{ resets_at: Date }>`
    update network_budget set used = greatest(used, ceiling),
      resets_at = greatest(resets_at, ${clock} + ${Math.min(seconds, LONGEST_WINDOW_S)} * interval '1 second')
    where key = ${key} and bucket = ${bucket} returning resets_at`.execute(db);
  return rows[0]?.resets_at ?? null;
}

/** Money that was reserved, and that the network did not charge. */
export async function refund(
  db: Db | Tx,
  { key, bucket }: Pick<Need, 'key' | 'bucket'>,
  amount: number,
): Promise<void> {
  if (amount <= 0) return;
  await sql`
    update network_budget set used = greatest(0, used - ${amount}::bigint)
    where key = ${key} and bucket = ${bucket} and resets_at > now()`.execute(db);
}
