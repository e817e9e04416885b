/** The worker: claims lanes that are due, hands their jobs to the handlers, writes the results. Any number may run. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type Listener, openListener } from '../db/listener.ts';
import { type ClaimRound, NOTHING_CLAIMED } from './claim-loop.ts';
import { WAKE_CHANNEL } from './enqueue.ts';
import { newJobConcurrency } from './job-concurrency.ts';
import {
  type ClaimedJobs,
  claimJobs,
  JOB_LANES,
  type JobOutcome,
  nextJobDue,
  type SettledJobs,
  settleJobs,
} from './job-lanes.ts';
import type { JobHandler } from './kinds.ts';
import { POLL_MS, startLaneWork, type WorkSettings } from './lane-work.ts';
import { registerSchedules, runSchedules, type Schedule } from './schedules.ts';
import { countClaim, newStats, type WorkerStats } from './stats.ts';

export interface WorkerOptions extends WorkSettings {
  /** Where it hears of new jobs; opened for it alone when the process has none. */
  listener?: Listener;
  handlers: JobHandler[];
  schedules?: Schedule[];
  /** Handlers at work at once. */
  concurrency?: number;
}

export interface Worker {
  /** Lets running handlers finish, gives everything else back at once, and ends. */
  stop(): Promise<void>;
  stats(): WorkerStats;
}

const USUAL_CONCURRENCY = 4;
/** What was claimed ahead and not begun for this long is given back: another process may be free. */
const HAND_BACK_MS = 1_000;
const MOST_UNWRITTEN = 256;
const GATHER_MS = 25;
const LULL_MS = 10;

export function startWorker(options: WorkerOptions): Worker {
  const { db, handlers, schedules = [], log, pollMs = POLL_MS } = options;
  checkHandlers(handlers, schedules);
  const stats = newStats();
  const runs = newJobConcurrency({
    db,
    log,
    handlers,
    concurrency: options.concurrency ?? USUAL_CONCURRENCY,
    isFresh: (claim) => work.isFresh(claim),
    onEnd(outcome) {
      work.end(outcome);
      work.wake();
    },
    onStale: (lane) => work.giveBack(lane),
  });
  const listener = options.listener ?? openListener(options.pool);
  const unlisten = listener.on(WAKE_CHANNEL, (kind) => {
    if (kind === null || handlers.some((handler) => handler.kind === kind)) work.wake();
  });
  let isRegistered = false;
  let schedulesDueAt = 0;
  const work = startLaneWork({
    ...options,
    listener,
    lanes: JOB_LANES,
    what: 'Jobs',
    held: { ...runs, underWay: runs.running, abort: runs.abortAll, takeWaiting: () => runs.takeWaiting(0) },
    claimRound,
    mostUnwritten: MOST_UNWRITTEN,
    untouched: ({ key, claim }: ClaimedJobs): JobOutcome => ({ lane: { key, claim }, done: [], failure: null }),
    settle: settleJobs,
    gatherMs: GATHER_MS,
    lullMs: LULL_MS,
    onSettled,
    stats,
    async close() {
      unlisten();
      if (!options.listener) await listener.stop();
    },
  });

  async function claimRound(): Promise<ClaimRound> {
    await startSchedules();
    for (const lane of runs.takeWaiting(HAND_BACK_MS)) work.giveBack(lane);
    const wanted = runs.wanted();
    const atLatestMs = () => schedulesDueAt - performance.now();
    if (wanted.length === 0) return { ...NOTHING_CLAIMED, atLatestMs: atLatestMs() };
    const claimant = await work.claimant();
    const askedAt = performance.now();
    const claimed = await claimJobs(work.own, wanted, claimant);
    work.hold(claimed, askedAt);
    for (const lane of claimed) countClaim(stats, lane);
    work.take(claimed, ({ jobs }) => jobs.length > 0);
    const hasClaimed = claimed.length > 0;
    return { hasClaimed, hasMore: hasClaimed, nextDue: () => nextJobDue(work.own, wanted), atLatestMs: atLatestMs() };
  }

  async function startSchedules() {
    if (schedulesDueAt > performance.now()) return;
    if (!isRegistered) await registerSchedules(work.own, schedules);
    isRegistered = true;
    const untilNext = (await runSchedules(work.own, schedules)) ?? pollMs;
    schedulesDueAt = performance.now() + Math.min(untilNext, pollMs);
  }

  function onSettled(outcomes: JobOutcome[], settled: SettledJobs) {
    for (const { lane, done, failure } of outcomes) {
      stats.done += done.length;
      if (failure) log('warn', `A job of ${lane.key.kind} ${lane.key.key} failed: ${failure.error.split('\n')[0]}`);
    }
    stats.retried += settled.retried;
    stats.failed += settled.parked;
    if (settled.parked > 0)
      log('error', `${settled.parked} of these jobs will not be tried again; see the failed jobs.`);
    const isGivenBack = outcomes.some(({ done, failure }) => done.length === 0 && !failure);
    if (isGivenBack && (settled.nextDueMs ?? 1) <= 0) tellOthers(work.own, handlers);
  }

  return {
    stop: work.stop,
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
