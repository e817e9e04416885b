/** What all who work off lanes have in common: they claim, keep their leases, write results, and end in order. */
import type pg from 'pg';
import { type Db, kysely, type Log } from '../db/connect.ts';
import type { Listener } from '../db/listener.ts';
import { type ClaimRound, NOTHING_CLAIMED, runClaimLoop } from './claim-loop.ts';
import type { Claimant, Claimed, LaneKey, LaneTable } from './lanes.ts';
import { keepLeases, LEASE_MS } from './leases.ts';
import { lockProcess } from './process-locks.ts';
import { type LaneOutcome, newResults, type WrittenResults } from './results.ts';
import { until, within } from './timeouts.ts';
import { workerPool } from './worker-pool.ts';

/** What whoever starts a process or a test may say. */
export interface WorkSettings {
  /** For what is done in the lanes. */
  db: Db;
  /** Where the few own connections are opened: heartbeats and results must not queue behind handlers or requests. */
  pool: pg.Pool;
  log: Log;
  leaseMs?: number;
  pollMs?: number;
  /** How long `stop` waits for what is under way before it is aborted. */
  drainMs?: number;
}

export interface LaneWorkOptions<
  Key extends LaneKey,
  Lane extends Claimed<Key>,
  Outcome extends LaneOutcome,
  Settled extends WrittenResults & { nextDueMs: number | null },
> extends WorkSettings {
  listener: Listener;
  lanes: LaneTable<Key>;
  /** Who stands still while the database is away: `Jobs`. */
  what: string;
  held: HeldLanes<Lane>;
  /** Claims what there is room for, and takes it. */
  claimRound(): Promise<ClaimRound>;
  /** Results that wait to be written; beyond them nothing is claimed. */
  mostUnwritten: number;
  /** How a claim ended with which nothing was done. */
  untouched(lane: Lane): Outcome;
  settle(db: Db, outcomes: Outcome[], ifLocked: 'wait' | 'skip'): Promise<Settled>;
  /** How long results are gathered under load; the next thing of a lane waits for them. */
  gatherMs: number;
  /** How much later than its time a lane may be found while there is much else to claim. */
  lullMs: number;
  onSettled(outcomes: Outcome[], settled: Settled): void;
  stats: { lostFence: number };
  /** Ends what whoever uses it has opened beside. */
  close(): Promise<unknown>;
}

/** The lanes of this process: those that are under way, and those claimed ahead. */
export interface HeldLanes<Lane> {
  add(lanes: Lane[]): void;
  takeWaiting(): Lane[];
  lose(claim: number): void;
  underWay(): number;
  abort(): void;
}

export interface LaneWork<Lane, Outcome> {
  /** For statements about lanes. */
  own: Db;
  /** There may be something to do. */
  wake(): void;
  claimant(): Promise<Claimant>;
  /** Keeps the leases, from `askedAt` on: `performance.now()` before they were claimed. */
  hold(claimed: Pick<Claimed<LaneKey>, 'key' | 'claim'>[], askedAt: number): void;
  isFresh(claim: number): boolean;
  /** Begins with those of which `isToDo` says so, and gives the others back. */
  take(claimed: Lane[], isToDo: (lane: Lane) => boolean): void;
  giveBack(lane: Lane): void;
  end(outcome: Outcome): void;
  isStopping(): boolean;
  /** Lets what is under way end, gives everything else back at once, and ends. */
  stop(): Promise<void>;
}

/** The floor under notifications and timers. */
export const POLL_MS = 1_000;
/** Shorter than the service's patience at its end. */
const DRAIN_MS = 8_000;
/** What is under way gets to end by itself after it was aborted, and results to be written. */
const GRACE_MS = 1_000;
/** Heartbeats, results and what claims hold share them. */
const OWN_CONNECTIONS = 2;

export function startLaneWork<
  Key extends LaneKey,
  Lane extends Claimed<Key>,
  Outcome extends LaneOutcome,
  Settled extends WrittenResults & { nextDueMs: number | null },
>(options: LaneWorkOptions<Key, Lane, Outcome, Settled>): LaneWork<Lane, Outcome> {
  const { listener, held, stats, leaseMs = LEASE_MS, pollMs = POLL_MS, drainMs = DRAIN_MS } = options;
  const own = kysely(workerPool(options.pool, OWN_CONNECTIONS));
  const leases = keepLeases(own, options.lanes, leaseMs, (claim) => held.lose(claim));
  const results = newResults<Outcome, Settled>({ ...options, own, onSettled, onLost });
  const holder = lockProcess(own, listener, () => claiming.wake());
  const claiming = runClaimLoop(round, { ...options, pollMs });
  let isStopping = false;
  let isHeldUp = false;

  async function round(): Promise<ClaimRound> {
    isHeldUp = results.size() >= options.mostUnwritten;
    return isHeldUp ? NOTHING_CLAIMED : options.claimRound();
  }

  function take(claimed: Lane[], isToDo: (lane: Lane) => boolean) {
    const isBegun = (lane: Lane) => !isStopping && isToDo(lane);
    for (const lane of claimed) if (!isBegun(lane)) giveBack(lane);
    held.add(claimed.filter(isBegun));
  }

  function giveBack(lane: Lane) {
    results.add(options.untouched(lane));
  }

  function onSettled(outcomes: Outcome[], settled: Settled) {
    for (const { lane } of outcomes) leases.drop(lane.claim);
    options.onSettled(outcomes, settled);
    if (isHeldUp || (settled.nextDueMs ?? pollMs) < pollMs) claiming.wake();
  }

  function onLost({ lane }: Outcome) {
    leases.drop(lane.claim);
    stats.lostFence += 1;
  }

  async function stop() {
    isStopping = true;
    const going = claiming.stop();
    for (const lane of held.takeWaiting()) giveBack(lane);
    await within(drainMs, going);
    await until(() => held.underWay() === 0, drainMs);
    held.abort();
    await until(() => held.underWay() === 0, GRACE_MS);
    await results.stop(GRACE_MS);
    leases.stop();
    await within(GRACE_MS, holder.stop());
    await within(GRACE_MS, Promise.all([own.destroy(), options.close()]));
  }

  let stopped: Promise<void> | undefined;
  return {
    own,
    wake: claiming.wake,
    claimant: async () => ({ leaseMs, holder: await holder.id() }),
    hold: leases.hold,
    isFresh: leases.isFresh,
    take,
    giveBack,
    end: results.add,
    isStopping: () => isStopping,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
