/** Jobs that failed as often as their kind allows. A person can list, retry or discard them. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { deleteRows } from '../db/rows.ts';
import type { Tx } from '../db/transaction.ts';
import { cleanUp, fromTheStart } from './clean-up.ts';
import { enqueue } from './enqueue.ts';

export interface FailedJob {
  kind: string;
  key: string;
  id: number;
  payload: unknown;
  tries: number;
  lastError: string;
  failedAt: Date;
}

const BATCH = 2_000;

/** A job that failed 90 days ago is not worth a retry. */
export const oldFailures = cleanUp({
  name: 'delete failed jobs',
  kind: 'jobs.failed',
  everySeconds: 86_400,
  deleteBatch: async (tx) => {
    const deleted = await deleteRows(tx, 'failed_job', sql`failed_at < now() - interval '90 days'`, BATCH);
    return fromTheStart(deleted === BATCH);
  },
});

/** The latest first; `before`, the last one seen, gives the next page. */
export async function failedJobs(db: Db, limit: number, before?: FailedJob): Promise<FailedJob[]> {
  const older = before
    ? sql`where (failed_at, id) < (select failed_at, id from failed_job where ${isJob(before)})`
    : sql``;
  const { rows } = await sql<FailedJob>`
    select kind, key, id, payload, tries, last_error as "lastError", failed_at as "failedAt"
    from failed_job ${older} order by failed_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Puts the job at the end of its lane, as a new one. False when it no longer exists. */
export async function retryFailedJob(tx: Tx, job: Pick<FailedJob, 'kind' | 'key' | 'id'>): Promise<boolean> {
  const { rows } = await sql<{ payload: unknown }>`
    delete from failed_job where ${isJob(job)} returning payload`.execute(tx);
  const [gone] = rows;
  // A generated key must not be used again: the job gets a new one.
  const lane = job.key.startsWith('#') ? {} : { key: job.key };
  if (gone) await enqueue(tx, { name: job.kind }, { ...lane, payload: gone.payload });
  return gone !== undefined;
}

export async function discardFailedJob(tx: Tx, job: Pick<FailedJob, 'kind' | 'key' | 'id'>): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from failed_job where ${isJob(job)}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Discards failed jobs that another job replaces: those of its lane with these payload fields. True when there was one. */
export async function discardOvertaken(tx: Tx, kind: { name: string }, key: string, fields: object): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from failed_job where kind = ${kind.name} and key = ${key} and payload @> ${JSON.stringify(fields)}::jsonb`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

function isJob({ kind, key, id }: Pick<FailedJob, 'kind' | 'key' | 'id'>) {
  return sql`kind = ${kind} and key = ${key} and id = ${id}`;
}
