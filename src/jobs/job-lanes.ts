/** Jobs in their lanes: the statements that claim them and write their results. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { afterCommit, type Tx, transaction } from '../db/transaction.ts';
import { type Job, LaneLost } from './kinds.ts';
import {
  type Claimant,
  type Claimed,
  type ClaimLimits,
  claimLanes,
  isOneDue,
  LARGEST_CLAIM,
  type LaneClaim,
  type LaneTable,
  lockLanes,
  nextDue,
  notMerged,
  releaseLanes,
} from './lanes.ts';

export type JobLaneKey = { kind: string; key: string };
export type LeasedLane = LaneClaim<JobLaneKey>;

export interface KindCapacity {
  kind: string;
  capacity: number;
  batch: number;
}

export interface ClaimedJobs extends Claimed<JobLaneKey> {
  /** Empty when the first job is not due, or none is left: then the lane is only released. */
  jobs: Job<unknown>[];
  /** Set when the transaction of `completeJobs` has released the lane. */
  settled?: SettledJobs;
}

/** The outcome of a claim: these jobs are done, or the first job left of the batch failed. */
export interface JobOutcome {
  lane: LeasedLane & Pick<ClaimedJobs, 'settled'>;
  done: number[];
  failure: Failure | null;
}

export interface Failure {
  lastId: number;
  error: string;
  tries: number;
  pauseMs(failures: number): number;
  /** For the log. */
  name: Record<string, unknown>;
}

export interface SettledJobs {
  claims: Set<number>;
  retried: number;
  parked: number;
  /** Milliseconds until the first of these lanes is due again, null when all are done. */
  nextDueMs: number | null;
}

const LONGEST_ERROR = 4_000;

// Jobs of a lane run in order: one with a later time delays those behind it. Use another key where it must not.
export const JOB_LANES: LaneTable<JobLaneKey> = {
  table: 'job_lane',
  key: { kind: 'text', key: 'text' },
  firstDue: sql`(select job.run_at from job where job.kind = lane.kind and job.key = lane.key order by job.id limit 1)`,
};

const isInGroup = sql`lane.kind = lane_group.kind`;

/** In one transaction: if the connection breaks in between, the lanes stay due instead of waiting for their leases. */
export async function claimJobs(db: Db, wanted: KindCapacity[], claimant: Claimant): Promise<ClaimedJobs[]> {
  return transaction(db, async (tx) => {
    const lanes = await claimLanes(tx, JOB_LANES, claimLimits(wanted), claimant);
    const jobs = lanes.length > 0 ? await firstJobs(tx, lanes, wanted) : new Map<number, Job<unknown>[]>();
    return lanes.map((lane) => ({ ...lane, jobs: jobs.get(lane.claim) ?? [] }));
  });
}

/**
 * After a claim: the kinds that have capacity left, and whether more can be claimed at once. A kind without is claimed again when one
 * of its lanes ends.
 */
export function leftToClaim(wanted: KindCapacity[], claimed: ClaimedJobs[]) {
  const claimedOf = (kind: string) => claimed.filter(({ key }) => key.kind === kind).length;
  return {
    kinds: wanted.filter(({ kind, capacity }) => claimedOf(kind) < capacity),
    hasMore: claimed.length >= LARGEST_CLAIM || claimed.some(({ jobs }) => jobs.length === 0),
  };
}

export function nextJobDue(db: Db, wanted: KindCapacity[]): Promise<number | null> {
  return nextDue(db, JOB_LANES, claimLimits(wanted));
}

/** Whether a lane of these kinds is due. */
export function isJobDue(kinds: string[]): RawBuilder<boolean> {
  return isOneDue(JOB_LANES, { groups: sql`unnest(${kinds}::text[]) as lane_group(kind)`, isInGroup });
}

/**
 * Writes the results of claims that are still valid, in one transaction. With `skip`, not those of locked lanes: a long
 * transaction that enqueues must not delay the results of others.
 */
export async function settleJobs(db: Db, outcomes: JobOutcome[], ifLocked: 'wait' | 'skip'): Promise<SettledJobs> {
  return transaction(db, async (tx) => {
    const lanes = outcomes.map(({ lane }) => lane);
    const claims = await lockLanes(tx, JOB_LANES, lanes, ifLocked);
    const ours = outcomes.filter(({ lane }) => claims.has(lane.claim));
    if (ours.length === 0) return { claims, retried: 0, parked: 0, nextDueMs: null };
    await deleteJobs(
      tx,
      ours.flatMap(({ lane, done }) => done.map((id) => ({ ...lane.key, id }))),
    );
    const failed = await settleFailures(tx, ours);
    const releases = ours.map(({ lane }) => ({ ...lane, pauseMs: failed.pauses.get(lane.claim) ?? 0 }));
    return { claims, ...failed.counts, nextDueMs: await releaseLanes(tx, JOB_LANES, releases) };
  });
}

/**
 * Inside the transaction of the job's effect; see `JobBatch.complete`. If these are all jobs of the claim, it releases the lane too,
 * which saves the transaction of `settleJobs`.
 */
export async function completeJobs(tx: Tx, lane: ClaimedJobs, jobs: Job<unknown>[]): Promise<void> {
  const claims = await lockLanes(tx, JOB_LANES, [lane], 'wait');
  if (!claims.has(lane.claim)) throw new LaneLost(`The lane ${lane.key.kind} ${lane.key.key} was taken over.`);
  const deleted = await deleteJobs(
    tx,
    jobs.map(({ id }) => ({ ...lane.key, id })),
  );
  if (deleted < jobs.length) {
    throw new LaneLost(`A job of ${lane.key.kind} ${lane.key.key} was done, cancelled or replaced meanwhile.`);
  }
  if (jobs.length < lane.jobs.length) return;
  const nextDueMs = await releaseLanes(tx, JOB_LANES, [{ ...lane, pauseMs: 0 }]);
  afterCommit(tx, () => {
    lane.settled = { claims, retried: 0, parked: 0, nextDueMs };
  });
}

function claimLimits(wanted: KindCapacity[]): ClaimLimits {
  return {
    groups: sql`unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ capacity }) => capacity)}::int[])
      as lane_group(kind, capacity)`,
    isInGroup,
  };
}

/** A statement after the claim, so that it sees everything that was committed to the lane before the claim. */
async function firstJobs(tx: Tx, lanes: LeasedLane[], wanted: KindCapacity[]): Promise<Map<number, Job<unknown>[]>> {
  const sizes = new Map(wanted.map(({ kind, batch }) => [kind, batch]));
  const { rows } = await sql<Job<unknown> & { claim: number; isDue: boolean }>`
    select leased.claim, job.id, job.key, job.payload, job.tries, job.run_at as "runAt", job.traceparent,
      job.run_at <= statement_timestamp() as "isDue"
    from unnest(${lanes.map(({ key }) => key.kind)}::text[], ${lanes.map(({ key }) => key.key)}::text[],
      ${lanes.map(({ claim }) => claim)}::bigint[], ${lanes.map(({ key }) => sizes.get(key.kind) ?? 1)}::int[])
      as leased(kind, key, claim, size)
    cross join lateral (
      select * from job where job.kind = leased.kind and job.key = leased.key order by job.id limit leased.size
    ) as job
    order by leased.claim, job.id`.execute(tx);
  const found = new Map(lanes.map(({ claim }) => [claim, rows.filter((row) => row.claim === claim)]));
  return new Map([...found].map(([claim, jobs]) => [claim, runnable(jobs)]));
}

/** The due ones up to the first that is not; a job that failed before runs alone, so that a failure has one cause. */
function runnable(found: (Job<unknown> & { isDue: boolean })[]): Job<unknown>[] {
  const firstLater = found.findIndex(({ isDue }) => !isDue);
  const due = firstLater === -1 ? found : found.slice(0, firstLater);
  const firstTried = due.findIndex(({ tries }) => tries > 0);
  const size = firstTried === -1 ? due.length : Math.max(1, firstTried);
  return due
    .slice(0, size)
    .map(({ id, key, payload, tries, runAt, traceparent }) => ({ id, key, payload, tries, runAt, traceparent }));
}

async function deleteJobs(tx: Tx, jobs: (JobLaneKey & { id: number })[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    with done as (
      select found.row_id
      from unnest(${jobs.map(({ kind }) => kind)}::text[], ${jobs.map(({ key }) => key)}::text[],
        ${jobs.map(({ id }) => id)}::bigint[]) as given(kind, key, id)
      cross join lateral (
        select job.ctid as row_id from job
        where job.kind = given.kind and job.key = given.key and job.id = given.id ${notMerged}
      ) as found
    )
    delete from job using done where job.ctid = done.row_id`.execute(tx);
  return Number(numAffectedRows);
}

async function settleFailures(tx: Tx, outcomes: JobOutcome[]) {
  const pauses = new Map<number, number>();
  const counts = { retried: 0, parked: 0 };
  for (const { lane, failure } of outcomes) {
    const blamed = failure ? await blameFirst(tx, lane, failure) : null;
    // Without one the whole batch was completed, cancelled or replaced: nothing is left to retry.
    if (!failure || !blamed) continue;
    if (blamed.tries >= failure.tries) {
      counts.parked += 1;
      await park(tx, lane, blamed.id);
    } else {
      counts.retried += 1;
      pauses.set(lane.claim, failure.pauseMs(blamed.tries));
    }
  }
  return { pauses, counts };
}

/** The first of the batch that is not completed: the others were not started, or will fail when it is their turn. */
async function blameFirst(tx: Tx, { key }: LeasedLane, { lastId, error }: Failure) {
  const { rows } = await sql<{ id: number; tries: number }>`
    update job set tries = tries + 1, last_error = ${storable(error)}
    where kind = ${key.kind} and key = ${key.key} and id = (
      select id from job where kind = ${key.kind} and key = ${key.key} and id <= ${lastId} order by id limit 1)
    returning id, tries`.execute(tx);
  return rows[0] ?? null;
}

async function park(tx: Tx, { key }: LeasedLane, id: number): Promise<void> {
  await sql`
    with gone as (
      delete from job where kind = ${key.kind} and key = ${key.key} and id = ${id} returning *
    )
    insert into failed_job (kind, key, id, payload, tries, last_error, created_at)
    select kind, key, id, payload, tries, last_error, created_at from gone`.execute(tx);
}

/** PostgreSQL's text has no NUL. */
function storable(error: string): string {
  return error.replaceAll('\0', '').slice(0, LONGEST_ERROR);
}
