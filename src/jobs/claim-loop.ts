/** The loop of whoever claims lanes: a round, then sleep until the next lane is due, or somebody rings. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../db/connect.ts';
import { newOutage } from './outage.ts';
import { newWakeSignal } from './wake-signal.ts';

export interface ClaimLoop {
  /** There may be something to do. */
  wake(): void;
  /** Ends the loop after the round that is under way. */
  stop(): Promise<void>;
}

export interface ClaimRound {
  hasClaimed: boolean;
  /** There may be more to claim at once. */
  hasMore: boolean;
  /** Milliseconds until the next lane is due: not positive when one is due but cannot be had. Null: none is known of. */
  nextDue(): Promise<number | null>;
  /** Look again after this long in any case. */
  atLatestMs?: number;
}

/** A round in which nothing could be claimed. */
export const NOTHING_CLAIMED: ClaimRound = { hasClaimed: false, hasMore: false, nextDue: async () => null };

export interface ClaimingOptions {
  log: Log;
  /** The floor under notifications and timers. */
  pollMs: number;
  /** While rings come faster than this, nobody asks when the next lane is due. */
  lullMs: number;
  /** Who stands still while the database is away. */
  what: string;
}

const SHORTEST_PAUSE_MS = 3;
const LONGEST_VAIN_PAUSE_MS = 100;

export function runClaimLoop(
  round: () => Promise<ClaimRound>,
  { log, pollMs, lullMs, what }: ClaimingOptions,
): ClaimLoop {
  const wakeSignal = newWakeSignal();
  const outage = newOutage(log, what);
  let isStopping = false;
  let roundsInVain = 0;
  // In the next turn: by then whoever starts it has what it is given back.
  const going = Promise.resolve().then(loop);

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

  /** A lane that is due but cannot be had, because somebody is enqueuing to it, is asked for more and more seldom. */
  function pauseAfter({ hasClaimed, atLatestMs = pollMs }: ClaimRound, dueInMs: number | null): number {
    const due = dueInMs ?? pollMs;
    roundsInVain = !hasClaimed && due <= 0 ? roundsInVain + 1 : 0;
    const inVain = Math.min(LONGEST_VAIN_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** roundsInVain);
    return Math.ceil(Math.min(due <= 0 ? inVain : due, pollMs, Math.max(SHORTEST_PAUSE_MS, atLatestMs)));
  }

  return {
    wake: wakeSignal.wake,
    stop() {
      isStopping = true;
      wakeSignal.wake();
      return going;
    },
  };
}
