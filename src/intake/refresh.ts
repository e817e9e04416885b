/**
 * Looks at collected posts again, later and later: for their figures, and whether they are still public. A post that is missing on two
 * looks, ten minutes or more apart, is taken down.
 */

import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { isRestoredCopy } from '../features/intake-hold/queries.ts';
import { type AccountRow, accountIfAny } from '../features/network-accounts/queries.ts';
import { accountRefused, accountSucceeded } from '../features/network-accounts/states.ts';
import { enqueueIfIdle } from '../jobs/enqueue.ts';
import { type JobHandler, jobKind, onJob } from '../jobs/kinds.ts';
import { every } from '../jobs/schedules.ts';
import { type Looks, NetworkProblem } from '../networks/connector.ts';
import { CONNECTORS } from '../networks/connectors.ts';
import { askerOf } from './asking.ts';
import type { NetworkTools } from './network-tools.ts';
import { type TrackedPost, writeFigures } from './tracking.ts';
import { takeDown } from './vanished.ts';

interface AccountKey {
  site_id: number;
  account_id: number;
}

const postRefresh = jobKind<AccountKey>('intake.refresh');
const postSweep = jobKind<object>('intake.refresh-sweep');

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds from a post's collection to each look; later there are none. */
export const LOOKS = [15 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY];
/** Between the two looks at a post that is missing. */
const SECOND_LOOK_S = 10 * MINUTE;
const MOST_ROUNDS = 20;
/** Of posts that could not be looked at. */
const RETRY_S = 15 * MINUTE;

const isOneDue = sql<boolean>`exists (select from tracked_post where due_at <= now())`;
export const frequentLooks = every(MINUTE, 'look at posts', postSweep, {}, isOneDue);

/** Adds the job of every account whose posts are due. */
export const sweepPosts: JobHandler = onJob(postSweep, async ({ db }) => {
  if (await isRestoredCopy(db)) return;
  const { rows } = await sql<AccountKey>`
    select distinct site_id, account_id from tracked_post where due_at <= now()`.execute(db);
  for (const key of rows)
    await transaction(db, (tx) =>
      enqueueIfIdle(tx, postRefresh, { key: `${key.site_id}:${key.account_id}`, payload: key }),
    );
});

export function refreshPosts(network: NetworkTools): JobHandler {
  return onJob(
    postRefresh,
    async ({ db, jobs, signal }) => {
      for (const { payload } of jobs) await refresh(db, network, payload, signal);
    },
    { batch: 1, concurrency: 1 },
  );
}

/** Looking twice is harmless: each round is stored by itself, and a job that was killed goes on with what is due. */
async function refresh(db: Db, network: NetworkTools, key: AccountKey, signal: AbortSignal): Promise<void> {
  if (await isRestoredCopy(db)) return;
  const account = await accountIfAny(db, key.site_id, key.account_id);
  if (!account) return postpone(db, key, DAY);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    signal.throwIfAborted();
    const posts = await duePosts(db, key, CONNECTORS[account.network].mostLooked);
    if (posts.length === 0 || !(await look(db, network, account, posts, signal))) return;
  }
}

/** Returns whether it may go on. */
async function look(
  db: Db,
  network: NetworkTools,
  account: AccountRow,
  posts: TrackedPost[],
  signal: AbortSignal,
): Promise<boolean> {
  const key = { site_id: account.site_id, account_id: account.id };
  const now = new Date();
  try {
    const ids = [...new Set(posts.map(({ post_id }) => post_id))];
    const { look: ask, mayHide = false } = CONNECTORS[account.network];
    const answered = await ask(askerOf(db, network, account, signal), ids);
    const looks = mayHide ? withoutHidden(posts, answered) : answered;
    await transaction(db, async (tx) => {
      await accountSucceeded(tx, account, now);
      await storeLooks(tx, posts, looks, now);
    });
    for (const post of posts.filter((one) => isGone(one, looks, now))) await takeDown(db, post, now);
    return true;
  } catch (error) {
    if (!(error instanceof NetworkProblem)) throw error;
    await transaction(db, (tx) => accountRefused(tx, account, error, now));
    await postpone(db, key, Math.max(RETRY_S, Math.min(error.retryAfter, DAY)));
    return false;
  }
}

/** What no look has found may be hidden, not gone. */
function withoutHidden(posts: TrackedPost[], { found, missing }: Looks): Looks {
  const seen = posts.filter(({ found_at }) => found_at !== null).map(({ post_id }) => post_id);
  return { found, missing: new Set(seen.filter((id) => missing.has(id))) };
}

const isGone = ({ post_id, missing_since }: TrackedPost, { missing }: Looks, now: Date) =>
  missing.has(post_id) && missing_since !== null && now.getTime() - missing_since.getTime() >= SECOND_LOOK_S * 1_000;

async function duePosts(db: Db, { site_id, account_id }: AccountKey, most: number): Promise<TrackedPost[]> {
  const { rows } = await sql<TrackedPost>`
    select * from tracked_post where site_id = ${site_id} and account_id = ${account_id} and due_at <= now()
    order by due_at limit ${most}`.execute(db);
  return rows;
}

/** Rows in one order, then campaigns. Of posts that the network does not mention nothing is known: they are looked at again later. */
async function storeLooks(tx: Tx, posts: TrackedPost[], { found, missing }: Looks, now: Date): Promise<void> {
  for (const post of posts) {
    const isMissing = missing.has(post.post_id);
    const step = isMissing ? post.step : post.step + 1;
    const waitS = isMissing ? SECOND_LOOK_S : nextLook(step);
    await sql`
      update tracked_post set step = ${step}, due_at = ${now}::timestamptz + ${waitS}::float8 * interval '1 second',
        missing_since = ${isMissing ? (post.missing_since ?? now) : null},
        found_at = ${found.has(post.post_id) ? now : post.found_at}
      where site_id = ${post.site_id} and source_id = ${post.source_id} and external_key = ${post.external_key}`.execute(
      tx,
    );
  }
  const looked = posts.flatMap((post) => {
    const figures = found.get(post.post_id);
    return figures ? [{ post, figures }] : [];
  });
  await writeFigures(tx, looked, now);
}

/** Seconds until the look with this number; null: there is none. */
function nextLook(step: number): number | null {
  const [before, after] = [LOOKS[step - 1] ?? 0, LOOKS[step]];
  return after === undefined ? null : after - before;
}

/** Nothing of the account is due before. */
async function postpone(db: Db, { site_id, account_id }: AccountKey, seconds: number): Promise<void> {
  await sql`
    update tracked_post set due_at = now() + ${seconds} * interval '1 second'
    where site_id = ${site_id} and account_id = ${account_id} and due_at <= now()`.execute(db);
}
