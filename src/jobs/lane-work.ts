/**
 * The steps of a process that works on lanes, for jobs and for webhooks: claim, renew leases, work, write results, stop.
 *
 *   claim-loop.ts → `claimRound` → leases.ts → claim-ahead.ts → `run` → results.ts → `settle`
 */
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { type Db, kysely, type Log } from '../db/connect.ts';
import type { Listener } from '../db/listener.ts';
import type { Tracing } from '../tracing/span.ts';
import { type ClaimAhead, type ClaimAheadOptions, newClaimAhead } from './claim-ahead.ts';
import { type ClaimRound, NOTHING_CLAIMED, runClaimLoop, until, within } from './claim-loop.ts';
import type { Claimant, Claimed, LaneClaim, LaneKey, LaneTable } from './lanes.ts';
import { keepLeases, LEASE_MS } from './leases.ts';
import { lockProcess } from './process-locks.ts';
import { type LaneOutcome, newResults, type WrittenResults } from './results.ts';
import { workerPool } from './worker-pool.ts';

/** Options of a process or a test. */
export interface WorkSettings {
  /** For the work itself. */
  db: Db;
  /** Its settings open a few separate connections: heartbeats and results must not queue behind handlers or requests. */
  pool: pg.Pool;
  log: Log;
  /** Every lane table of the database: the process that finds a dead one frees all of its lanes. */
  laneTables: AnyLaneTable[];
  /** Null: nothing is traced. */
  tracing?: Tracing | null;
  leaseMs?: number;
  pollMs?: number;
  /** How long `stop` waits for running work before it aborts it. */
  drainMs?: number;
}

export type AnyLaneTable = Pick<LaneTable<LaneKey>, 'table'>;

export interface LaneWorkOptions<
  Key extends LaneKey,
  Lane extends Claimed<Key>,
  Outcome extends LaneOutcome,
  Settled extends WrittenResults & { nextDueMs: number | null },
> extends WorkSettings,
    Omit<ClaimAheadOptions<Lane>, 'run' | 'onCapacity'> {
  listener: Listener;
  lanes: LaneTable<Key>;
  /** For the log: `Jobs`. */
  what: string;
  /** Whether a lane of this process is due, for the pulse. */
  isDue: RawBuilder<boolean>;
  /** Claims as many lanes as the capacity allows, and passes them to `take`. */
  claimRound(): Promise<ClaimRound>;
  /** Nothing is claimed while more results than this wait to be written. */
  maxUnwritten: number;
  /** Works on a lane; never throws. */
  run(lane: Lane): Promise<Outcome>;
  isSuccess(outcome: Outcome): boolean;
  /** What the work itself has written with the release of its lane; null: `settle` writes it. */
  settledBy?(outcome: Outcome): Settled | null;
  /** The outcome of a claim that was not worked on; its contents may be unknown. */
  untouched(lane: Claimed<Key> & Partial<Lane>): Outcome;
  settle(db: Db, outcomes: Outcome[], ifLocked: 'wait' | 'skip'): Promise<Settled>;
  /** How long results are gathered under load; the next item of a lane waits for them. */
  gatherMs: number;
  /** How late a lane may be claimed under load. */
  lullMs: number;
  onSettled(outcomes: Outcome[], settled: Settled): void;
  /** A claim was lost while its lane may be at work. */
  onLost?(claim: number): void;
  /** Aborts running work. */
  abort(): void;
  stats: { lostFence: number };
  /** Closes the caller's resources. */
  close(): Promise<unknown>;
}

export interface LaneWork<Key extends LaneKey, Lane extends Claimed<Key>>
  extends Pick<ClaimAhead<Lane>, 'capacities' | 'free' | 'running' | 'waiting'> {
  /** For statements about lanes. */
  own: Db;
  /** There may be something to claim. */
  wake(): void;
  /** Claims by this statement, and renews the leases from then on. */
  claim<Row extends LaneClaim<Key>>(statement: (claimant: Claimant) => Promise<Row[]>): Promise<Row[]>;
  /** Works on lanes that have something to do, and releases the others. */
  take(claimed: Lane[], hasWork: (lane: Lane) => boolean): void;
  giveBack(lane: Claimed<Key> & Partial<Lane>): void;
  /** Releases lanes that were claimed ahead and have waited this long. */
  giveBackWaiting(longerThanMs: number): void;
  /** False when the lease may have expired, or the process stops: do not begin anything more. */
  mayContinue(claim: number): boolean;
  /** Waits for running work, releases everything else at once, and ends. */
  stop(): Promise<void>;
}

/** The longest pause between rounds. What is due is known, announced, or found by the pulse within a second. */
export const POLL_MS = 30_000;
/** Shorter than the time that the process has to stop. */
const DRAIN_MS = 8_000;
/** How long aborted work has to end, and results have to be written. */
const GRACE_MS = 1_000;
/** Shared by heartbeats, results and the contents of claims. */
const OWN_CONNECTIONS = 2;

export function startLaneWork<
  Key extends LaneKey,
  Lane extends Claimed<Key>,
  Outcome extends LaneOutcome,
  Settled extends WrittenResults & { nextDueMs: number | null },
>(options: LaneWorkOptions<Key, Lane, Outcome, Settled>): LaneWork<Key, Lane> {
  const { listener, stats, leaseMs = LEASE_MS, pollMs = POLL_MS, drainMs = DRAIN_MS } = options;
  const own = kysely(workerPool(options.pool, OWN_CONNECTIONS));
  const ahead = newClaimAhead<Lane>({ ...options, run, onCapacity: () => loop.wake() });
  const leases = keepLeases(own, options.lanes, leaseMs, onLost);
  const results = newResults<Outcome, Settled>({ ...options, own, onSettled, onLost: onFenced });
  const holder = lockProcess(own, listener, options.laneTables, () => loop.wake());
  const loop = runClaimLoop(round, { ...options, pollMs });
  const unask = listener.pulse.add({ expression: () => options.isDue, onAnswer: (is) => is !== false && loop.wake() });
  let isStopping = false;
  let isHeldUp = false;

  async function round(): Promise<ClaimRound> {
    isHeldUp = results.size() >= options.maxUnwritten;
    return isHeldUp ? NOTHING_CLAIMED : options.claimRound();
  }

  async function claim<Row extends LaneClaim<Key>>(statement: (claimant: Claimant) => Promise<Row[]>) {
    const claimant = { leaseMs, holder: await holder.id() };
    const claimedAt = performance.now();
    const claimed = await statement(claimant);
    leases.hold(claimed, claimedAt);
    return claimed;
  }

  function take(claimed: Lane[], hasWork: (lane: Lane) => boolean) {
    const isTaken = (lane: Lane) => !isStopping && hasWork(lane);
    for (const lane of claimed) if (!isTaken(lane)) giveBack(lane);
    ahead.add(claimed.filter(isTaken));
  }

  async function run(lane: Lane): Promise<boolean> {
    const outcome = mayContinue(lane.claim) ? await options.run(lane) : options.untouched(lane);
    const settled = options.settledBy?.(outcome) ?? null;
    if (settled) onSettled([outcome], settled);
    else results.add(outcome);
    return options.isSuccess(outcome);
  }

  function mayContinue(claimNumber: number): boolean {
    return !isStopping && leases.isFresh(claimNumber);
  }

  function giveBack(lane: Claimed<Key> & Partial<Lane>) {
    results.add(options.untouched(lane));
  }

  function onLost(claimNumber: number) {
    ahead.lose(claimNumber);
    options.onLost?.(claimNumber);
  }

  function onSettled(outcomes: Outcome[], settled: Settled) {
    for (const { lane } of outcomes) leases.drop(lane.claim);
    options.onSettled(outcomes, settled);
    if (isHeldUp) loop.wake();
    else if (settled.nextDueMs !== null && settled.nextDueMs < pollMs) loop.wakeIn(settled.nextDueMs);
  }

  function onFenced({ lane }: Outcome) {
    leases.drop(lane.claim);
    stats.lostFence += 1;
  }

  async function stop() {
    isStopping = true;
    unask();
    const ended = loop.stop();
    for (const lane of ahead.takeWaiting()) giveBack(lane);
    await within(drainMs, ended);
    await until(() => ahead.running() === 0, drainMs);
    options.abort();
    await until(() => ahead.running() === 0, GRACE_MS);
    await results.stop(GRACE_MS);
    leases.stop();
    await within(GRACE_MS, holder.stop());
    await within(GRACE_MS, Promise.all([own.destroy(), options.close()]));
  }

  let stopped: Promise<void> | undefined;
  return {
    ...ahead,
    own,
    wake: loop.wake,
    claim,
    take,
    giveBack,
    giveBackWaiting(longerThanMs) {
      for (const lane of ahead.takeWaiting(longerThanMs)) giveBack(lane);
    },
    mayContinue,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
