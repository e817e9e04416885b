import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { withClient } from '../../test/database.ts';
import { kysely, openPool } from '../db/connect.ts';
import { until } from '../db/embedded/testing/processes.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { enqueue, enqueueMany } from './enqueue.ts';
import { discardFailedJob, failedJobs, retryFailedJob } from './failed.ts';
import { jobKind, onJob } from './kinds.ts';
import { queueDepth } from './stats.ts';
import { jobsDatabase } from './testing/workers.ts';

const send = pg.Client.prototype.query;
const WORK = jobKind<{ n: number }>('test.work');
const OTHER = jobKind<{ n: number }>('test.other');
const QUICK = { firstMs: 20, mostMs: 100 };
const { db, pool, connection, log, worker, query, left } = await jobsDatabase();
const write = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);
const steps = (count: number, key?: string) =>
  Array.from({ length: count }, (_, n) => ({ ...(key ? { key } : {}), payload: { n } }));

describe('a job that fails', () => {
  test('is retried after growing pauses, finally becomes a failed job, and its lane continues', async () => {
    const tries: { n: number; at: number }[] = [];
    const handler = onJob(
      WORK,
      async ({ jobs }) => {
        for (const { payload } of jobs) {
          tries.push({ n: payload.n, at: performance.now() });
          if (payload.n === 1) throw new Error('one\0 is bad');
        }
      },
      { tries: 4, backOff: QUICK },
    );
    const { stats } = worker({ handlers: [handler] });
    await write((tx) => enqueueMany(tx, WORK, steps(4, 'k')));
    await until(async () => (await left()).lanes === 0);
    expect(tries.map(({ n }) => n)).toEqual([0, 1, 1, 1, 1, 2, 3]);
    const pauses = [2, 3, 4].map((index) => (tries[index]?.at ?? 0) - (tries[index - 1]?.at ?? 0));
    for (const [index, least] of [16, 32, 64].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least);
    expect(stats()).toMatchObject({ done: 3, retried: 3, failed: 1, lostFence: 0 });
    const [failed] = await failedJobs(db, 10);
    expect(failed).toMatchObject({ kind: WORK.name, key: 'k', payload: { n: 1 }, tries: 4 });
    expect(failed?.lastError).toMatch(/^Error: one is bad\n/);
    expect(log.filter((line) => line.includes('one'))).toHaveLength(4);
  });

  test('keeps its failure count and its error while it waits', async () => {
    const handler = onJob(WORK, () => Promise.reject(new Error('not yet')), {
      backOff: { firstMs: 60_000, mostMs: 60_000 },
    });
    worker({ handlers: [handler] });
    await write((tx) => enqueue(tx, WORK, { key: 'k', payload: { n: 0 } }));
    await until(async () => (await query('select from job where tries = 1')).length === 1);
    const [lane] = await query(
      `select last_error ~ '^Error: not yet' as told, claim is null as free, extract(epoch from next_at - now())::int as pause
       from job join job_lane using (kind, key)`,
    );
    expect(lane).toMatchObject({ told: true, free: true });
    expect(lane?.pause).toBeGreaterThan(40);
  });

  test('in a batch is isolated, and the others complete', async () => {
    const done: number[] = [];
    const handler = onJob(
      WORK,
      async ({ jobs }) => {
        if (jobs.some(({ payload }) => payload.n === 2)) throw new Error('two');
        done.push(...jobs.map(({ payload }) => payload.n));
      },
      { tries: 2, batch: 5, backOff: QUICK },
    );
    worker({ handlers: [handler] });
    await write((tx) => enqueueMany(tx, WORK, steps(6, 'k')));
    await until(async () => (await left()).lanes === 0);
    expect(done).toEqual([0, 1, 3, 4, 5]);
    expect((await failedJobs(db, 10)).map(({ payload }) => payload)).toEqual([{ n: 2 }]);
  });

  test('can be retried or discarded by a person', async () => {
    let isBroken = true;
    const handler = onJob(WORK, async () => (isBroken ? Promise.reject(new Error('broken')) : undefined), { tries: 1 });
    const { stats } = worker({ handlers: [handler] });
    await write((tx) => enqueueMany(tx, WORK, steps(3)));
    await until(async () => (await failedJobs(db, 10)).length === 3);
    expect(await queueDepth(db)).toEqual([{ kind: WORK.name, waiting: 0, due: 0, failed: 3 }]);
    const [first, second] = await failedJobs(db, 2);
    if (!first || !second) throw new Error('there should be two');
    expect(await failedJobs(db, 10, second)).toHaveLength(1);
    isBroken = false;
    expect(await write((tx) => retryFailedJob(tx, first))).toBe(true);
    expect(await write((tx) => retryFailedJob(tx, first))).toBe(false);
    expect(await write((tx) => discardFailedJob(tx, second))).toBe(true);
    await until(() => stats().done === 1);
    expect(await failedJobs(db, 10)).toHaveLength(1);
  });

  test('does not delay other lanes', async () => {
    const done = new Map<number, number>();
    const handler = onJob(WORK, async ({ jobs }) => {
      for (const { payload } of jobs) {
        if (payload.n < 0) throw new Error('poison');
        done.set(payload.n, performance.now());
      }
    });
    worker({ handlers: [handler] });
    const poison = Array.from({ length: 50 }, (_, n) => ({ key: `poison ${n}`, payload: { n: -1 } }));
    await write((tx) => enqueueMany(tx, WORK, [...poison, ...poison, ...poison]));
    const began = performance.now();
    await write((tx) => enqueueMany(tx, WORK, steps(50)));
    await until(() => done.size === 50);
    console.info(`50 jobs beside 50 poisoned lanes: ${Math.round(Math.max(...done.values()) - began)} ms`);
  });
});

test('a slow kind leaves concurrency to others', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done: number[] = [];
  const slow = onJob(WORK, () => released);
  const quick = onJob(OTHER, async ({ jobs }) => void done.push(...jobs.map(({ payload }) => payload.n)));
  const { stats } = worker({ handlers: [slow, quick], concurrency: 4 });
  await write((tx) => enqueueMany(tx, WORK, steps(20)));
  await until(() => stats().running === 3);
  await write((tx) => enqueueMany(tx, OTHER, steps(20)));
  await until(() => done.length === 20);
  expect(stats()).toMatchObject({ running: 3, waiting: 0 });
  release();
});

test('after a claim that filled its kind, the worker does not claim again at once', async () => {
  const seen: string[] = [];
  const parts = { 'as late_ms': 'claim', 'as "isDue"': 'found', 'min(first.next_at)': 'next' };
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | { text?: string }];
    const text = typeof query === 'string' ? query : (query.text ?? '');
    for (const [part, name] of Object.entries(parts)) if (text.includes(part)) seen.push(name);
    return Reflect.apply(send, this, args);
  });
  const done: number[] = [];
  const handler = onJob(WORK, async () => void done.push(await sleep(120, 1)), { concurrency: 1 });
  await write((tx) => enqueueMany(tx, WORK, steps(8)));
  worker({ handlers: [handler, onJob(OTHER, async () => {})] });
  await until(() => done.length === 8);
  spy.mockRestore();
  expect(seen.join(' ')).toContain('found next');
});

describe('complete(tx)', () => {
  test('rolls effect and completion back together, and counts the failure of the first job left', async () => {
    let failures = 0;
    const handler = onJob(
      WORK,
      ({ jobs, complete }) =>
        transaction(db, async (tx) => {
          for (const { key, id, payload } of jobs) {
            await sql`insert into effect (lane, job, step) values (${key}, ${id}, ${payload.n})`.execute(tx);
          }
          await complete(tx);
          failures += 1;
          if (failures < 3) throw new Error('after completing');
        }),
      { batch: 4, backOff: QUICK },
    );
    worker({ handlers: [handler] });
    await write((tx) => enqueueMany(tx, WORK, steps(8, 'k')));
    await until(async () => (await left()).lanes === 0);
    const rows = await query<{ step: number }>('select step from effect order by at');
    expect(rows.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('a worker that stops', () => {
  test('finishes running jobs and releases the rest at once', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    // The first ones are fast, so that the worker claims many at once; then a slow one delays those it has claimed.
    const by = (name: string) =>
      onJob(WORK, async ({ jobs }) => {
        if (done.length === 60) await released;
        done.push(...jobs.map(({ payload }) => `${name} ${payload.n}`));
      });
    const first = worker({ handlers: [by('first')], concurrency: 1 });
    await write((tx) => enqueueMany(tx, WORK, steps(200)));
    await until(() => done.length === 60 && first.stats().waiting > 1);
    const stopping = first.stop();
    release();
    await stopping;
    expect(done).toHaveLength(61);
    expect((await query('select from job_lane where claim is not null')).length).toBe(0);
    const began = performance.now();
    worker({ handlers: [by('second')] });
    await until(() => done.length === 200);
    console.info(`139 lanes handed over and done in ${Math.round(performance.now() - began)} ms`);
    expect(new Set(done.map((line) => line.split(' ')[1])).size).toBe(200);
  });

  test('wakes other workers', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    const by = (name: string) =>
      onJob(WORK, async ({ jobs }) => {
        if (name === 'first' && jobs[0]?.payload.n !== 0) await released;
        done.push(...jobs.map(() => name));
      });
    const first = worker({ handlers: [by('first')], concurrency: 1 });
    // Fast jobs first: how long they take decides how many lanes it claims ahead.
    const fast = Array.from({ length: 40 }, (_, n) => ({ key: `fast ${n}`, payload: { n: 0 } }));
    await write((tx) => enqueueMany(tx, WORK, fast));
    await until(() => done.length === 40);
    await write((tx) => enqueueMany(tx, WORK, steps(20).slice(1)));
    await until(() => first.stats().waiting > 0);
    worker({ handlers: [by('second')], pollMs: 30_000 });
    await sleep(200);
    const stopping = first.stop();
    await until(() => done.filter((name) => name === 'second').length === 18);
    release();
    await stopping;
    expect(done.filter((name) => name === 'first')).toHaveLength(41);
  });

  test('aborts a handler that hangs after a timeout, and leaves its lane to the lease', async () => {
    const handler = onJob(WORK, () => new Promise<void>(() => {}));
    const hanging = worker({ handlers: [handler], drainMs: 200 });
    await write((tx) => enqueue(tx, WORK, { payload: { n: 0 } }));
    await until(() => hanging.stats().running === 1);
    await hanging.stop();
    expect((await query('select from job_lane where claim is not null')).length).toBe(1);
  });
});

test('a worker whose connections are all cut logs it once and resumes', async () => {
  const ownPool = openPool({ ...connection, application_name: 'cut me' }, 'serve', () => {});
  const done: number[] = [];
  const handler = onJob(WORK, async ({ jobs }) => void done.push(...jobs.map(({ payload }) => payload.n)));
  const running = worker({ handlers: [handler], pool: ownPool, db: kysely(ownPool) });
  await until(async () => (await sessions()) >= 2);
  for (let round = 0; round < 5; round += 1) {
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut me'");
    await write((tx) => enqueue(tx, WORK, { payload: { n: round } }));
    // Jobs whose results could not be written run again.
    await until(() => new Set(done).size === round + 1);
  }
  // It listens again: the notification arrives far sooner than the next poll.
  await until(async () => (await listening()) === 1);
  expect(log.filter((line) => line.startsWith('error')).length).toBeLessThanOrEqual(5);
  await running.stop();
  await ownPool.end();
  await until(async () => (await sessions()) === 0);

  async function sessions() {
    return (await query("select from pg_stat_activity where application_name = 'cut me'")).length;
  }
  async function listening() {
    const text = "select from pg_stat_activity where application_name = 'cut me' and query ~ '^listen|lane_holder'";
    return (await query(text)).length;
  }
});

test('a worker retries while the database is unavailable, logs the outage once, and resumes', async () => {
  const name = connection.database;
  const done: number[] = [];
  const handler = onJob(WORK, async ({ jobs }) => void done.push(...jobs.map(({ payload }) => payload.n)));
  const awayPool = openPool({ ...connection, application_name: 'away' }, 'serve', () => {});
  const running = worker({ handlers: [handler], pool: awayPool, db: kysely(awayPool) });
  await until(() => running.stats().claimed === 0);
  await write((tx) => enqueue(tx, WORK, { payload: { n: 0 }, afterMs: 300 }));
  await onServer(`alter database "${name}" allow_connections false`);
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'away'");
  await until(() => log.some((line) => line.startsWith('error')));
  expect(done).toEqual([]);
  await onServer(`alter database "${name}" allow_connections true`);
  const began = performance.now();
  await until(() => done.length === 1);
  console.info(`work went on ${Math.round(performance.now() - began)} ms after the database's return`);
  expect(log.filter((line) => line.startsWith('error'))).toHaveLength(1);
  expect(log.filter((line) => line.startsWith('info Jobs resume'))).toHaveLength(1);
  await running.stop();
  await awayPool.end();

  function onServer(text: string) {
    return withClient({ ...connection, database: 'postgres' }, (client) => client.query(text));
  }
});

test('jobs a second, with one worker', async () => {
  const total = 3_000;
  for (const [name, lanes] of [
    ['in lanes of their own', 0],
    ['over 500 lanes', 500],
  ] as const) {
    const done: number[] = [];
    const handler = onJob(WORK, async ({ jobs }) => void done.push(...jobs.map(({ id }) => id)), { batch: 8 });
    const jobs = Array.from({ length: total }, (_, n) => ({
      ...(lanes ? { key: `${n % lanes}` } : {}),
      payload: { n },
    }));
    await write((tx) => enqueueMany(tx, WORK, jobs));
    const began = performance.now();
    const running = worker({ handlers: [handler] });
    await until(() => running.stats().done >= total).catch((error) => {
      throw new Error(`${error.message} ${name}: ${JSON.stringify({ ...running.stats(), handled: done.length, log })}`);
    });
    const seconds = (performance.now() - began) / 1000;
    console.info(`${total} jobs ${name}: ${Math.round(total / seconds)} a second, ${running.stats().claimed} claims`);
    expect(new Set(done).size).toBe(total);
    await running.stop();
  }
});
