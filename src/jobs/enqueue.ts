/** Adds jobs to lanes, in the transaction that causes them: both are committed, or neither. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';
import { traceparent } from '../tracing/span.ts';
import type { JobKind } from './kinds.ts';
import { milliseconds } from './lanes.ts';

export interface NewJob<Payload> {
  payload: Payload;
  /** Jobs with the same key run one after the other, in commit order. Without a key a job waits for no other. */
  key?: string;
  /** Not before this instant. */
  runAt?: Date;
  /** Not before this long from now, by the database's clock. */
  afterMs?: number;
}

export const WAKE_CHANNEL = 'masthead_jobs';
/** Workers look again every second: a job that is due later than this needs no notification. */
const NOTIFY_WITHIN_MS = 3_000;
const LONGEST_KEY = 500;

export async function enqueue<Payload>(tx: Tx, kind: JobKind<Payload>, job: NewJob<Payload>): Promise<number> {
  const [id = 0] = await enqueueMany(tx, kind, [job]);
  return id;
}

/**
 * Each lane's row is inserted or locked before its jobs get ids, so ids of a lane grow in commit order, and a worker that
 * finds the lane empty either sees the job or has deleted the row before this inserts it again. The row stays locked until
 * the transaction ends: in a long transaction, enqueue late.
 */
export async function enqueueMany<Payload>(tx: Tx, kind: JobKind<Payload>, jobs: NewJob<Payload>[]): Promise<number[]> {
  if (jobs.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with new_job as materialized (${newJobs(jobs)}),
    lane as (
      insert into job_lane (kind, key, next_at)
      select ${kind.name}, key, (array_agg(run_at order by n))[1] from new_job group by key order by key
      on conflict (kind, key) do update set next_at = job_lane.next_at
      returning key, xmax = 0 as is_new
    ), added as (
      insert into job (kind, key, payload, run_at, traceparent)
      select ${kind.name}, new_job.key, new_job.payload, new_job.run_at, ${traceparent()}::text
      from lane join new_job using (key) order by new_job.n
      returning id, key, run_at
    )
    select added.id, ${tell(kind.name, sql`added.run_at`, sql`lane.is_new`)}
    from added join lane using (key) order by added.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds the job unless its lane has one, waiting or running; then it returns null. */
export async function enqueueIfIdle<Payload>(
  tx: Tx,
  kind: JobKind<Payload>,
  job: NewJob<Payload> & { key: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with new_job as materialized (${newJobs([job])}),
    lane as (
      insert into job_lane (kind, key, next_at) select ${kind.name}, key, run_at from new_job
      on conflict (kind, key) do nothing
      returning key
    )
    insert into job (kind, key, payload, run_at, traceparent)
    select ${kind.name}, key, new_job.payload, new_job.run_at, ${traceparent()}::text from lane join new_job using (key)
    returning id, ${tell(kind.name, sql`run_at`, sql`true`)}`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Replaces all jobs of the lane: "publish article 7 at nine", then "at ten". A running job can no longer `complete`; of the
 * replacement and the completion, the second one sees the first.
 */
export async function replaceJobs<Payload>(
  tx: Tx,
  kind: JobKind<Payload>,
  job: NewJob<Payload> & { key: string },
): Promise<number> {
  // The release of a claimed lane sets its time.
  await sql`
    with new_job as (${newJobs([job])})
    insert into job_lane (kind, key, next_at) select ${kind.name}, key, run_at from new_job
    on conflict (kind, key) do update
      set next_at = case when job_lane.claim is null then excluded.next_at else job_lane.next_at end`.execute(tx);
  // A separate statement, which sees what was committed while this one waited for the lock.
  await sql`delete from job where kind = ${kind.name} and key = ${job.key}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into job (kind, key, payload, run_at, traceparent)
    select ${kind.name}, key, payload, run_at, ${traceparent()}::text from (${newJobs([job])}) as new_job
    returning id, ${tell(kind.name, sql`run_at`, sql`true`)}`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Makes the waiting jobs of a lane due earlier, never later. A lane whose job runs stays as it is. */
export async function advanceJobs(tx: Tx, kind: { name: string }, key: string, runAt: Date): Promise<void> {
  const { rows } = await sql`
    update job_lane set next_at = least(next_at, ${runAt}) where kind = ${kind.name} and key = ${key} and claim is null
    returning key`.execute(tx);
  if (rows.length > 0)
    await sql`
      update job set run_at = least(run_at, ${runAt}) where kind = ${kind.name} and key = ${key}`.execute(tx);
}

/** Deletes all jobs of the lane and returns how many there were. A running job can no longer `complete`. */
export async function cancelJobs(tx: Tx, kind: { name: string }, key: string): Promise<number> {
  await sql`select from job_lane where kind = ${kind.name} and key = ${key} for update`.execute(tx);
  const { numAffectedRows = 0n } = await sql`delete from job where kind = ${kind.name} and key = ${key}`.execute(tx);
  // The process that claimed a lane deletes it when it finds it empty.
  await sql`delete from job_lane where kind = ${kind.name} and key = ${key} and claim is null`.execute(tx);
  return Number(numAffectedRows);
}

/** Other workers of these kinds can claim released lanes. A lost notification costs them a second. */
export function notifyWorkers(db: Db, kinds: string[]): void {
  sql`select pg_notify(${WAKE_CHANNEL}, kind) from unnest(${kinds}::text[]) as notified(kind)`
    .execute(db)
    .catch(() => {});
}

/** `n, key, payload, run_at`; a job without a key gets a unique one. */
function newJobs(jobs: NewJob<unknown>[]) {
  for (const { key } of jobs) checkKey(key);
  return sql`
    select n, coalesce(key, '#' || gen_random_uuid()) as key, payload,
      coalesce(run_at, clock_timestamp() + after_ms * interval '1 millisecond') as run_at
    from unnest(
      ${jobs.map(({ key }) => key ?? null)}::text[],
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${jobs.map(({ runAt }) => runAt?.toISOString() ?? null)}::timestamptz[],
      ${jobs.map(({ afterMs = 0 }) => afterMs)}::float8[]
    ) with ordinality as wanted(key, payload, run_at, after_ms, n)`;
}

function checkKey(key: string | undefined): void {
  if (key === undefined) return;
  if (key.startsWith('#') || key.length > LONGEST_KEY)
    throw new RangeError(`Invalid key of a lane: ${key.slice(0, 80)}`);
}

/**
 * Notifies workers at commit. PostgreSQL sends equal notifications of a transaction once. A lane that existed before needs
 * none: it is claimed, or waits for its time, or is found at the next poll.
 */
function tell(kind: string, runAt: ReturnType<typeof sql>, isNew: ReturnType<typeof sql>) {
  return sql`case when ${isNew} and ${runAt} < clock_timestamp() + ${milliseconds(NOTIFY_WITHIN_MS)}
    then pg_notify(${WAKE_CHANNEL}, ${kind}) end`;
}
