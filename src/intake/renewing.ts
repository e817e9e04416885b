/**
 * Renews the tokens of accounts that were connected at their networks, before they end. One renewal of an account runs at a time, over
 * all processes: many networks take a refresh token once. A crash between the answer of the network and the commit loses the new one: nothing
 * can bring it back, so the account says that a person must connect it again, and why.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { isRestoredCopy } from '../features/intake-hold/queries.ts';
import { forgetTokens, tokenColumns } from '../features/network-accounts/connect.ts';
import { type AccountRow, accountById } from '../features/network-accounts/queries.ts';
import { accountRefused } from '../features/network-accounts/states.ts';
import { enqueueIfIdle } from '../jobs/enqueue.ts';
import { type JobHandler, jobKind, onJob } from '../jobs/kinds.ts';
import { every } from '../jobs/schedules.ts';
import { type Answered, type Asking, NetworkProblem } from '../networks/connector.ts';
import { renewedTokens } from '../networks/oauth.ts';
import { baseOf, clientOf, type NetworkTools } from './network-tools.ts';
import { accountChanged, type Send } from './sessions.ts';

interface AccountKey {
  site_id: number;
  id: number;
}

/** Longer than a request may take. */
const LEASE_S = 40;
/** A process that was stopped for longer after its claim does not ask any more. */
const ASKED_WITHIN_MS = 15_000;
const POLL_MS = 250;
const FIRST_RETRY_S = 60;
const LONGEST_RETRY_S = 3_600;
const DAY_S = 86_400;
/** Before a token ends: a request with it may take that long. */
const EARLY_MS = 30_000;
/** A refusal that the network did not name as final counts when it is repeated after this long. */
const DOUBT_MS = 5 * 60_000;
const DEAD = ['token_expired', 'token_invalid', 'password_changed'];

const tokenRenewal = jobKind<AccountKey>('network.renew');
const renewalSweep = jobKind<object>('network.renew-sweep');

export const frequentRenewals = every(60, 'renew tokens', renewalSweep, {});

/** Adds the job of every account whose token is due. */
export const sweepTokens: JobHandler = onJob(renewalSweep, async ({ db }) => {
  const { rows } = await sql<AccountKey>`select site_id, id from network_account where renew_at <= now()`.execute(db);
  for (const key of rows)
    await transaction(db, (tx) => enqueueIfIdle(tx, tokenRenewal, { key: `${key.site_id}:${key.id}`, payload: key }));
});

export function renewTokens(tools: NetworkTools): JobHandler {
  return onJob(
    tokenRenewal,
    async ({ db, jobs, signal }) => {
      for (const { payload } of jobs) await renewIfDue(db, tools, payload, signal);
    },
    { batch: 1, concurrency: 1 },
  );
}

/** Failures of networks are stored, and no failures of the job. */
async function renewIfDue(db: Db, tools: NetworkTools, key: AccountKey, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<AccountRow>`
    select * from network_account where site_id = ${key.site_id} and id = ${key.id} and renew_at <= now()`.execute(db);
  if (!rows[0] || (await isRestoredCopy(db))) return;
  await renewed(db, tools, rows[0], signal).catch((error) => {
    if (!(error instanceof NetworkProblem)) throw error;
  });
}

/** Sends with a token that is renewed when it has ended, or when the network says so. */
export function askRenewed(
  db: Db,
  tools: NetworkTools,
  account: AccountRow,
  send: Send,
  signal?: AbortSignal,
): (asking: Asking) => Promise<Answered> {
  let held = account;
  const tokenOf = ({ token }: AccountRow) => token && tools.secrets.open(token);
  return async (asking) => {
    const endsAt = held.token_until?.getTime() ?? Number.POSITIVE_INFINITY;
    if (endsAt < Date.now() + EARLY_MS) held = await renewed(db, tools, held, signal);
    try {
      return await send(asking, tokenOf(held));
    } catch (error) {
      const isOver = error instanceof NetworkProblem && ['token_expired', 'token_invalid'].includes(error.code);
      if (!isOver || !held.refresh_token) throw error;
      held = await renewed(db, tools, held, signal);
      return send(asking, tokenOf(held));
    }
  };
}

/** The account with another token than the one that was seen: renewed here, or by someone else meanwhile. */
async function renewed(db: Db, tools: NetworkTools, seen: AccountRow, signal?: AbortSignal): Promise<AccountRow> {
  // If a copy renewed a token, the original would lose its own.
  if (await isRestoredCopy(db)) throw new NetworkProblem(RESTORED_COPY, { isOwnLimit: true });
  const begun = performance.now();
  for (;;) {
    const claimedAt = performance.now();
    const claimed = await claim(db, seen);
    if (claimed) return renew(db, tools, claimed, { claimedAt, ...(signal ? { signal } : {}) });
    const now = await accountById(db, seen.site_id, seen.id);
    // Requests go to the server that was seen.
    if (now.server !== seen.server) throw accountChanged();
    if (!isSame(now.token, seen.token)) return now;
    if (performance.now() - begun > LEASE_S * 2_000) throw new NetworkProblem(BUSY);
    await sleep(POLL_MS, undefined, { ...(signal ? { signal } : {}) });
  }
}

const isSame = (one: Buffer | null, other: Buffer | null) => one?.equals(other ?? Buffer.alloc(0)) ?? other === null;

interface ClaimedRow extends AccountRow {
  /** The renewal before did not end: its process died, perhaps after the network had answered. */
  was_interrupted: boolean;
}

async function claim(db: Db, { site_id, id, token }: AccountRow): Promise<ClaimedRow | undefined> {
  const { rows } = await sql<ClaimedRow>`
    with before as (
      select site_id, id, renewing_until from network_account
      where site_id = ${site_id} and id = ${id} and token = ${token} and refresh_token is not null
        and (renewing_until is null or renewing_until <= clock_timestamp())
      for update
    )
    update network_account account set renewing_until = clock_timestamp() + ${LEASE_S} * interval '1 second'
    from before where account.site_id = before.site_id and account.id = before.id
    returning account.*, before.renewing_until is not null as was_interrupted`.execute(db);
  return rows[0];
}

interface Claimed {
  /** By `performance.now()`. */
  claimedAt: number;
  signal?: AbortSignal;
}

async function renew(
  db: Db,
  tools: NetworkTools,
  account: ClaimedRow,
  { claimedAt, signal }: Claimed,
): Promise<AccountRow> {
  const { network, is_demo } = account;
  try {
    const client = clientOf(tools, network, is_demo);
    if (!client) throw new NetworkProblem(NO_CLIENT);
    const host = { guard: tools.guard, network, base: baseOf(tools, account), ...(signal ? { signal } : {}) };
    const refresh = tools.secrets.open(account.refresh_token ?? Buffer.alloc(0));
    if (performance.now() - claimedAt > ASKED_WITHIN_MS) throw new NetworkProblem(BUSY);
    return await store(db, tools, account, await renewedTokens(host, client, refresh));
  } catch (error) {
    if (error instanceof NetworkProblem) await storeRefusal(db, account, error);
    throw error;
  }
}

/** Unless a person gave the account another token meanwhile. A network that gives no new refresh token goes on taking the old one. */
async function store(
  db: Db,
  { secrets }: NetworkTools,
  account: AccountRow,
  tokens: Awaited<ReturnType<typeof renewedTokens>>,
): Promise<AccountRow> {
  const { site_id, id, network, refresh_token, expires_at } = account;
  const kept = refresh_token && secrets.open(refresh_token);
  const columns = tokenColumns(secrets, network, { ...tokens, refresh: tokens.refresh ?? kept }, new Date());
  await db
    .updateTable('network_account')
    .set({
      ...columns,
      expires_at: columns.expires_at ?? expires_at,
      ...{ renew_failures: 0, renew_doubted_at: null, renewing_until: null },
      // Of a renewal that failed before.
      ...(account.renew_failures > 0 ? { last_error: null, doubted_at: null } : {}),
    })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .where('token', '=', account.token)
    .execute();
  return accountById(db, site_id, id);
}

/** A refusal that is final leaves the account without tokens; after others it is tried again, later and later. */
async function storeRefusal(db: Db, account: ClaimedRow, problem: NetworkProblem): Promise<void> {
  const { site_id, id, renew_failures, renew_doubted_at } = account;
  const now = new Date();
  const isRefused = DEAD.includes(problem.code);
  const isRepeated = renew_doubted_at !== null && now.getTime() - renew_doubted_at.getTime() >= DOUBT_MS;
  const isDead = isRefused && (problem.isDefinite || isRepeated);
  const message = `The token was not renewed: ${problem.message} ${isDead ? endOf(account) : 'It is tried again.'}`;
  const refusal = { code: problem.code, message, details: problem.details, isDefinite: isDead };
  const doubled = FIRST_RETRY_S * 2 ** Math.min(renew_failures, 10);
  const seconds = Math.max(Math.min(doubled, LONGEST_RETRY_S), Math.min(problem.retryAfter, DAY_S));
  await transaction(db, async (tx) => {
    const { rows } = await sql`
      update network_account set renewing_until = case when ${account.was_interrupted} then to_timestamp(0) end, renew_failures = renew_failures + 1,
        renew_at = now() + ${seconds} * interval '1 second',
        renew_doubted_at = case when ${isRefused} then coalesce(renew_doubted_at, ${now}) else renew_doubted_at end
      where site_id = ${site_id} and id = ${id} and token = ${account.token} returning id`.execute(tx);
    // Another token is there: the refusal is not about it.
    if (rows.length === 0) return;
    await accountRefused(tx, account, refusal, now);
    if (isDead) await forgetTokens(tx, account);
  });
}

/** Many networks take a refresh token once. The new one was in the memory of the process that died. */
const endOf = ({ was_interrupted }: ClaimedRow) =>
  was_interrupted
    ? 'An earlier renewal was interrupted, as by a crash or a loss of power, and what the network answered to it is lost. Nothing else is wrong: connect the account again.'
    : 'Connect the account again.';

const RESTORED_COPY = {
  code: 'rate_limited' as const,
  message: 'This is a restored copy, which renews no token until it is released: the original may still use it.',
  isDefinite: false,
};
const BUSY = {
  code: 'network_unavailable' as const,
  message: 'The renewal of the token takes too long.',
  isDefinite: false,
};
const NO_CLIENT = {
  code: 'forbidden' as const,
  message: 'The settings have no client for this network any more.',
  isDefinite: false,
};
