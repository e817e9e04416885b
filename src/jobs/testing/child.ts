/** A worker as a process of its own, for tests that stop and kill it. Its settings are the JSON in its first argument. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { kysely, openPool } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { JOB_LANES } from '../job-lanes.ts';
import { LaneLost, onJob } from '../kinds.ts';
import { every } from '../schedules.ts';
import { startWorker } from '../worker.ts';
import { EFFECT, SLOW, TICK } from './kinds.ts';

export interface ChildSettings {
  name: string;
  connection: pg.ClientConfig;
  leaseMs: number;
  /** How much this process's clock is ahead. */
  skewMs?: number;
  schedules?: boolean;
  concurrency?: number;
}

const {
  name,
  connection,
  leaseMs,
  skewMs = 0,
  schedules,
  concurrency = 4,
}: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
const say = (line: string) => process.stdout.write(`${line}\n`);
skewClock();

const pool = openPool(connection, 'serve', () => {});
const db = kysely(pool);

const effect = onJob(
  EFFECT,
  async ({ db: on, jobs, complete }) => {
    await transaction(on, async (tx) => {
      for (const { id, key, payload } of jobs) {
        await sql`insert into effect (lane, job, step, worker) values (${key}, ${id}, ${payload.step}, ${name})`.execute(
          tx,
        );
      }
      await complete(tx);
    });
  },
  { batch: 3 },
);

/** Prints that it began, and tries to complete after a while, aborted or not, or once `untilLostBy` was told that it lost the job. */
const slow = onJob(SLOW, async ({ db: on, jobs, complete, signal }) => {
  const [job] = jobs;
  say(`began ${job?.id}`);
  signal.addEventListener('abort', () => say(`aborted ${job?.id}`));
  if (job?.payload.untilLostBy !== name) await sleep(job?.payload.ms ?? 0);
  else if (!signal.aborted) await once(signal, 'abort');
  await transaction(on, async (tx) => {
    await sql`insert into effect (lane, job, step, worker) values (${job?.key}, ${job?.id}, 0, ${name})`.execute(tx);
    await complete(tx);
    pauseAt('completed', job?.payload.pausesAt);
  }).catch((error: unknown) => {
    say(`${error instanceof LaneLost ? 'lost' : 'failed'} ${job?.id}`);
    throw error;
  });
  pauseAt('committed', job?.payload.pausesAt);
  say(`completed ${job?.id}`);
});

function pauseAt(point: string, [worker, pausesAt] = ['', '']): void {
  if (worker === name && pausesAt === point) process.kill(process.pid, 'SIGSTOP');
}

const tick = onJob(TICK, async ({ db: on, jobs }) => {
  await sql`insert into effect (lane, job, step, worker) values ('tick', ${jobs[0]?.id}, 0, ${name})`.execute(on);
});

const worker = startWorker({
  db,
  pool,
  laneTables: [JOB_LANES],
  leaseMs,
  concurrency,
  handlers: [effect, slow, tick],
  schedules: schedules ? [every(1, 'tick', TICK, {})] : [],
  log: (level, message) => say(`log ${level} ${message}`),
});
say('started');

process.stdin.on('data', async (data) => {
  if (String(data).includes('stats')) return say(`stats ${JSON.stringify(worker.stats())}`);
  await worker.stop();
  say(`stopped ${JSON.stringify(worker.stats())}`);
  await pool.end();
  process.exit(0);
});

function skewClock(): void {
  if (skewMs === 0) return;
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (_, args) => (args.length > 0 ? Reflect.construct(Real, args) : new Real(Real.now() + skewMs)),
    get: (target, property) => (property === 'now' ? () => Real.now() + skewMs : Reflect.get(target, property)),
  });
}
