/** The worker: claims lanes that are due, hands their jobs to the handlers, writes the results. Any number may run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type Db, kysely, type Log } from '../db/connect.ts';
import { type Listener, openListener } from '../db/listener.ts';
import { newBell } from './bell.ts';
import { WAKE_CHANNEL } from './enqueue.ts';
import { type ClaimedJobs, claimJobs, JOB_LANES, nextJobDue, type Outcome, type Settled } from './job-lanes.ts';
import type { JobHandler } from './kinds.ts';
import { keepLeases, LEASE_MS } from './leases.ts';
import { newOutage } from './outage.ts';
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
const SHORTEST_PAUSE_MS = 3;
const LONGEST_VAIN_PAUSE_MS = 100;
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
  const ownPool = openOwnPool(options.pool);
  const own = kysely(ownPool);
  const stats = newStats();
  const bell = newBell();
  const outage = newOutage(log);
  const leases = keepLeases(own, JOB_LANES, leaseMs, (claim) => runs.lose(claim));
  const results = newResults({ own, db, onSettled, onLost });
  const runs = newRuns({
    db,
    handlers,
    concurrency: options.concurrency ?? USUAL_CONCURRENCY,
    isFresh: leases.isFresh,
    onEnd(outcome) {
      results.add(outcome);
      bell.ring();
    },
    onStale: giveBack,
  });
  const listener = options.listener ?? openListener(options.pool);
  const unhear = listener.on(WAKE_CHANNEL, (kind) => {
    if (kind === null || handlers.some((handler) => handler.kind === kind)) bell.ring();
  });
  let isStopping = false;
  let isHeldUp = false;
  let roundsInVain = 0;
  let isRegistered = false;
  let schedulesDueAt = 0;
  const going = keepClaiming();

  async function keepClaiming() {
    while (!isStopping) {
      try {
        const pauseMs = await claimRound();
        outage.end();
        if (pauseMs > 0) await bell.wait(pauseMs);
      } catch (error) {
        await sleep(outage.pauseMs(error));
      }
    }
  }

  /** Answers how long to sleep: until the next lane or schedule is due, or somebody rings. */
  async function claimRound(): Promise<number> {
    await startSchedules();
    for (const lane of runs.takeWaiting(HAND_BACK_MS)) giveBack(lane);
    isHeldUp = results.size() >= MOST_UNWRITTEN;
    const wanted = isHeldUp ? [] : runs.wanted();
    if (wanted.length === 0) return pause(pollMs);
    const askedAt = performance.now();
    const claimed = await claimJobs(own, wanted, leaseMs);
    leases.hold(claimed, askedAt);
    take(claimed);
    if (claimed.length > 0) roundsInVain = 0;
    if (claimed.length > 0) return 0;
    return pause((await nextJobDue(own, wanted)) ?? pollMs);
  }

  /** A lane that is due but cannot be had, because somebody is enqueuing to it, is asked for more and more seldom. */
  function pause(untilDue: number): number {
    roundsInVain = untilDue <= 0 ? roundsInVain + 1 : 0;
    const inVain = Math.min(LONGEST_VAIN_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** roundsInVain);
    const untilSchedule = Math.max(SHORTEST_PAUSE_MS, schedulesDueAt - performance.now());
    return Math.ceil(Math.min(untilDue <= 0 ? inVain : untilDue, pollMs, untilSchedule));
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
    if (isHeldUp || (settled.nextDueMs ?? pollMs) < pollMs) bell.ring();
  }

  function onLost({ lane }: Outcome) {
    leases.drop(lane.claim);
    stats.lostFence += 1;
  }

  async function stop() {
    isStopping = true;
    bell.ring();
    for (const lane of runs.takeWaiting(0)) giveBack(lane);
    await within(options.drainMs ?? DRAIN_MS, going);
    await until(() => runs.running() === 0, options.drainMs ?? DRAIN_MS);
    runs.abortAll();
    await until(() => runs.running() === 0, GRACE_MS);
    await results.stop(GRACE_MS);
    leases.stop();
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

function openOwnPool({ options }: pg.Pool): pg.Pool {
  // The password is hidden from a plain copy.
  const pool = new pg.Pool({ ...options, password: options.password, max: OWN_CONNECTIONS });
  // The loop says that the database is away. A connection that breaks between two statements of a transaction has no
  // other listener, and would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** What was given back is due: who handles these kinds should look. If the news is lost, they look within a second. */
function tellOthers(own: Db, handlers: JobHandler[]): void {
  const kinds = handlers.map(({ kind }) => kind);
  sql`select pg_notify(${WAKE_CHANNEL}, kind) from unnest(${kinds}::text[]) as told(kind)`.execute(own).catch(() => {});
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(ms, null, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

async function until(isDone: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!isDone() && performance.now() < end) await sleep(5);
}
