/** Results on their way to the database: those that come while a write is under way go together in the next one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/connect.ts';

/** How a claim ended. */
export interface LaneOutcome {
  lane: { claim: number };
}
export interface WrittenResults {
  /** The claims whose results were written. */
  claims: Set<number>;
}

export interface Results<Outcome extends LaneOutcome> {
  add(outcome: Outcome): void;
  size(): number;
  /** Nothing is written any more after `ms`; what was not is done again by whoever claims the lane next. */
  stop(ms: number): Promise<void>;
}

export interface ResultsOptions<Outcome extends LaneOutcome, Settled extends WrittenResults> {
  /** Connections of the worker's own, for what must not queue behind handlers. */
  own: Db;
  /** For the few results that have to wait for somebody's transaction. */
  db: Db;
  /** Writes results, for the claims that still stand; with `skip` those whose lane is locked are left. */
  settle(db: Db, outcomes: Outcome[], ifLocked: 'wait' | 'skip'): Promise<Settled>;
  /** Writes begin this far apart: a result is written at once when all is quiet, with others when not. */
  gatherMs: number;
  onSettled(outcomes: Outcome[], settled: Settled): void;
  onLost(outcome: Outcome): void;
}

const MOST_AT_ONCE = 64;
/** So many are not held back for others. */
const ENOUGH = 48;
const PAUSE_AFTER_FAILURE_MS = 200;

export function newResults<Outcome extends LaneOutcome, Settled extends WrittenResults>({
  own,
  db,
  settle,
  gatherMs,
  onSettled,
  onLost,
}: ResultsOptions<Outcome, Settled>): Results<Outcome> {
  let waiting: Outcome[] = [];
  let slow = 0;
  let writing: Promise<void> | null = null;
  let isStopped = false;
  let writtenAt = Number.NEGATIVE_INFINITY;

  async function writeAll() {
    while (waiting.length > 0 && !isStopped) {
      const early = writtenAt + gatherMs - performance.now();
      if (early > 0 && waiting.length < ENOUGH) await sleep(early);
      writtenAt = performance.now();
      const batch = waiting.splice(0, MOST_AT_ONCE);
      const rest = await write(own, batch, 'skip');
      for (const outcome of rest) void writeSlowly(outcome);
    }
    writing = null;
  }

  /** Tried until it is written: the heartbeat keeps the lease meanwhile, and when that is lost so is this. */
  async function write(on: Db, outcomes: Outcome[], ifLocked: 'wait' | 'skip'): Promise<Outcome[]> {
    while (!isStopped) {
      try {
        const settled = await settle(on, outcomes, ifLocked);
        onSettled(outcomes.filter(isIn(settled)), settled);
        return outcomes.filter((outcome) => !isIn(settled)(outcome));
      } catch {
        await sleep(PAUSE_AFTER_FAILURE_MS); // the worker's loop says that the database is away
      }
    }
    return [];
  }

  async function writeSlowly(outcome: Outcome) {
    slow += 1;
    for (const lost of await write(db, [outcome], 'wait')) onLost(lost);
    slow -= 1;
  }

  return {
    add(outcome) {
      waiting.push(outcome);
      writing ??= writeAll();
    },
    size: () => waiting.length + slow,
    async stop(ms) {
      const end = performance.now() + ms;
      while ((writing || slow > 0) && performance.now() < end) await sleep(5);
      isStopped = true;
      waiting = [];
    },
  };
}

function isIn({ claims }: WrittenResults): (outcome: LaneOutcome) => boolean {
  return ({ lane }) => claims.has(lane.claim);
}
