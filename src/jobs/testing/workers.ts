/** A database for a test file, workers in this process and workers as children; all are removed at the end. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type pg from 'pg';
import { afterAll, afterEach } from 'vitest';
import { freshDatabase, LANE_TABLES, PATIENT } from '../../../test/app.ts';
import { type Db, kysely, openPool } from '../../db/connect.ts';
import { type Child, startChild } from '../../db/embedded/testing/processes.ts';
import { startWorker, type Worker, type WorkerOptions } from '../worker.ts';
import type { ChildSettings } from './child.ts';

export interface JobsDatabase {
  db: Db;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  log: string[];
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  worker(options: Partial<WorkerOptions> & Pick<WorkerOptions, 'handlers'>): Worker;
  child(settings: Omit<ChildSettings, 'connection'>): Promise<Child>;
  /** Jobs that wait, and jobs whose lane is missing. */
  left(): Promise<{ jobs: number; lanes: number; orphans: number }>;
}

export async function jobsDatabase(): Promise<JobsDatabase> {
  const connection = await freshDatabase();
  const log: string[] = [];
  const pool = openPool({ ...connection, ...PATIENT }, 'serve', () => {});
  const db = kysely(pool);
  const workers: Worker[] = [];
  const children: Child[] = [];
  await pool.query(
    'create table effect (at bigint generated always as identity, lane text, job bigint, step int, worker text)',
  );
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await Promise.all(children.splice(0).map(end));
    await pool.query('truncate job, job_lane, failed_job, job_schedule, effect');
    log.length = 0;
  });
  afterAll(async () => {
    await pool.end();
    compiled = undefined;
    await rm(folder(), { recursive: true, force: true });
  });
  return {
    db,
    pool,
    connection,
    log,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    worker(options) {
      const worker = startWorker({
        db,
        pool,
        laneTables: LANE_TABLES,
        log: (level, line) => log.push(`${level} ${line}`),
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    async child(settings) {
      const child = await startChild([JSON.stringify({ ...settings, connection })], { script: await compiledChild() });
      children.push(child);
      await child.said('started');
      return child;
    },
    async left() {
      const { rows } = await pool.query(
        `select (select count(*)::int from job) as jobs, (select count(*)::int from job_lane) as lanes,
           (select count(*)::int from job where not exists (
             select from job_lane where job_lane.kind = job.kind and job_lane.key = job.key)) as orphans`,
      );
      return rows[0];
    },
  };
}

/** Also works on a process that SIGSTOP has paused. */
export async function end(child: Child): Promise<void> {
  child.process.kill('SIGKILL');
  await child.exited;
}

let compiled: Promise<string> | undefined;
function compiledChild(): Promise<string> {
  compiled ??= compile();
  return compiled;
}

/** Bundled beside node_modules, where its bare imports resolve: Node 20 does not run TypeScript. */
async function compile(): Promise<string> {
  const outfile = join(folder(), 'child.mjs');
  const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return outfile;
}

function folder(): string {
  return fileURLToPath(new URL(`../../../node_modules/.cache/masthead-jobs-${process.pid}`, import.meta.url));
}
