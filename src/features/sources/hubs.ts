/**
 * Subscriptions at hubs (WebSub). What a hub sends is a hint: the feed itself is read, so that nothing a hub invents becomes an article.
 * https://www.w3.org/TR/websub/
 */
import { createHmac, type Hmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { SubscriptionRow as SubscriptionTable } from '../../db/rows.generated.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { advanceJobs, replaceJobs } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { laneOf, type SourceKey, sourcePoll } from './commands.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

/** Asks the hub, the first time or before the lease ends. */
export const subscribing = jobKind<SourceKey>('intake.subscribe');

/** A hub that answers later than this was not asked. */
const ASKED_MINUTES = 60;
export const LONGEST_LEASE_S = 10 * 86_400;
const SHORTEST_LEASE_S = 600;
/** Of the lease, when it is renewed. */
const RENEWED_AT = 0.8;
/** Between a poll and the next one that a hub causes. */
export const PUSH_PAUSE_S = 60;
const MISSES = 3;
const ALGORITHMS = ['sha1', 'sha256', 'sha384', 'sha512'];

export const newToken = () => randomBytes(32).toString('base64url');

export async function subscriptionOf(db: Db | Tx, { site_id, id }: SourceKey): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from subscription where site_id = ${site_id} and source_id = ${id}`.execute(db);
  return rows[0];
}

/** After a poll that read the feed: another hub or topic is subscribed to, and one that is gone is forgotten. */
export async function followHub(tx: Tx, key: SourceKey, found: { hub: string; topic: string } | null): Promise<void> {
  const current = await subscriptionOf(tx, key);
  if (!found) {
    if (current)
      await sql`delete from subscription where site_id = ${key.site_id} and source_id = ${key.id}`.execute(tx);
    return;
  }
  if (current?.hub === found.hub && current.topic === found.topic) return;
  await sql`
    insert into subscription (site_id, source_id, token, secret, hub, topic, state)
    values (${key.site_id}, ${key.id}, ${newToken()}, ${newToken()}, ${found.hub}, ${found.topic}, 'wanted')
    on conflict (site_id, source_id) do update set token = excluded.token, secret = excluded.secret, hub = excluded.hub,
      topic = excluded.topic, state = 'wanted', asked_at = null, lease_until = null, pushed_at = null, misses = 0`.execute(
    tx,
  );
  await replaceJobs(tx, subscribing, { key: laneOf(key), payload: key });
}

/** A hub that announces nothing while polls find new items is no longer waited for. Returns whether it is trusted. */
export async function judgeHub(
  tx: Tx,
  key: SourceKey,
  { found, since }: { found: number; since: Date | null },
): Promise<SubscriptionRow | null> {
  const current = await subscriptionOf(tx, key);
  if (current?.state !== 'active' || (current.lease_until ?? new Date(0)) < new Date()) return null;
  const isPushed = current.pushed_at !== null && (since === null || current.pushed_at >= since);
  const misses = isPushed ? 0 : current.misses + (found > 0 && since !== null ? 1 : 0);
  const state = misses >= MISSES ? 'distrusted' : 'active';
  if (misses !== current.misses)
    await sql`update subscription set misses = ${misses}, state = ${state}
      where site_id = ${key.site_id} and source_id = ${key.id}`.execute(tx);
  return state === 'active' ? current : null;
}

export interface Verification {
  mode: string;
  topic: string;
  leaseS: number;
}

/** The hub asks whether we want this. Only what we asked for, once. */
export async function confirmSubscription(
  db: Db,
  token: string,
  { mode, topic, leaseS }: Verification,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<SubscriptionRow>`
      select * from subscription where token = ${token} and topic = ${topic} and state = 'asked'
        and asked_at > now() - ${ASKED_MINUTES} * interval '1 minute' for update`.execute(tx);
    const [row] = rows;
    if (!row || (mode !== 'subscribe' && mode !== 'denied')) return false;
    const key = { site_id: row.site_id, id: row.source_id };
    if (mode === 'denied') {
      await sql`update subscription set state = 'refused' where token = ${token}`.execute(tx);
      return true;
    }
    const lease = Math.min(Math.max(leaseS || LONGEST_LEASE_S, SHORTEST_LEASE_S), LONGEST_LEASE_S);
    await sql`
      update subscription set state = 'active', misses = 0, lease_until = now() + ${lease} * interval '1 second'
      where token = ${token}`.execute(tx);
    await replaceJobs(tx, subscribing, { key: laneOf(key), payload: key, afterMs: lease * RENEWED_AT * 1_000 });
    // What was published between the last poll and now, nobody announces.
    await advanceJobs(tx, sourcePoll, laneOf(key), new Date());
    return true;
  });
}

/** An active subscription, for what a hub sends. */
export async function pushedTo(db: Db, token: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from subscription where token = ${token} and state in ('active', 'asked', 'distrusted') and lease_until > now()`.execute(
    db,
  );
  return rows[0];
}

/** `sha256=…`; null for an algorithm that the standard does not have. */
export function signatureCheck(secret: string, header: string): { hmac: Hmac; isRight(): boolean } | null {
  const [, name = '', given = ''] = /^(sha\d{1,3})=([0-9a-f]{40,128})$/i.exec(header.trim()) ?? [];
  if (!ALGORITHMS.includes(name.toLowerCase())) return null;
  const hmac = createHmac(name.toLowerCase(), secret);
  return {
    hmac,
    isRight() {
      const [right, sent] = [hmac.digest(), Buffer.from(given, 'hex')];
      return right.length === sent.length && timingSafeEqual(right, sent);
    },
  };
}

/** The next poll comes earlier, at most once a minute. One that runs goes on, and the next follows it soon. */
export async function pollAfterPush(db: Db, { token, site_id, source_id: id }: SubscriptionRow): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`update subscription set pushed_at = now() where token = ${token}`.execute(tx);
    const { rows } = await sql<{ due: Date }>`
      select greatest(now(), last_poll_at + ${PUSH_PAUSE_S} * interval '1 second') as due from source
      where site_id = ${site_id} and id = ${id} and active`.execute(tx);
    if (rows[0]) await advanceJobs(tx, sourcePoll, laneOf({ site_id, id }), rows[0].due);
  });
}
