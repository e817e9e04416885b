/** The job worker: claims due lanes, runs the handlers of their jobs, writes the results. Any number may run. */
import { type Listener, openListener } from '../db/listener.ts';
import { traced } from '../tracing/span.ts';
import { backOffMs, USUAL_BACK_OFF } from './back-off.ts';
import { type ClaimRound, NOTHING_CLAIMED } from './claim-loop.ts';
import { notifyWorkers, WAKE_CHANNEL } from './enqueue.ts';
import {
  type ClaimedJobs,
  claimJobs,
  completeJobs,
  isJobDue,
  JOB_LANES,
  type JobOutcome,
  leftToClaim,
  nextJobDue,
  type SettledJobs,
  settleJobs,
} from './job-lanes.ts';
import { jobSpan, namedLog, nameOf } from './job-span.ts';
import { type JobHandler, LaneLost } from './kinds.ts';
import { POLL_MS, startLaneWork, type WorkSettings } from './lane-work.ts';
import { registerSchedules, runSchedules, type Schedule } from './schedules.ts';
import { countClaim, newStats, type WorkerStats } from './stats.ts';

export interface WorkerOptions extends WorkSettings {
  /** Notifies of new jobs; the worker opens its own when the process has none. */
  listener?: Listener;
  handlers: JobHandler[];
  schedules?: Schedule[];
  /** Handlers running at once. */
  concurrency?: number;
}

export interface Worker {
  /** Waits for running handlers, releases everything else at once, and ends. */
  stop(): Promise<void>;
  stats(): WorkerStats;
}

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_TRIES = 10;
/** The share of the concurrency that one kind gets by default: a slow kind leaves room for others. */
const DEFAULT_SHARE = 0.75;
/** Lanes claimed ahead and not begun for this long are released: another process may be free. */
const GIVE_BACK_MS = 1_000;
const MAX_UNWRITTEN = 256;
const GATHER_MS = 25;
const LULL_MS = 10;

export function startWorker(options: WorkerOptions): Worker {
  const { db, handlers, schedules = [], log, pollMs = POLL_MS, concurrency = DEFAULT_CONCURRENCY } = options;
  checkHandlers(handlers, schedules);
  const stats = newStats();
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const aborts = new Map<number, AbortController>();
  const listener = options.listener ?? openListener(options.pool);
  const unlisten = listener.on(WAKE_CHANNEL, (kind) => {
    if (kind === null || byKind.has(kind)) work.wake();
  });
  let isRegistered = false;
  let schedulesDueAt = 0;
  const work = startLaneWork({
    ...options,
    listener,
    lanes: JOB_LANES,
    isDue: isJobDue([...byKind.keys()]),
    what: 'Jobs',
    concurrency,
    groupConcurrency: (kind) => {
      const handler = byKind.get(kind);
      const own = handler?.concurrency ?? Math.ceil(concurrency * DEFAULT_SHARE);
      return handler?.isApart ? own : Math.min(concurrency, own);
    },
    isApart: (kind) => byKind.get(kind)?.isApart ?? false,
    groupOf: ({ key }: ClaimedJobs) => key.kind,
    isEager: true,
    claimRound,
    maxUnwritten: MAX_UNWRITTEN,
    run,
    isSuccess: () => true,
    settledBy: ({ lane }) => lane.settled ?? null,
    untouched: ({ key, claim }) => ({ lane: { key, claim }, done: [], failure: null }),
    settle: settleJobs,
    gatherMs: GATHER_MS,
    lullMs: LULL_MS,
    onSettled,
    onLost: (claim) => aborts.get(claim)?.abort(new LaneLost('The lane was taken over.')),
    abort() {
      for (const abort of aborts.values()) abort.abort(new Error('The worker is stopping.'));
    },
    stats,
    async close() {
      unlisten();
      if (!options.listener) await listener.stop();
    },
  });

  async function claimRound(): Promise<ClaimRound> {
    await startSchedules();
    work.giveBackWaiting(GIVE_BACK_MS);
    const wanted = work
      .capacities([...byKind.keys()])
      .map(({ group, capacity }) => ({ kind: group, capacity, batch: byKind.get(group)?.batch ?? 1 }))
      .filter(({ capacity }) => capacity > 0);
    const atLatestMs = () => Math.min(schedulesDueAt - performance.now(), work.waiting() > 0 ? GIVE_BACK_MS : pollMs);
    if (wanted.length === 0) return { ...NOTHING_CLAIMED, atLatestMs: atLatestMs() };
    const claimed = await work.claim((claimant) => claimJobs(work.own, wanted, claimant));
    for (const lane of claimed) countClaim(stats, lane);
    work.take(claimed, ({ jobs }) => jobs.length > 0);
    const { kinds, hasMore } = leftToClaim(wanted, claimed);
    const nextDue = () => nextJobDue(work.own, kinds);
    return { hasClaimed: claimed.length > 0, hasMore, nextDue, atLatestMs: atLatestMs() };
  }

  async function run(lane: ClaimedJobs): Promise<JobOutcome> {
    const { jobs, claim, key } = lane;
    const abort = new AbortController();
    aborts.set(claim, abort);
    const handler = byKind.get(key.kind);
    try {
      const complete: Parameters<JobHandler['run']>[0]['complete'] = (tx, some = jobs) => completeJobs(tx, lane, some);
      const batch = { db, log: namedLog(log, key.kind, jobs), jobs, signal: abort.signal, complete };
      await traced(jobSpan(options.tracing, key.kind, jobs), async () => handler?.run(batch));
      return { lane, done: jobs.map(({ id }) => id), failure: null };
    } catch (error) {
      const { tries = DEFAULT_TRIES, backOff = USUAL_BACK_OFF } = handler ?? {};
      const pauseMs = (failures: number) => backOffMs(backOff, failures, Math.random());
      const name = nameOf(key.kind, jobs);
      return {
        lane,
        done: [],
        failure: { lastId: jobs.at(-1)?.id ?? 0, tries, error: describe(error), pauseMs, name },
      };
    } finally {
      aborts.delete(claim);
    }
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
      const what = `A job of ${lane.key.kind} ${lane.key.key} failed`;
      if (failure) log('warn', `${what}: ${failure.error.split('\n')[0]}`, failure.name);
    }
    stats.retried += settled.retried;
    stats.failed += settled.parked;
    if (settled.parked > 0) log('error', `${settled.parked} of these jobs will not be retried; see the failed jobs.`);
    const isGivenBack = outcomes.some(({ done, failure }) => done.length === 0 && !failure);
    if (isGivenBack && (settled.nextDueMs ?? 1) <= 0) notifyWorkers(work.own, [...byKind.keys()]);
  }

  return {
    stop: work.stop,
    stats: () => ({ ...structuredClone(stats), running: work.running(), waiting: work.waiting() }),
  };
}

function checkHandlers(handlers: JobHandler[], schedules: Schedule[]): void {
  const kinds = new Set(handlers.map(({ kind }) => kind));
  if (kinds.size < handlers.length) throw new Error('Two handlers are for the same kind of job.');
  const idle = schedules.find(({ kind }) => !kinds.has(kind.name));
  if (idle) throw new Error(`The schedule ${idle.name} has no handler for its jobs.`);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
