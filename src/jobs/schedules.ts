/**
 * Periodic jobs: one run per period over any number of processes. Periods are counted from the epoch, by the database's
 * clock. One transaction advances the schedule's row and enqueues the job, which is then a job like any other. Missed periods
 * are made up for by one run, and no job is added while one is waiting or running.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { enqueueIfIdle } from './enqueue.ts';
import type { JobKind } from './kinds.ts';

export interface Schedule {
  name: string;
  everySeconds: number;
  kind: JobKind<unknown>;
  payload: unknown;
}

/** The name must not change: it is the key of the schedule's row and of its jobs. */
export function every<Payload>(everySeconds: number, name: string, kind: JobKind<Payload>, payload: Payload): Schedule {
  return { name, everySeconds, kind: { name: kind.name }, payload };
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

/** Enqueues the jobs of the schedules that are due, and returns the milliseconds until the next one. */
export async function runSchedules(db: Db, schedules: Schedule[]): Promise<number | null> {
  if (schedules.length === 0) return null;
  const untilNext = await msUntilNext(db, schedules);
  if (untilNext === null || untilNext > 0) return untilNext;
  await transaction(db, async (tx) => {
    // A second process waits for the first, and then finds the row advanced.
    const { rows } = await sql<{ name: string }>`
      update job_schedule set next_at = ${periodEnd(sql`every_seconds`)}
      where name = any(${names(schedules)}) and next_at <= statement_timestamp()
      returning name`.execute(tx);
    const due = schedules.filter(({ name }) => rows.some((row) => row.name === name));
    for (const { kind, name, payload } of due) await enqueueIfIdle(tx, kind, { key: name, payload });
  });
  return msUntilNext(db, schedules);
}

async function msUntilNext(db: Db, schedules: Schedule[]): Promise<number | null> {
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
