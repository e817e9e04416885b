/**
 * Polls a source. The request is made outside any transaction; then one transaction writes the items, the validators of the feed, the
 * next poll and the completion. Failures of other servers are no failures of the job: they are stored, and the next poll backs off.
 */
import { sql } from 'kysely';
import { type Feed, feedSteps } from '../core/intake/feed.ts';
import { backOff, jittered, pollInterval } from '../core/intake/pace.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { isRestoredCopy, UNTIL_RELEASE_S } from '../features/intake-hold/queries.ts';
import { type SourceKey, sourcePoll, updateSource } from '../features/sources/commands.ts';
import { type Fetched, fetchFeed, Refused } from '../features/sources/fetch.ts';
import { followHub, judgeHub, PUSH_PAUSE_S, type SubscriptionRow } from '../features/sources/hubs.ts';
import { isMailbox } from '../features/sources/mailbox.ts';
import { type FeedParser, FeedProblem } from '../features/sources/parser.ts';
import { isFeed, isTracker, type SourceRow, sourceIfAny } from '../features/sources/queries.ts';
import { atMost } from '../jobs/at-most.ts';
import { inTurns } from '../jobs/in-turns.ts';
import { type Job, type JobHandler, onJob } from '../jobs/kinds.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { type Cursor, cursorAfter, cursorOf, validatorsOf } from './cursor.ts';
import { claimHost, hostOf, releaseHost } from './host.ts';
import { storeItems, takeWaiting } from './ledger.ts';
import { type MailboxTools, pollMailbox } from './mailbox-poll.ts';
import type { NetworkTools } from './network-tools.ts';
import { again, type Completion, polled, recordFailing, recordTimer } from './next-poll.ts';
import { pollTracker } from './tracker-poll.ts';

/** Most of a poll is waiting for the server, for 15 seconds if it says nothing. Each may hold a document of 10 MB meanwhile. */
const CONCURRENCY = 12;
/** What arrived is parsed and stored: work of this process and its database. */
const FEEDS_AT_WORK = 2;
/** Their messages are in memory while they are read. */
const MAILBOXES_AT_ONCE = 2;
/** Their pages are stored with up to so many connections, of the ten that everything else uses too. */
const TRACKERS_AT_WORK = 4;
/** A server that asks for rest without a time. */
const REST_S = 300;
/** Of the demo, whose simulated town does not run. */
const TOWN_PAUSE_MS = 86_400_000;
/** Polls of a feed whose hub announces changes. */
const BACK_UP_S = 6 * 3_600;

interface Read extends Fetched {
  /** Null: unchanged. */
  feed: Feed | null;
}

export interface PollTools {
  guard: AddressGuard;
  parser: FeedParser;
  network: NetworkTools;
  mailbox: MailboxTools;
  /** Whether the simulated town of the demo runs. */
  isLive: boolean;
  /** Days that the content of items is stored. */
  rawDays: number;
  /** Whether hubs can reach this service. */
  canSubscribe(): boolean;
}

export function pollSources(tools: PollTools): JobHandler {
  const turns = {
    feeds: atMost(FEEDS_AT_WORK),
    mailboxes: atMost(MAILBOXES_AT_ONCE),
    trackers: atMost(TRACKERS_AT_WORK),
  };
  return onJob(
    sourcePoll,
    async ({ db, jobs, complete, signal }) => {
      for (const job of jobs) await poll(db, { ...tools, turns }, job, signal, (tx) => complete(tx, [job]));
    },
    { batch: 1, concurrency: CONCURRENCY, isApart: true },
  );
}

interface PollingTools extends PollTools {
  turns: Record<'feeds' | 'mailboxes' | 'trackers', ReturnType<typeof atMost>>;
}

async function poll(
  db: Db,
  tools: PollingTools,
  { payload }: Job<SourceKey>,
  signal: AbortSignal,
  complete: Completion,
): Promise<void> {
  const source = await sourceIfAny(db, payload.site_id, payload.id);
  if (source?.active && source.is_demo && !tools.isLive)
    return transaction(db, (tx) => again(tx, source, TOWN_PAUSE_MS, complete));
  if (source?.active && (await isRestoredCopy(db)))
    return transaction(db, (tx) => again(tx, source, jittered(UNTIL_RELEASE_S, Math.random()), complete));
  if (source?.active && isTracker(source))
    return pollTracker(db, { ...tools, inTurn: tools.turns.trackers }, source, signal, complete);
  if (source?.active && isMailbox(source))
    return tools.turns.mailboxes(async () => {
      // It may have waited long: its cursor, server and password as they are now.
      const now = await sourceIfAny(db, payload.site_id, payload.id);
      return now?.active && isMailbox(now)
        ? pollMailbox(db, tools.mailbox, now, signal, complete)
        : transaction(db, complete);
    });
  if (!source?.active || !isFeed(source)) return transaction(db, complete);
  const host = hostOf(source.settings.url);
  const waitMs = await claimHost(db, host);
  if (waitMs > 0) return transaction(db, (tx) => again(tx, source, jittered(waitMs / 1_000, Math.random()), complete));
  const now = new Date();
  try {
    const fetched = await fetchFeed(tools.guard, source.settings.url, validatorsOf(cursorOf(source), now), signal);
    await tools.turns.feeds(async () => {
      const read = { ...fetched, feed: await feedIn(tools.parser, fetched, now) };
      await transaction(db, async (tx) => {
        await storePoll(tx, source, { read, now, rawDays: tools.rawDays }, complete, tools.canSubscribe());
        await releaseHost(tx, host, 0);
      });
    });
  } catch (error) {
    const rest = restOf(error, source);
    await releaseHost(db, host, rest);
    if (!(error instanceof FeedProblem)) throw error;
    await transaction(db, (tx) => storeFailure(tx, source, error, now, complete));
  }
}

async function feedIn(parser: FeedParser, { text, url }: Fetched, now: Date): Promise<Feed | null> {
  return text === null ? null : inTurns(feedSteps(await parser.parse(text), url, now));
}

/** Validators that were stored before the items would lose the items in a crash. */
async function storePoll(
  tx: Tx,
  source: SourceRow,
  { read, now, rawDays }: { read: Read; now: Date; rawDays: number },
  complete: Completion,
  canSubscribe: boolean,
): Promise<void> {
  const { settings } = source;
  const cursor = cursorOf(source);
  const isFirst = cursor.full_at === undefined;
  const found = read.feed ? await storeItems(tx, source, read.feed.items, { now, rawDays, isFirst }) : 0;
  await takeWaiting(tx, source);
  const interval_s = intervalOf(source, read);
  if (read.feed && canSubscribe)
    await followHub(tx, { site_id: source.site_id, id: source.id }, hubOf(read, read.feed));
  const hub = await judgeHub(tx, source, { found, since: source.last_poll_at });
  const waitMs = hub ? backUpWait(hub, interval_s, now) : jittered(interval_s, Math.random());
  const next = cursorAfter(cursor, read, read.feed, now);
  const moved = next.movedFor ? await freeAddress(tx, source, next.movedFor) : null;
  await updateSource(tx, source, {
    ...polled(now, waitMs),
    interval_s,
    cursor: JSON.stringify(next.cursor satisfies Cursor),
    failures: 0,
    last_error: null,
    last_success_at: now,
    ...(found > 0 ? { last_new_at: now } : {}),
    ...(moved ? { settings: JSON.stringify({ ...settings, url: moved }) } : {}),
  });
  await again(tx, source, waitMs, complete);
}

/** A hub announces changes, so polls are rarer; what it announced during this poll is read soon. */
function backUpWait({ pushed_at }: SubscriptionRow, interval: number, now: Date): number {
  if (pushed_at && pushed_at >= now) return PUSH_PAUSE_S * 1_000;
  return jittered(Math.max(interval, BACK_UP_S), Math.random());
}

/** The header counts before the document. */
function hubOf(read: Read, feed: Feed): { hub: string; topic: string } | null {
  const hub = absolute(read.hub, read.url) ?? feed.hub;
  return hub ? { hub, topic: absolute(read.self, read.url) ?? feed.self ?? read.url } : null;
}

const absolute = (address: string, base: string) =>
  address !== '' && URL.canParse(address, base) ? new URL(address, base).href : null;

async function storeFailure(
  tx: Tx,
  source: SourceRow,
  error: FeedProblem,
  now: Date,
  complete: Completion,
): Promise<void> {
  const { code, message } = error;
  const failures = source.failures + 1;
  const failed = { failures, last_error: JSON.stringify({ code, message, at: utc(now) }) };
  if (code === 'gone') {
    const columns = {
      ...failed,
      last_poll_at: now,
      next_poll_at: null,
      active: false,
      pause_reason: 'gone',
      paused_at: now,
    };
    await updateSource(tx, source, columns);
    await recordTimer(tx, 'pause', source, { ...source, active: false });
    return complete(tx);
  }
  const retryAfter = error instanceof Refused ? error.retryAfter : 0;
  const waitMs = jittered(backOff(failures, source.settings.min_interval, retryAfter), Math.random());
  await updateSource(tx, source, { ...polled(now, waitMs), ...failed });
  await recordFailing(tx, source, failures);
  await again(tx, source, waitMs, complete);
}

function intervalOf({ settings, interval_s }: SourceRow, { feed, maxAge }: Read): number {
  const minInterval = settings.min_interval;
  if (!feed) return Math.max(interval_s, minInterval);
  const dates = feed.items.flatMap(({ publishedAt }) => publishedAt ?? []);
  return pollInterval(dates, { minInterval, maxAge, ttl: Math.min(feed.ttl, 86_400) });
}

/** Seconds of rest for the host. A server that forbids a feed which it gave before has had enough of us. */
function restOf(error: unknown, { last_success_at }: SourceRow): number {
  if (!(error instanceof Refused)) return 0;
  const asksForRest = [429, 503].includes(error.status) || (error.status === 403 && last_success_at !== null);
  return asksForRest ? Math.max(error.retryAfter, REST_S) : 0;
}

/** The new address, unless another source of the site has it. */
async function freeAddress(tx: Tx, { site_id }: SourceRow, url: string): Promise<string | null> {
  const { rows } = await sql`
    select from source where site_id = ${site_id} and settings ->> 'url' = ${url}`.execute(tx);
  return rows.length === 0 ? url : null;
}
