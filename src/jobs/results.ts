/** Results on their way to the database: those that come while a write is under way go together in the next one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/connect.ts';
import { type Outcome, type Settled, settleJobs } from './job-lanes.ts';

export interface Results {
  add(outcome: Outcome): void;
  size(): number;
  /** Nothing is written any more after `ms`; what was not is done again by whoever claims the lane next. */
  stop(ms: number): Promise<void>;
}

export interface ResultsOptions {
  /** Connections of the worker's own, for what must not queue behind handlers. */
  own: Db;
  /** For the few results that have to wait for somebody's transaction. */
  db: Db;
  onSettled(outcomes: Outcome[], settled: Settled): void;
  onLost(outcome: Outcome): void;
}

const MOST_AT_ONCE = 64;
const PAUSE_AFTER_FAILURE_MS = 200;

export function newResults({ own, db, onSettled, onLost }: ResultsOptions): Results {
  let waiting: Outcome[] = [];
  let slow = 0;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  async function writeAll() {
    while (waiting.length > 0 && !isStopped) {
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
        const settled = await settleJobs(on, outcomes, ifLocked);
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

function isIn({ claims }: Settled): (outcome: Outcome) => boolean {
  return ({ lane }) => claims.has(lane.claim);
}
