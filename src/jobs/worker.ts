/** The worker: claims lanes that are due, hands their jobs to the handlers, writes the results. Any number may run. */
import { sql } from 'kysely';
import type pg from 'pg';
import { type Db, kysely, type Log } from '../db/connect.ts';
import { type Listener, openListener } from '../db/listener.ts';
import { keepClaiming, NOTHING, type Round } from './claiming.ts';
import { WAKE_CHANNEL } from './enqueue.ts';
import { holdLanes } from './holders.ts';
import {
  type ClaimedJobs,
  claimJobs,
  JOB_LANES,
  nextJobDue,
  type Outcome,
  type Settled,
  settleJobs,
} from './job-lanes.ts';
import type { JobHandler } from './kinds.ts';
import { keepLeases, LEASE_MS } from './leases.ts';
import { ownPool } from './own-pool.ts';
import { until, within } from './patience.ts';
import { newResults } from './results.ts';
import { newRuns } from './runs.ts';
import { registerSchedules, runSchedules, type Schedule } from './schedules.ts';
import { countClaim, newStats, type WorkerStats } from './stats.ts';

export interface WorkerOptions {
  /** For the handlers. */
  db: Db;
  /** Where the worker opens its own few connections: heartbeats and results must not queue behind handlers or requests. */
  pool: pg.Pool;
  /** Where it hears of new jobs; opened for it alone when the process has none. */
  listener?: Listener;
  handlers: JobHandler[];
  schedules?: Schedule[];
  log: Log;
  /** Handlers at work at once. */
  concurrency?: number;
  leaseMs?: number;
  pollMs?: number;
  /** How long `stop` waits for handlers before it aborts them. */
  drainMs?: number;
}

export interface Worker {
  /** Lets running handlers finish, gives everything else back at once, and ends. */
  stop(): Promise<void>;
  stats(): WorkerStats;
}

const USUAL_CONCURRENCY = 4;
/** The floor under notifications and timers. */
const POLL_MS = 1_000;
const DRAIN_MS = 8_000;
/** What handlers get to end by themselves after they were aborted, and results to be written. */
const GRACE_MS = 1_000;
/** What was claimed ahead and not begun for this long is given back: another process may be free. */
const HAND_BACK_MS = 1_000;
const MOST_UNWRITTEN = 256;
/** Claims, heartbeats and results share them. */
const OWN_CONNECTIONS = 2;

export function startWorker(options: WorkerOptions): Worker {
  const { db, handlers, schedules = [], log, leaseMs = LEASE_MS, pollMs = POLL_MS } = options;
  checkHandlers(handlers, schedules);
  const own = kysely(ownPool(options.pool, OWN_CONNECTIONS));
  const stats = newStats();
  const leases = keepLeases(own, JOB_LANES, leaseMs, (claim) => runs.lose(claim));
  const results = newResults({ own, db, settle: settleJobs, onSettled, onLost });
  const runs = newRuns({
    db,
    handlers,
    concurrency: options.concurrency ?? USUAL_CONCURRENCY,
    isFresh: leases.isFresh,
    onEnd(outcome) {
      results.add(outcome);
      claiming.ring();
    },
    onStale: giveBack,
  });
  const listener = options.listener ?? openListener(options.pool);
  const unhear = listener.on(WAKE_CHANNEL, (kind) => {
    if (kind === null || handlers.some((handler) => handler.kind === kind)) claiming.ring();
  });
  let isStopping = false;
  let isHeldUp = false;
  let isRegistered = false;
  let schedulesDueAt = 0;
  const holder = holdLanes(own, listener, () => claiming.ring());
  const claiming = keepClaiming(claimRound, { log, pollMs, what: 'Jobs' });

  async function claimRound(): Promise<Round> {
    await startSchedules();
    for (const lane of runs.takeWaiting(HAND_BACK_MS)) giveBack(lane);
    isHeldUp = results.size() >= MOST_UNWRITTEN;
    const wanted = isHeldUp ? [] : runs.wanted();
    const atLatestMs = () => schedulesDueAt - performance.now();
    if (wanted.length === 0) return { ...NOTHING, atLatestMs: atLatestMs() };
    const askedAt = performance.now();
    const claimed = await claimJobs(own, wanted, { leaseMs, holder: await holder.id() });
    leases.hold(claimed, askedAt);
    take(claimed);
    const hasClaimed = claimed.length > 0;
    return { hasClaimed, hasMore: hasClaimed, nextDue: () => nextJobDue(own, wanted), atLatestMs: atLatestMs() };
  }

  function take(claimed: ClaimedJobs[]) {
    const isToRun = ({ jobs }: ClaimedJobs) => jobs.length > 0 && !isStopping;
    for (const lane of claimed) {
      countClaim(stats, lane);
      if (!isToRun(lane)) giveBack(lane);
    }
    runs.add(claimed.filter(isToRun));
  }

  async function startSchedules() {
    if (schedulesDueAt > performance.now()) return;
    if (!isRegistered) await registerSchedules(own, schedules);
    isRegistered = true;
    const untilNext = (await runSchedules(own, schedules)) ?? pollMs;
    schedulesDueAt = performance.now() + Math.min(untilNext, pollMs);
  }

  function giveBack({ key, claim }: Outcome['lane']) {
    results.add({ lane: { key, claim }, done: [], failure: null });
  }

  function onSettled(outcomes: Outcome[], settled: Settled) {
    for (const { lane, done, failure } of outcomes) {
      leases.drop(lane.claim);
      stats.done += done.length;
      if (failure) log('warn', `A job of ${lane.key.kind} ${lane.key.key} failed: ${failure.error.split('\n')[0]}`);
    }
    stats.retried += settled.retried;
    stats.failed += settled.parked;
    if (settled.parked > 0)
      log('error', `${settled.parked} of these jobs will not be tried again; see the failed jobs.`);
    const isGivenBack = outcomes.some(({ done, failure }) => done.length === 0 && !failure);
    if (isGivenBack && (settled.nextDueMs ?? 1) <= 0) tellOthers(own, handlers);
    if (isHeldUp || (settled.nextDueMs ?? pollMs) < pollMs) claiming.ring();
  }

  function onLost({ lane }: Outcome) {
    leases.drop(lane.claim);
    stats.lostFence += 1;
  }

  async function stop() {
    isStopping = true;
    const going = claiming.stop();
    for (const lane of runs.takeWaiting(0)) giveBack(lane);
    await within(options.drainMs ?? DRAIN_MS, going);
    await until(() => runs.running() === 0, options.drainMs ?? DRAIN_MS);
    runs.abortAll();
    await until(() => runs.running() === 0, GRACE_MS);
    await results.stop(GRACE_MS);
    leases.stop();
    await within(GRACE_MS, holder.stop());
    unhear();
    if (!options.listener) await within(GRACE_MS, listener.stop());
    await within(GRACE_MS, own.destroy());
  }

  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
    stats: () => ({ ...structuredClone(stats), running: runs.running(), waiting: runs.waiting() }),
  };
}

function checkHandlers(handlers: JobHandler[], schedules: Schedule[]): void {
  const kinds = new Set(handlers.map(({ kind }) => kind));
  if (kinds.size < handlers.length) throw new Error('Two handlers are for the same kind of job.');
  const idle = schedules.find(({ kind }) => !kinds.has(kind.name));
  if (idle) throw new Error(`The schedule ${idle.name} has no handler for its jobs.`);
}

/** What was given back is due: who handles these kinds should look. If the news is lost, they look within a second. */
function tellOthers(own: Db, handlers: JobHandler[]): void {
  const kinds = handlers.map(({ kind }) => kind);
  sql`select pg_notify(${WAKE_CHANNEL}, kind) from unnest(${kinds}::text[]) as told(kind)`.execute(own).catch(() => {});
}
