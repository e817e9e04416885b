/**
 * The loop of a process that claims lanes: one round, then sleep until the next lane is due or a wake-up arrives. While the
 * database is unavailable it retries, and logs the start and the end of the outage once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../db/connect.ts';

export interface ClaimLoop {
  /** There may be something to claim. A wake-up during a round starts another round at once. */
  wake(): void;
  /** A lane will be due after this many milliseconds. */
  wakeIn(ms: number): void;
  /** Ends the loop after the current round. */
  stop(): Promise<void>;
}

export interface ClaimRound {
  hasClaimed: boolean;
  /** There may be more to claim at once. */
  hasMore: boolean;
  /** Milliseconds until the next lane is due; not positive when one is due but locked. Null: none is known. */
  nextDue(): Promise<number | null>;
  /** The longest pause before the next round. */
  atLatestMs?: number;
}

/** A round in which nothing could be claimed. */
export const NOTHING_CLAIMED: ClaimRound = { hasClaimed: false, hasMore: false, nextDue: async () => null };

export interface ClaimLoopOptions {
  log: Log;
  /** The longest pause. */
  pollMs: number;
  /** While wake-ups come faster than this, the loop does not query when the next lane is due. */
  lullMs: number;
  /** For the log: `Jobs`. */
  what: string;
}

const MIN_PAUSE_MS = 3;
const MAX_LOCKED_PAUSE_MS = 100;
const FIRST_OUTAGE_PAUSE_MS = 100;
/** Work resumes within 5 s of the database's return: this, and the 3 s that a connection may take. */
const MAX_OUTAGE_PAUSE_MS = 1_000;

export function runClaimLoop(
  round: () => Promise<ClaimRound>,
  { log, pollMs, lullMs, what }: ClaimLoopOptions,
): ClaimLoop {
  const wakeSignal = newWakeSignal();
  const outage = newOutage(log, what);
  let isStopping = false;
  let lockedRounds = 0;
  let alarm: { at: number; timer: NodeJS.Timeout } | null = null;
  // In the next turn: by then the caller has the loop that `round` may refer to.
  const running = Promise.resolve().then(loop);

  async function loop() {
    while (!isStopping) {
      try {
        const ended = await round();
        outage.end();
        if (ended.hasMore || (await wakeSignal.wait(lullMs))) continue;
        await wakeSignal.wait(pauseAfter(ended, await ended.nextDue()));
      } catch (error) {
        await sleep(outage.pauseMs(error));
      }
    }
  }

  /** A lane that is due but locked, because a transaction is enqueuing to it, is tried less and less often. */
  function pauseAfter({ hasClaimed, atLatestMs = pollMs }: ClaimRound, dueInMs: number | null): number {
    const due = dueInMs ?? pollMs;
    lockedRounds = !hasClaimed && due <= 0 ? lockedRounds + 1 : 0;
    const lockedPause = Math.min(MAX_LOCKED_PAUSE_MS, MIN_PAUSE_MS * 2 ** lockedRounds);
    return Math.ceil(Math.min(due <= 0 ? lockedPause : due, pollMs, Math.max(MIN_PAUSE_MS, atLatestMs)));
  }

  function wakeIn(ms: number) {
    const at = performance.now() + ms;
    if (alarm && alarm.at <= at) return;
    clearTimeout(alarm?.timer);
    alarm = { at, timer: setTimeout(ring, Math.max(0, Math.ceil(ms))).unref() };
  }

  function ring() {
    alarm = null;
    wakeSignal.wake();
  }

  return {
    wake: wakeSignal.wake,
    wakeIn,
    stop() {
      isStopping = true;
      clearTimeout(alarm?.timer);
      wakeSignal.wake();
      return running;
    },
  };
}

/** A wake-up between two waits ends the next wait at once. */
function newWakeSignal() {
  let isSet = false;
  let resume: (() => void) | undefined;
  return {
    wake() {
      isSet = true;
      resume?.();
    },
    /** Returns whether a wake-up came, at the latest after so many milliseconds. */
    async wait(ms: number): Promise<boolean> {
      if (!isSet) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const wasSet = isSet;
      resume = undefined;
      isSet = false;
      return wasSet;
    },
  };
}

function newOutage(log: Log, what: string) {
  let failures = 0;
  return {
    pauseMs(error: unknown): number {
      failures += 1;
      if (failures === 1) log('error', `${what} are paused, the queue cannot be read: ${(error as Error).message}`);
      return Math.min(MAX_OUTAGE_PAUSE_MS, FIRST_OUTAGE_PAUSE_MS * 2 ** (failures - 1));
    },
    end() {
      if (failures > 0) log('info', `${what} resume: the queue can be read again.`);
      failures = 0;
    },
  };
}

/** Waits for `work`, at most this long. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(ms, null, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

/** Waits until `isDone`, at most this long. */
export async function until(isDone: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!isDone() && performance.now() < end) await sleep(5);
}
