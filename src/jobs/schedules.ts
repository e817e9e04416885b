/**
 * Periodic jobs: one run per period over any number of processes. Periods are counted from the epoch, by the database's
 * clock. One transaction advances the schedule's row and enqueues the job, which is then a job like any other. Missed periods
 * are made up for by one run, and no job is added while one is waiting or running.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { enqueueIfIdle } from './enqueue.ts';
import type { JobKind } from './kinds.ts';

export interface Schedule {
  name: string;
  everySeconds: number;
  kind: JobKind<unknown>;
  payload: unknown;
  /** Without it nothing is enqueued when the schedule is due; a frequent job mostly has nothing to do. */
  isNeeded: RawBuilder<boolean> | null;
}

/** The name must not change: it is the key of the schedule's row and of its jobs. */
export function every<Payload>(
  everySeconds: number,
  name: string,
  kind: JobKind<Payload>,
  payload: Payload,
  isNeeded: RawBuilder<boolean> | null = null,
): Schedule {
  return { name, everySeconds, kind: { name: kind.name }, payload, isNeeded };
}

/** Inserts the rows of new schedules, due at the end of the current period, and updates those whose period has changed. */
export async function registerSchedules(db: Db, schedules: Schedule[]): Promise<void> {
  for (const { name, everySeconds } of schedules) {
    await sql`
      insert into job_schedule (name, every_seconds, next_at)
      values (${name}, ${everySeconds}, ${periodEnd(sql`${everySeconds}::int`)})
      on conflict (name) do update set every_seconds = excluded.every_seconds, next_at = excluded.next_at
      where job_schedule.every_seconds <> excluded.every_seconds`.execute(db);
  }
}

/** Enqueues the jobs of the schedules that are due and needed, and returns the milliseconds until the next one. */
export async function runSchedules(db: Db, schedules: Schedule[]): Promise<number | null> {
  if (schedules.length === 0) return null;
  return transaction(db, async (tx) => {
    // A second process waits for the first, and then finds the row advanced.
    const { rows } = await sql<{ name: string; is_needed: boolean }>`
      update job_schedule set next_at = ${periodEnd(sql`every_seconds`)}
      where name = any(${names(schedules)}) and next_at <= statement_timestamp()
      returning name, ${isNeeded(schedules)} as is_needed`.execute(tx);
    const due = schedules.filter(({ name }) => rows.some((row) => row.name === name && row.is_needed));
    for (const { kind, name, payload } of due) await enqueueIfIdle(tx, kind, { key: name, payload });
    return msUntilNext(tx, schedules);
  });
}

/** SQL over the column `name`. */
function isNeeded(schedules: Schedule[]): RawBuilder<boolean> {
  const branches = schedules.flatMap(({ name, isNeeded }) => (isNeeded ? [sql`when ${name} then ${isNeeded}`] : []));
  return branches.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`case name ${sql.join(branches, sql` `)} else true end`;
}

async function msUntilNext(db: Tx, schedules: Schedule[]): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms
    from job_schedule where name = any(${names(schedules)})`.execute(db);
  return rows[0]?.ms ?? null;
}

function names(schedules: Schedule[]): string[] {
  return schedules.map(({ name }) => name);
}

function periodEnd(seconds: ReturnType<typeof sql>) {
  return sql`to_timestamp((floor(extract(epoch from clock_timestamp()) / ${seconds}) + 1) * ${seconds})`;
}
