/** Writes results in batches: those that arrive during a write go into the next one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/connect.ts';

/** The outcome of a claim. */
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
  /** Writes for at most `ms`. Unwritten work is repeated by the next process that claims the lane. */
  stop(ms: number): Promise<void>;
}

export interface ResultsOptions<Outcome extends LaneOutcome, Settled extends WrittenResults> {
  /** The worker's own connections, which never wait for handlers. */
  own: Db;
  /** For the few results that wait for the lock of another transaction. */
  db: Db;
  /** Writes the results of claims that are still valid; with `skip`, not those of locked lanes. */
  settle(db: Db, outcomes: Outcome[], ifLocked: 'wait' | 'skip'): Promise<Settled>;
  /** The least time between writes: without load a result is written at once, under load with others. */
  gatherMs: number;
  onSettled(outcomes: Outcome[], settled: Settled): void;
  onLost(outcome: Outcome): void;
}

const MOST_AT_ONCE = 64;
/** A batch of this size is written at once. */
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

  /** Retries until it is written. The heartbeat renews the lease meanwhile; a lost lease loses the result. */
  async function write(on: Db, outcomes: Outcome[], ifLocked: 'wait' | 'skip'): Promise<Outcome[]> {
    while (!isStopped) {
      try {
        const settled = await settle(on, outcomes, ifLocked);
        onSettled(outcomes.filter(isIn(settled)), settled);
        return outcomes.filter((outcome) => !isIn(settled)(outcome));
      } catch {
        await sleep(PAUSE_AFTER_FAILURE_MS); // the claim loop logs the outage
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
