import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { randomNumbers, sized } from '../../test/random.ts';
import { until } from '../db/embedded/testing/processes.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { cancelJobs, enqueue, enqueueIfIdle, enqueueMany, replaceJobs } from './enqueue.ts';
import { claimJobs, settleJobs } from './job-lanes.ts';
import { jobKind, onJob } from './kinds.ts';
import { jobsDatabase } from './testing/workers.ts';

const NOTE = jobKind<{ text: string }>('test.note');
const CLAIMANT = { leaseMs: 5_000, holder: null };
const { db, worker, query, left } = await jobsDatabase();
const write = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);
const wanted = [{ kind: NOTE.name, capacity: 64, batch: 10 }];

/** Records its jobs, and how late they are by the database's clock. */
function noting(seen: { text: string; lateMs: number }[]) {
  return onJob(
    NOTE,
    async ({ jobs }) => {
      const [row] = await query<{ now: Date }>('select clock_timestamp() as now');
      for (const { payload, runAt } of jobs) {
        seen.push({ text: payload.text, lateMs: Number(row?.now) - Number(runAt) });
      }
    },
    { batch: 1 },
  );
}

describe('enqueuing', () => {
  test('is part of the transaction', async () => {
    await write((tx) => enqueue(tx, NOTE, { payload: { text: 'kept' } }));
    const undone = write(async (tx) => {
      await enqueue(tx, NOTE, { payload: { text: 'undone' } });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    const seen: { text: string; lateMs: number }[] = [];
    worker({ handlers: [noting(seen)] });
    await until(async () => (await left()).jobs === 0);
    expect(seen.map(({ text }) => text)).toEqual(['kept']);
    expect(await left()).toEqual({ jobs: 0, lanes: 0, orphans: 0 });
  });

  test('wakes the worker at once', async () => {
    const seen: { text: string; lateMs: number }[] = [];
    worker({ handlers: [noting(seen)] });
    await sleep(300);
    for (let index = 0; index < 20; index += 1) {
      await write((tx) => enqueue(tx, NOTE, { payload: { text: String(index) } }));
      await until(() => seen.length === index + 1);
    }
    const late = seen.map(({ lateMs }) => lateMs).sort((one, other) => one - other);
    console.info(`enqueued → handled: median ${late[10]} ms, slowest ${late.at(-1)} ms`);
  });

  test('keeps the order of commits in a lane with concurrent writers', async () => {
    const seed = Date.now() % 100_000;
    const random = randomNumbers(seed);
    const done: number[] = [];
    const handler = onJob(NOTE, async ({ jobs }) => void done.push(...jobs.map(({ id }) => id)), { batch: 5 });
    worker({ handlers: [handler] });
    const writer = async () => {
      for (let index = 0; index < 25; index += 1) {
        await write(async (tx) => {
          await enqueue(tx, NOTE, { key: 'one', payload: { text: '' } });
          if (random() < 0.3) await sleep(random() * 4);
        });
      }
    };
    await Promise.all(Array.from({ length: 6 }, writer));
    await until(() => done.length >= 150);
    expect(done, `seed ${seed}`).toEqual([...done].sort((one, other) => one - other));
    expect(new Set(done).size).toBe(150);
  });

  test('many at once keeps their order, and refuses keys that are made for single jobs', async () => {
    const jobs = Array.from({ length: 30 }, (_, n) => ({ key: `lane ${n % 3}`, payload: { text: String(n) } }));
    const ids = await write((tx) => enqueueMany(tx, NOTE, jobs));
    expect(ids).toHaveLength(30);
    const claimed = await claimJobs(db, wanted, CLAIMANT);
    const texts = claimed.map((lane) => lane.jobs.map(({ payload }) => Number((payload as { text: string }).text)));
    expect(texts.map((lane) => lane[0]).sort()).toEqual([0, 1, 2]);
    for (const lane of texts) expect(lane).toEqual(Array.from({ length: 10 }, (_, n) => (lane[0] ?? 0) + 3 * n));
    await expect(write((tx) => enqueue(tx, NOTE, { key: '#1', payload: { text: '' } }))).rejects.toThrow('Invalid key');
  });
});

describe('a job for later', () => {
  test('is never early', async () => {
    const seen: { text: string; lateMs: number }[] = [];
    const { stats } = worker({ handlers: [noting(seen)] });
    await sleep(200);
    for (const ms of [150, 333, 700, 1_250]) {
      await write((tx) => enqueue(tx, NOTE, { payload: { text: String(ms) }, afterMs: ms }));
    }
    await until(() => seen.length === 4);
    expect(seen.map(({ text }) => text)).toEqual(['150', '333', '700', '1250']);
    console.info(`delayed jobs were late by ${seen.map(({ lateMs }) => lateMs).join(', ')} ms`);
    for (const { lateMs } of seen) expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(stats().latestMs).toBeGreaterThan(0);
    expect(stats().lateness.reduce((sum, { claims }) => sum + claims, 0)).toBe(stats().claimed);
  });

  test('waits for the job before it, and delays the one behind it', async () => {
    const seen: { text: string; lateMs: number }[] = [];
    worker({ handlers: [noting(seen)] });
    const waits = [0, 400, 0].map((afterMs, n) => ({ key: 'k', payload: { text: String(n) }, afterMs }));
    await write((tx) => enqueueMany(tx, NOTE, waits));
    await until(() => seen.length === 3);
    expect(seen.map(({ text }) => text)).toEqual(['0', '1', '2']);
    for (const { lateMs } of seen) expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(seen[2]?.lateMs).toBeGreaterThanOrEqual(400);
  });

  test('is replaced, or removed when cancelled', async () => {
    const seen: { text: string; lateMs: number }[] = [];
    worker({ handlers: [noting(seen)] });
    const at = (ms: number) => new Date(Date.now() + ms);
    await write((tx) => replaceJobs(tx, NOTE, { key: 'later', payload: { text: 'first' }, runAt: at(200) }));
    await write((tx) => replaceJobs(tx, NOTE, { key: 'later', payload: { text: 'later' }, runAt: at(600) }));
    await write((tx) => replaceJobs(tx, NOTE, { key: 'sooner', payload: { text: 'first' }, runAt: at(60_000) }));
    await write((tx) => replaceJobs(tx, NOTE, { key: 'sooner', payload: { text: 'sooner' }, runAt: at(300) }));
    await write((tx) => enqueue(tx, NOTE, { key: 'gone', payload: { text: 'gone' }, runAt: at(250) }));
    expect(await write((tx) => cancelJobs(tx, NOTE, 'gone'))).toBe(1);
    expect(await write((tx) => cancelJobs(tx, NOTE, 'gone'))).toBe(0);
    await until(async () => (await left()).lanes === 0);
    // In any order: a process that was delayed finds both of them due. Neither runs early.
    expect(seen.map(({ text }) => text).sort()).toEqual(['later', 'sooner']);
    for (const { lateMs } of seen) expect(lateMs).toBeGreaterThanOrEqual(0);
  });

  test('that runs while it is replaced or cancelled cannot complete, and its replacement runs', async () => {
    const outcomes: string[] = [];
    const begun: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handler = onJob(NOTE, async ({ jobs, complete }) => {
      const text = jobs[0]?.payload.text ?? '';
      begun.push(text);
      if (text !== 'new') await released;
      await write(complete).then(
        () => outcomes.push(`${text} done`),
        (error) => {
          outcomes.push(`${text} ${error.name}`);
          throw error;
        },
      );
    });
    const { stats } = worker({ handlers: [handler] });
    await write((tx) => enqueue(tx, NOTE, { key: 'a', payload: { text: 'old' } }));
    await write((tx) => enqueue(tx, NOTE, { key: 'b', payload: { text: 'cancelled' } }));
    await until(() => begun.length === 2);
    await write((tx) => replaceJobs(tx, NOTE, { key: 'a', payload: { text: 'new' }, afterMs: 50 }));
    await write((tx) => cancelJobs(tx, NOTE, 'b'));
    release();
    await until(async () => (await left()).lanes === 0);
    expect(outcomes.sort()).toEqual(['cancelled LaneLost', 'new done', 'old LaneLost']);
    expect(stats()).toMatchObject({ retried: 0, failed: 0 });
  });

  test('can be added only if the lane is empty', async () => {
    const add = () => write((tx) => enqueueIfIdle(tx, NOTE, { key: 'once', payload: { text: 'x' } }));
    const ids = await Promise.all([add(), add(), add()]);
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await left()).toEqual({ jobs: 1, lanes: 1, orphans: 0 });
  });
});

describe('a lane that becomes empty', () => {
  test('gets jobs that are committed while it is being deleted', async () => {
    await write((tx) => enqueue(tx, NOTE, { key: 'k', payload: { text: 'first' } }));
    const [lane] = await claimJobs(db, wanted, CLAIMANT);
    if (!lane) throw new Error('nothing was claimed');
    const outcome = { lane, done: lane.jobs.map(({ id }) => id), failure: null };
    let settling: ReturnType<typeof settleJobs> | undefined;
    await write(async (tx) => {
      await enqueue(tx, NOTE, { key: 'k', payload: { text: 'second' } });
      expect((await settleJobs(db, [outcome], 'skip')).claims.size).toBe(0);
      settling = settleJobs(db, [outcome], 'wait');
      await sleep(200);
    });
    const { claims, nextDueMs } = (await settling) ?? {};
    expect(claims).toEqual(new Set([lane.claim]));
    expect(nextDueMs).toBeLessThan(0);
    expect(await left()).toEqual({ jobs: 1, lanes: 1, orphans: 0 });
  });

  const ROUNDS = sized(10, 40);
  test(`loses no wake-up in ${60 * ROUNDS} races with writers`, async () => {
    const seed = Date.now() % 100_000;
    const random = randomNumbers(seed);
    const waiting = new Map<string, () => void>();
    const handler = onJob(NOTE, async ({ jobs }) => waiting.get(jobs[0]?.key ?? '')?.());
    worker({ handlers: [handler], concurrency: 8, pollMs: 1_000 });
    // The next one is enqueued just when the result of the last one is on its way.
    const lane = async (key: string) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const handled = new Promise<void>((resolve) => waiting.set(key, resolve));
        await write((tx) => enqueue(tx, NOTE, { key, payload: { text: '' } }));
        await Promise.race([
          handled,
          sleep(4_000).then(() => Promise.reject(new Error(`${key} sleeps, seed ${seed}`))),
        ]);
        if (random() < 0.5) await sleep(random() * 3);
      }
    };
    await Promise.all(Array.from({ length: 60 }, (_, n) => lane(`lane ${n}`)));
    await until(async () => (await left()).lanes === 0);
    expect(await left()).toEqual({ jobs: 0, lanes: 0, orphans: 0 });
  });
});
