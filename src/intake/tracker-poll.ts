/**
 * Polls a media tracker. Each page is one transaction: items, cursor, state of the account; the last one has the next poll and the
 * completion too. A kill between two pages goes on with the page that was not stored.
 */
import { NETWORKS } from '../core/intake/networks/networks.ts';
import type { FailureCode, Wanted } from '../core/intake/networks/post.ts';
import { backOff, jittered, postsPerDay } from '../core/intake/pace.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { idsOf } from '../features/network-accounts/names.ts';
import { type AccountRow, accountById } from '../features/network-accounts/queries.ts';
import { accountRefused, accountSucceeded } from '../features/network-accounts/states.ts';
import { lockedSource, updateSource } from '../features/sources/commands.ts';
import type { TrackerRow } from '../features/sources/queries.ts';
import { NetworkProblem, type Page, type TrackerCursor } from '../networks/connector.ts';
import { CONNECTORS } from '../networks/connectors.ts';
import { askerOf } from './asking.ts';
import { storeItems, takeWaiting } from './ledger.ts';
import type { NetworkTools } from './network-tools.ts';
import { again, type Completion, polled, recordFailing } from './next-poll.ts';

/** Of one job; the next one goes on. */
const MOST_PAGES = 50;
/** An account that is locked is left alone. */
const LOCKED_S = 3_600;
const LONGEST_WAIT_S = 86_400;

export interface TrackerTools {
  network: NetworkTools;
  rawDays: number;
  /** Of what is stored: how many do so at once is limited. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export async function pollTracker(
  db: Db,
  { network, rawDays, inTurn }: TrackerTools,
  source: TrackerRow,
  signal: AbortSignal,
  complete: Completion,
): Promise<void> {
  const account = await accountById(db, source.site_id, source.account_id);
  const now = new Date();
  try {
    if (account.expires_at && account.expires_at <= now) throw new NetworkProblem(EXPIRED);
    const ask = askerOf(db, network, account, signal);
    let cursor = source.cursor as TrackerCursor; // written below alone
    const dates: Date[] = [];
    const problems: NetworkProblem[] = [];
    const ids = idsOf(db, account.network);
    for (let number = 1; ; number += 1) {
      const options = { now, backlog: source.settings.backlog, account: account.external_id, ids };
      const page = await CONNECTORS[account.network].nextPage(ask, wantedOf(source), cursor, options);
      dates.push(...page.items.flatMap(({ publishedAt }) => publishedAt ?? []));
      if (page.problem) problems.push(page.problem);
      const isEnd = page.isLast || number >= MOST_PAGES;
      const outcome = { problem: problems[0] ?? null, isFailed: problems.length === number };
      const facts = NETWORKS[account.network];
      const interval = facts.intervalOf?.(wantedOf(source).targets) ?? facts.interval;
      const storing = { account, now, rawDays, interval, dates, ...outcome, complete: isEnd ? complete : null };
      const isCurrent = await inTurn(() => transaction(db, (tx) => storePage(tx, source, page, storing)));
      if (isEnd || !isCurrent) return;
      cursor = page.cursor;
    }
  } catch (error) {
    if (!(error instanceof NetworkProblem)) throw error;
    await inTurn(() => transaction(db, (tx) => storeProblem(tx, source, account, error, now, complete)));
  }
}

const EXPIRED = { code: 'token_expired' as const, message: 'The token has expired.', isDefinite: true };

const wantedOf = ({ settings }: TrackerRow): Wanted => ({
  targets: settings.targets ?? [],
  language: settings.language ?? null,
  includeReplies: settings.include_replies ?? false,
});

interface Storing {
  /** As it was asked for. */
  account: AccountRow;
  now: Date;
  rawDays: number;
  /** Of the network, in seconds. */
  interval: number;
  dates: Date[];
  /** Of the targets so far. */
  problem: NetworkProblem | null;
  /** None of them was read. */
  isFailed: boolean;
  complete: Completion | null;
}

/** Returns false if the source was changed meanwhile: then its own poll is due, with other targets. */
async function storePage(
  tx: Tx,
  source: TrackerRow,
  { items, cursor, stored = cursor, isLast, isFirst }: Page,
  { account, now, rawDays, interval, dates, problem, isFailed, complete }: Storing,
): Promise<boolean> {
  const current = await lockedSource(tx, source.site_id, source.id);
  if (current.version !== source.version || !current.active) {
    if (complete) await complete(tx);
    return false;
  }
  await accountSucceeded(tx, account, now);
  const found = await storeItems(tx, source, items, { now, rawDays, isFirst });
  const interval_s = Math.max(source.settings.min_interval, interval);
  const waitMs = isLast ? jittered(interval_s, Math.random()) : 0;
  const paced = complete
    ? { ...stored, per_day: postsPerDay(cursor.per_day, dates, current.last_success_at, now) }
    : stored;
  const failures = isFailed ? current.failures + 1 : 0;
  await updateSource(tx, source, {
    cursor: JSON.stringify(paced satisfies TrackerCursor),
    interval_s,
    ...(found > 0 ? { last_new_at: now } : {}),
    ...(complete ? { ...polled(now, waitMs), failures, last_error: errorOf(problem, now) } : {}),
    ...(complete && !isFailed ? { last_success_at: now } : {}),
  });
  if (!complete) return true;
  await recordFailing(tx, current, failures);
  await takeWaiting(tx, source);
  await again(tx, source, waitMs, complete);
  return true;
}

async function storeProblem(
  tx: Tx,
  source: TrackerRow,
  account: AccountRow,
  problem: NetworkProblem,
  now: Date,
  complete: Completion,
): Promise<void> {
  const current = await lockedSource(tx, source.site_id, source.id);
  const { code } = problem;
  await accountRefused(tx, account, problem, now);
  const isOurs = problem.isOwnLimit && code === 'rate_limited';
  const failures = current.failures + (isOurs ? 0 : 1);
  const seconds = Math.max(backOff(Math.max(failures, 1), source.interval_s, 0), waitOf(code, problem.retryAfter));
  const waitMs = jittered(seconds, Math.random());
  await updateSource(tx, source, {
    ...polled(now, waitMs),
    failures,
    last_error: errorOf(problem, now),
  });
  await recordFailing(tx, current, failures);
  await again(tx, source, waitMs, complete);
}

const errorOf = (problem: NetworkProblem | null, now: Date) =>
  problem && JSON.stringify({ code: problem.code, message: problem.message, at: utc(now) });

const waitOf = (code: FailureCode, retryAfter: number) =>
  Math.min(Math.max(retryAfter, code === 'account_locked' ? LOCKED_S : 0), LONGEST_WAIT_S);
