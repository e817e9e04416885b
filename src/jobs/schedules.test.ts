import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { until } from '../db/embedded/testing/processes.ts';
import { onJob } from './kinds.ts';
import { every, registerSchedules, runSchedules } from './schedules.ts';
import { TICK } from './testing/kinds.ts';
import { jobsDatabase } from './testing/workers.ts';

const HOUR = 3_600;
const { db, query, worker, left } = await jobsDatabase();
const hourly = [every(HOUR, 'hourly', TICK, {})];
const makeDue = (seconds: number) =>
  query("update job_schedule set next_at = now() - $1 * interval '1 second'", [seconds]);

test('one of many processes starts a period', async () => {
  let runs = 0;
  worker({
    handlers: [
      onJob(TICK, async () => {
        runs += 1;
      }),
    ],
  });
  await registerSchedules(db, hourly);
  for (let round = 1; round <= 20; round += 1) {
    await makeDue(1);
    await Promise.all(Array.from({ length: 8 }, () => runSchedules(db, hourly)));
    await until(async () => runs >= round && (await left()).lanes === 0);
  }
  expect(runs).toBe(20);
});

test('one run makes up for missed periods, and the next is due at the next full period', async () => {
  await registerSchedules(db, hourly);
  await makeDue(50 * HOUR);
  const untilNext = await runSchedules(db, hourly);
  expect(untilNext).toBeGreaterThan(0);
  expect(untilNext).toBeLessThanOrEqual(HOUR * 1_000);
  expect(await left()).toMatchObject({ jobs: 1 });
  const [row] = await query<{ rest: number }>(
    'select extract(epoch from next_at)::int % 3600 as rest from job_schedule',
  );
  expect(row?.rest).toBe(0);
});

test('no job is added while one is running, and a changed period updates the row', async () => {
  await registerSchedules(db, hourly);
  for (let round = 0; round < 3; round += 1) {
    await makeDue(1);
    await runSchedules(db, hourly);
  }
  expect(await left()).toMatchObject({ jobs: 1, lanes: 1 });
  await registerSchedules(db, [every(60, 'hourly', TICK, {})]);
  expect(await runSchedules(db, hourly)).toBeLessThanOrEqual(60_000);
});

test('nothing is added while nothing is needed, and the period goes on', async () => {
  const fresh = [every(HOUR, 'hourly', TICK, {}, sql<boolean>`exists (select from effect)`)];
  await registerSchedules(db, fresh);
  await makeDue(1);
  expect(await runSchedules(db, fresh)).toBeGreaterThan(0);
  expect(await left()).toMatchObject({ jobs: 0, lanes: 0 });
  await query("insert into effect (lane) values ('x')");
  await makeDue(1);
  await runSchedules(db, fresh);
  expect(await left()).toMatchObject({ jobs: 1 });
});
