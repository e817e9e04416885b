/** Workers as processes: killed, paused, with wrong clocks. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { randomNumbers, seed } from '../../test/random.ts';
import { slowTest } from '../../test/slow.ts';
import { type Child, until } from '../db/embedded/testing/processes.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { enqueue, enqueueMany } from './enqueue.ts';
import { LEASE_MS } from './leases.ts';
import { EFFECT, SLOW } from './testing/kinds.ts';
import { end, jobsDatabase } from './testing/workers.ts';

const HOUR = 3_600_000;
const LEASE = 800;
/** Only stops tests that hang: a busy machine may be slow. */
const TIMEOUT = 250_000;
const { db, child, query, left } = await jobsDatabase();
const write = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);

interface Effect {
  lane: string;
  step: number;
  worker: string;
}
const effects = () => query<Effect>('select lane, step, worker from effect order by at');

/** Every step of every lane once, in order. */
function expectInOrder(found: Effect[], lanes: number, steps: number, hint: string) {
  const byLane = new Map<string, number[]>();
  for (const { lane, step } of found) byLane.set(lane, [...(byLane.get(lane) ?? []), step]);
  expect(byLane.size, hint).toBe(lanes);
  const wanted = Array.from({ length: steps }, (_, step) => step);
  for (const [lane, done] of byLane) expect(done, `${lane}, ${hint}`).toEqual(wanted);
}

/** `steps` jobs in each lane, the lanes taking turns. */
function jobsOf(lanes: number, steps: number) {
  return Array.from({ length: lanes * steps }, (_, n) => {
    return { key: `lane ${n % lanes}`, payload: { step: Math.floor(n / lanes) } };
  });
}

/** In transactions of 100. */
async function fill(jobs: ReturnType<typeof jobsOf>) {
  for (let at = 0; at < jobs.length; at += 100) await write((tx) => enqueueMany(tx, EFFECT, jobs.slice(at, at + 100)));
}

const LANES = 500;
const STEPS = 20;
const KILLS = 6;

slowTest(
  `${LANES * STEPS} jobs complete, each once and in the order of its lane, while workers are killed`,
  async () => {
    const random = randomNumbers(seed);
    let started = 0;
    const start = () => child({ name: `w${started++}`, leaseMs: LEASE, concurrency: 3 });
    const workers: Child[] = await Promise.all([start(), start()]);
    const jobs = jobsOf(LANES, STEPS);
    const part = Math.ceil(jobs.length / (KILLS + 1));
    // A part of the work before each kill, so that there is some however fast it is done.
    for (let kills = 0; kills < KILLS; kills++) {
      await fill(jobs.slice(kills * part, (kills + 1) * part));
      await sleep(random() * 200);
      const at = Math.floor(random() * workers.length);
      const victim = workers[at];
      if (victim) await end(victim);
      workers[at] = await start();
    }
    await fill(jobs.slice(KILLS * part));
    await until(async () => (await left()).jobs === 0, TIMEOUT);
    await until(async () => (await left()).lanes === 0);
    const found = await effects();
    const hint = `SEED=${seed}`;
    console.info(`seed ${seed}: ${found.length} effects by ${started} workers`);
    expect(await left(), hint).toEqual({ jobs: 0, lanes: 0, orphans: 0 });
    expectInOrder(found, LANES, STEPS, hint);
  },
);

describe('the job of a worker that', () => {
  for (const [who, when] of [
    ['by a worker that was there', 'before'],
    ['by a worker that starts then', 'after'],
  ])
    slowTest(`was killed runs again ${who}, long before its lease expires`, async () => {
      expect(LEASE_MS).toBeLessThanOrEqual(18_000);
      const leaseMs = 10 * 60_000;
      const first = await child({ name: 'first', leaseMs });
      await write((tx) => enqueue(tx, SLOW, { key: 'k', payload: { ms: 400 } }));
      await first.said('began');
      first.process.kill('SIGSTOP');
      const early = when === 'before' ? await child({ name: 'second', leaseMs }) : null;
      await end(first);
      const died = performance.now();
      const second = early ?? (await child({ name: 'second', leaseMs }));
      await second.said('began');
      console.info(`begun again ${Math.round(performance.now() - died)} ms after the kill`);
      await second.said('completed');
      expect(await effects()).toMatchObject([{ worker: 'second' }]);
      await until(async () => (await query('select from lane_holder')).length === 1);
    });

  test('was paused past its lease runs on another, and the first cannot complete anything after that', async () => {
    const first = await child({ name: 'first', leaseMs: LEASE });
    await write((tx) => enqueue(tx, SLOW, { key: 'k', payload: { ms: 1_500, untilLostBy: 'first' } }));
    await first.said('began');
    first.process.kill('SIGSTOP');
    const second = await child({ name: 'second', leaseMs: LEASE });
    await second.said('began');
    first.process.kill('SIGCONT');
    // The job may still be running on the other worker: then only the claim's number differs.
    await first.said('lost');
    await second.said('completed');
    expect(first.lines.some((line) => line.startsWith('aborted'))).toBe(true);
    await until(async () => (await left()).lanes === 0);
    expect(await effects()).toMatchObject([{ worker: 'second' }]);
    first.process.stdin?.write('stop\n');
    expect(JSON.parse(await first.said('stopped'))).toMatchObject({ lostFence: 1, done: 0 });
  });

  test('was killed after its commit is done: the commit has released its lane, and the next job runs', async () => {
    const leaseMs = 10 * 60_000;
    const first = await child({ name: 'first', leaseMs });
    await write((tx) =>
      enqueueMany(tx, SLOW, [
        { key: 'k', payload: { ms: 0, pausesAt: ['first', 'committed'] } },
        { key: 'k', payload: { ms: 0 } },
      ]),
    );
    await until(async () => (await effects()).length === 1);
    // The first process is paused and still holds its advisory lock, so nobody else frees its lanes.
    const second = await child({ name: 'second', leaseMs });
    await second.said('completed');
    await end(first);
    await until(async () => (await left()).lanes === 0);
    expect(await effects()).toMatchObject([{ worker: 'first' }, { worker: 'second' }]);
    expect(await left()).toEqual({ jobs: 0, lanes: 0, orphans: 0 });
  });

  test('was killed between its completion and the commit runs again, once', async () => {
    const leaseMs = 10 * 60_000;
    const first = await child({ name: 'first', leaseMs });
    await write((tx) => enqueue(tx, SLOW, { key: 'k', payload: { ms: 0, pausesAt: ['first', 'completed'] } }));
    const released = "select from pg_stat_activity where state = 'idle in transaction' and query like '%given_back%'";
    await until(async () => (await query(`${released} and datname = current_database()`)).length === 1);
    const second = await child({ name: 'second', leaseMs });
    await end(first);
    await second.said('completed');
    await until(async () => (await left()).lanes === 0);
    expect(await effects()).toMatchObject([{ worker: 'second' }]);
  });

  slowTest('takes long renews its lease by heartbeats', async () => {
    const leaseMs = 3_000; // a machine that is paused for longer loses it, as it should
    const first = await child({ name: 'first', leaseMs });
    await child({ name: 'second', leaseMs });
    await write((tx) => enqueue(tx, SLOW, { key: 'k', payload: { ms: 5_000 } }));
    await until(async () => (await effects()).length === 1);
    await until(async () => (await left()).lanes === 0);
    expect(await effects()).toHaveLength(1);
    expect(first.lines.filter((line) => line.startsWith('aborted'))).toEqual([]);
  });
});

slowTest('workers whose clocks are an hour fast and an hour slow behave the same', async () => {
  const leaseMs = 60_000; // far longer than a busy machine pauses, far shorter than the clocks are wrong
  const fast = await child({ name: 'fast', leaseMs, skewMs: HOUR });
  const slow = await child({ name: 'slow', leaseMs, skewMs: -HOUR });
  await write((tx) => enqueue(tx, EFFECT, { key: 'later', payload: { step: 0 }, afterMs: 1_200 }));
  await write((tx) =>
    enqueue(tx, EFFECT, { key: 'never', payload: { step: 0 }, runAt: new Date(Date.now() + HOUR / 2) }),
  );
  await fill(jobsOf(100, 10));
  await write((tx) => enqueue(tx, SLOW, { key: 'long', payload: { ms: 2_000 } }));
  await until(async () => (await left()).jobs === 1);
  const found = await effects();
  expectInOrder(
    found.filter(({ lane }) => lane.startsWith('lane')),
    100,
    10,
    'skewed',
  );
  expect(new Set(found.map(({ worker }) => worker))).toEqual(new Set(['fast', 'slow']));
  expect(found.filter(({ lane }) => lane === 'long')).toHaveLength(1);
  expect(found.filter(({ lane }) => lane === 'later')).toHaveLength(1);
  expect(found.filter(({ lane }) => lane === 'never')).toHaveLength(0);
  for (const one of [fast, slow]) {
    one.process.stdin?.write('stop\n');
    const stats = JSON.parse(await one.said('stopped'));
    expect(stats).toMatchObject({ lostFence: 0, abandoned: 0 });
  }
});

slowTest('a schedule of one second runs once a second over two processes, one of which is killed', async () => {
  const first = await child({ name: 'first', leaseMs: LEASE, schedules: true });
  await child({ name: 'second', leaseMs: LEASE, schedules: true });
  const ticks = async () => (await query('select from effect')).length;
  await until(async () => (await ticks()) > 0);
  const periods = "select extract(epoch from next_at)::int as period from job_schedule where name = 'tick'";
  const [before] = await query<{ period: number }>(periods);
  const countBefore = await ticks();
  await sleep(1_200);
  await end(first);
  await sleep(2_000);
  const [after] = await query<{ period: number }>(periods);
  const [passed, ran] = [(after?.period ?? 0) - (before?.period ?? 0), (await ticks()) - countBefore];
  console.info(`${passed} periods passed, ${ran} runs`);
  // The job of the killed worker may have been running: it runs again, and delays the next one.
  expect(ran).toBeLessThanOrEqual(passed + 1);
  expect(ran).toBeGreaterThanOrEqual(passed - 2);
  expect(passed).toBeGreaterThanOrEqual(3);
});
