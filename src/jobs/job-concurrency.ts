/** The lanes that a worker holds: those whose handler is at work, and those claimed ahead. */
import type { Db, Log } from '../db/connect.ts';
import { backOffMs, USUAL_BACK_OFF } from './back-off.ts';
import { type ClaimedJobs, completeJobs, type JobOutcome, type KindSlots } from './job-lanes.ts';
import { type JobHandler, LaneLost } from './kinds.ts';

interface KindConcurrency {
  handler: JobHandler;
  slots: number;
  running: number;
  waiting: { lane: ClaimedJobs; since: number }[];
  /** How long a lane takes, as of late. Nothing is claimed ahead before it is known. */
  meanMs: number;
}

export interface JobConcurrency {
  add(claimed: ClaimedJobs[]): void;
  /** How many lanes of which kinds to claim now. */
  wanted(): KindSlots[];
  /** Takes back what was claimed ahead and has waited this long. */
  takeWaiting(longerThanMs: number): ClaimedJobs[];
  lose(claim: number): void;
  abortAll(): void;
  running(): number;
  waiting(): number;
}

interface JobConcurrencyOptions {
  db: Db;
  log: Log;
  handlers: JobHandler[];
  concurrency: number;
  isFresh(claim: number): boolean;
  onEnd(outcome: JobOutcome): void;
  /** Not begun, because the lease may have run out. */
  onStale(lane: ClaimedJobs): void;
}

const USUAL_TRIES = 10;
/** The share of the slots that one kind gets unless it says otherwise: a slow kind leaves room for others. */
const USUAL_SHARE = 0.75;
/** Short jobs are claimed ahead, for this long: it is batches that make the queue fast. Long ones leave to others. */
const AHEAD_MS = 100;
const MOST_AHEAD = 64;
const MEAN_WEIGHT = 0.1;

export function newJobConcurrency(options: JobConcurrencyOptions): JobConcurrency {
  const { handlers, concurrency } = options;
  const kinds = handlers.map((handler): KindConcurrency => {
    const slots = Math.min(concurrency, handler.concurrency ?? Math.ceil(concurrency * USUAL_SHARE));
    return { handler, slots, running: 0, waiting: [], meanMs: Number.POSITIVE_INFINITY };
  });
  const aborts = new Map<number, AbortController>();
  const running = () => kinds.reduce((sum, kind) => sum + kind.running, 0);

  /** Kinds take turns, so that a long line of one does not stand before the others. */
  function startWhatFits() {
    for (let passed = 0; passed < kinds.length && running() < concurrency; passed += 1) {
      const kind = kinds.shift();
      if (!kind) return;
      kinds.push(kind);
      const next = kind.running < kind.slots ? kind.waiting.shift() : undefined;
      if (!next) continue;
      passed = -1;
      if (options.isFresh(next.lane.claim)) void start(kind, next.lane);
      else options.onStale(next.lane);
    }
  }

  async function start(kind: KindConcurrency, lane: ClaimedJobs) {
    const abort = new AbortController();
    aborts.set(lane.claim, abort);
    kind.running += 1;
    const began = performance.now();
    const outcome = await run(options, kind.handler, lane, abort.signal);
    const took = performance.now() - began;
    kind.meanMs = Number.isFinite(kind.meanMs) ? kind.meanMs + MEAN_WEIGHT * (took - kind.meanMs) : took;
    kind.running -= 1;
    aborts.delete(lane.claim);
    options.onEnd(outcome);
    startWhatFits();
  }

  return {
    add(claimed) {
      const since = performance.now();
      for (const lane of claimed) {
        kinds.find(({ handler }) => handler.kind === lane.key.kind)?.waiting.push({ lane, since });
      }
      startWhatFits();
    },
    wanted: () => kinds.map((kind) => wantedOf(kind, concurrency - running())).filter(({ slots }) => slots > 0),
    takeWaiting(longerThanMs) {
      const isOld = ({ since }: { since: number }) => performance.now() - since >= longerThanMs;
      return kinds.flatMap((kind) => {
        const taken = kind.waiting.filter(isOld);
        kind.waiting = kind.waiting.filter((entry) => !taken.includes(entry));
        return taken.map(({ lane }) => lane);
      });
    },
    lose(claim) {
      aborts.get(claim)?.abort(new LaneLost('The lane was taken over.'));
      for (const kind of kinds) kind.waiting = kind.waiting.filter(({ lane }) => lane.claim !== claim);
    },
    abortAll() {
      for (const abort of aborts.values()) abort.abort(new Error('The worker is stopping.'));
    },
    running,
    waiting: () => kinds.reduce((sum, kind) => sum + kind.waiting.length, 0),
  };
}

/** Claims ahead are made by halves: many small ones would cost more than they bring. */
function wantedOf({ handler, slots, running, waiting, meanMs }: KindConcurrency, free: number): KindSlots {
  const ahead = Math.min(MOST_AHEAD - slots, Math.floor((slots * AHEAD_MS) / meanMs));
  const room = Math.min(slots - running, Math.max(0, free)) + Math.max(0, ahead) - waiting.length;
  const isWorthIt = waiting.length === 0 || room >= (slots + ahead) / 2;
  return { kind: handler.kind, batch: handler.batch ?? 1, slots: isWorthIt ? Math.min(room, MOST_AHEAD) : 0 };
}

async function run(
  { db, log }: Pick<JobConcurrencyOptions, 'db' | 'log'>,
  handler: JobHandler,
  lane: ClaimedJobs,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { jobs } = lane;
  try {
    await handler.run({ db, log, jobs, signal, complete: (tx, some = jobs) => completeJobs(tx, lane, some) });
    return { lane, done: jobs.map(({ id }) => id), failure: null };
  } catch (error) {
    const { tries = USUAL_TRIES, backOff = USUAL_BACK_OFF } = handler;
    const pauseMs = (failures: number) => backOffMs(backOff, failures, Math.random());
    const lastId = jobs.at(-1)?.id ?? 0;
    return { lane, done: [], failure: { lastId, tries, error: describe(error), pauseMs } };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
