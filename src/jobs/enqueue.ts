/** Puts jobs into their lanes, in the transaction of what they follow from: both are committed, or neither. */
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { JobKind } from './kinds.ts';
import { milliseconds } from './lanes.ts';

export interface NewJob<Payload> {
  payload: Payload;
  /** Jobs of one key are done one after the other, in the order of their commits. Without one nothing is waited for. */
  key?: string;
  /** Not before this instant. */
  runAt?: Date;
  /** Not before this long from now, by the database's clock. */
  afterMs?: number;
}

export const WAKE_CHANNEL = 'masthead_jobs';
/** Workers look again every second: a job that is due later than this is found without being told. */
const TOLD_WITHIN_MS = 3_000;
const LONGEST_KEY = 500;

export async function enqueue<Payload>(tx: Tx, kind: JobKind<Payload>, job: NewJob<Payload>): Promise<number> {
  const [id = 0] = await enqueueMany(tx, kind, [job]);
  return id;
}

/**
 * Each lane's row is made or locked before the ids of its jobs are drawn: so the ids of a lane grow in commit order, and
 * a worker that is just finding the lane empty either sees the job or has removed the row before it is made anew here.
 * The row stays locked until the transaction ends; enqueue late in a long one.
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
      insert into job (kind, key, payload, run_at)
      select ${kind.name}, new_job.key, new_job.payload, new_job.run_at
      from lane join new_job using (key) order by new_job.n
      returning id, key, run_at
    )
    select added.id, ${tell(kind.name, sql`added.run_at`, sql`lane.is_new`)}
    from added join lane using (key) order by added.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds the job unless its lane has one, waiting or being done; null when it has. */
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
    insert into job (kind, key, payload, run_at)
    select ${kind.name}, key, new_job.payload, new_job.run_at from lane join new_job using (key)
    returning id, ${tell(kind.name, sql`run_at`, sql`true`)}`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Puts the job in the place of all that the lane holds: "publish article 7 at nine", then "at ten". One that is just
 * being done cannot `complete` any more; whoever comes first, the replacement or the completion, the other sees it.
 */
export async function replaceJobs<Payload>(
  tx: Tx,
  kind: JobKind<Payload>,
  job: NewJob<Payload> & { key: string },
): Promise<number> {
  // A lane that is held is given its time when it is given back.
  await sql`
    with new_job as (${newJobs([job])})
    insert into job_lane (kind, key, next_at) select ${kind.name}, key, run_at from new_job
    on conflict (kind, key) do update
      set next_at = case when job_lane.claim is null then excluded.next_at else job_lane.next_at end`.execute(tx);
  // In a statement of its own, which sees what was committed while the lock was waited for.
  await sql`delete from job where kind = ${kind.name} and key = ${job.key}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into job (kind, key, payload, run_at)
    select ${kind.name}, key, payload, run_at from (${newJobs([job])}) as new_job
    returning id, ${tell(kind.name, sql`run_at`, sql`true`)}`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Removes all that the lane holds and answers how many jobs that were. One that is being done cannot `complete` any more. */
export async function cancelJobs(tx: Tx, kind: { name: string }, key: string): Promise<number> {
  await sql`select from job_lane where kind = ${kind.name} and key = ${key} for update`.execute(tx);
  const { numAffectedRows = 0n } = await sql`delete from job where kind = ${kind.name} and key = ${key}`.execute(tx);
  // One that is held is removed by its holder, which finds it empty.
  await sql`delete from job_lane where kind = ${kind.name} and key = ${key} and claim is null`.execute(tx);
  return Number(numAffectedRows);
}

/** `n, key, payload, run_at`; a job without a key gets one that no other has. */
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
  if (key.startsWith('#') || key.length > LONGEST_KEY) throw new RangeError(`No key for a lane: ${key.slice(0, 80)}`);
}

/**
 * A notification at commit when somebody may be asleep over this job. PostgreSQL sends equal ones of a transaction once.
 * A lane that was there already is claimed, waiting for its time or found at the next look: nobody has to be told.
 */
function tell(kind: string, runAt: ReturnType<typeof sql>, isNew: ReturnType<typeof sql>) {
  return sql`case when ${isNew} and ${runAt} < clock_timestamp() + ${milliseconds(TOLD_WITHIN_MS)}
    then pg_notify(${WAKE_CHANNEL}, ${kind}) end`;
}
