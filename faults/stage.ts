/** The rig: PostgreSQL with `fsync` in its own folder, service processes, and a receiver. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from '../src/db/connect.ts';
import { openEmbedded } from '../src/db/embedded/open.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Running, startProcess } from './service.ts';

export interface Stage {
  receiver: Receiver;
  /** Serves requests until it is killed; `restart` starts another. */
  http: Running;
  restart(): Promise<void>;
  /** A process that delivers and runs jobs. */
  worker(env?: Record<string, string>): Promise<Running>;
  /** Stops every running worker. */
  endWorkers(): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  connection: pg.ClientConfig;
  /** The server's process id; null while it is down. */
  postmaster(): number | null;
  close(): Promise<void>;
}

const DATABASE_TIMEOUT_MS = 60_000;

export async function openStage(seed: number, say: (line: string) => void): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-faults-'));
  // As root the server runs under another account, which needs search permission on the folder.
  chmodSync(folder, 0o711);
  const data = join(folder, 'data');
  const logs = join(folder, 'logs');
  for (const one of [data, logs]) mkdirSync(one, { mode: 0o711 });
  const server = await openEmbedded(data, { purpose: 'serve', log: () => {} });
  const { host, port, user, database } = server.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const pool = openPool(server.connection, 'command', () => {});
  await migrate(pool);
  const receiver = await startReceiver(folder, seed);
  const env = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: '1', LOG_LEVEL: 'warn' };
  const startHttp = () => startProcess(logs, { ...env, ROLE: 'http' });
  const workers = new Set<Running>();
  const stage: Stage = {
    receiver,
    http: await startHttp(),
    async restart() {
      await stage.http.kill('SIGKILL');
      stage.http = await startHttp();
    },
    async worker(more = {}) {
      const worker = await startProcess(logs, { ...env, ROLE: 'work', ...more });
      workers.add(worker);
      return worker;
    },
    async endWorkers() {
      await Promise.all([...workers].map((worker) => worker.kill('SIGKILL')));
      workers.clear();
    },
    query: (text, values = []) => patiently(async () => (await pool.query(text, values)).rows),
    connection: server.connection,
    postmaster: () => pidIn(join(data, 'postgres/postmaster.pid')),
    async close() {
      await stage.endWorkers();
      await stage.http.kill('SIGKILL');
      await receiver.stop();
      await pool.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  say(
    `PostgreSQL ${(await stage.query<{ server_version: string }>('show server_version'))[0]?.server_version} has started.`,
  );
  return stage;
}

function pidIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0]) || null;
  } catch {
    return null;
  }
}

/** The database is down on purpose: the test's own queries wait until it is back. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isWrong = error instanceof pg.DatabaseError && !/^(57P|08|53)/.test(error.code ?? '');
      if (isWrong || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}
