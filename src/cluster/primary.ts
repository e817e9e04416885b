/**
 * `WORKERS`: several processes on one port. This one opens the database and starts the others, which serve and work; one that ends
 * unexpectedly is started again. All figures of `/metrics` pass through here.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { StartError } from '../core/errors.ts';
import type { Database } from '../db/connect.ts';
import { createLog } from '../log.ts';
import { openMigrated, type Running } from '../start.ts';
import type { Figures, Started, ToPart, ToPrimary } from './messages.ts';
import { merged } from './metrics.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** One that ran so long starts again at once. */
const STABLE_MS = 60_000;
/** For the figures of a process; a busy one is left out. */
const COUNT_MS = 3_000;

export async function startCluster(config: Config, signal: AbortSignal): Promise<Running> {
  const log = createLog(config.logLevel);
  const database = await openMigrated(config, log, signal);
  const parts = newParts(config, embeddedUrl(config, database), log);
  signal.addEventListener('abort', () => void parts.stop(), { once: true });
  const stop = async () => {
    await parts.stop();
    await database.stop();
  };
  try {
    // The first fills the demo, and says what to print.
    const started = await parts.begin(0);
    await Promise.all(Array.from({ length: config.workers - 1 }, (_, n) => parts.begin(n + 1)));
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function newParts({ workers }: Config, databaseUrl: string | null, log: Logger) {
  const living = new Map<number, Worker>();
  let isStopping = false;
  let asked = 0;

  async function begin(place: number): Promise<Started> {
    const worker = cluster.fork();
    living.set(place, worker);
    worker.on('error', () => {}); // it cannot be reached: it has ended, or will
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'here')
        tell(
          worker,
          isStopping ? { kind: 'stop' } : { kind: 'begin', isFirst: place === 0, parts: workers, databaseUrl },
        );
      if (message.kind === 'metrics') void answer(worker, message.id);
    });
    const beganAt = performance.now();
    const started = startOf(worker);
    worker.once('exit', (code, ended) => {
      living.delete(place);
      if (isStopping) return;
      started.then(
        () => {
          log.error({ code, signal: ended }, 'A process ended unexpectedly; it is started again.');
          void again(place, performance.now() - beganAt > STABLE_MS ? 0 : FIRST_PAUSE_MS);
        },
        () => {}, // the caller knows
      );
    });
    return started;
  }

  async function again(place: number, pauseMs: number): Promise<void> {
    await sleep(pauseMs, undefined, { ref: false });
    if (isStopping) return;
    await begin(place).catch((error: Error) => {
      if (isStopping) return;
      log.error(`A process did not start: ${error.message}`);
      void again(place, Math.min(LONGEST_PAUSE_MS, pauseMs * 2 || FIRST_PAUSE_MS));
    });
  }

  /** The figures of all processes, for the one that was scraped. */
  async function answer(worker: Worker, id: number): Promise<void> {
    const figures = await Promise.all([...living.values()].map(figuresOf));
    const text = await merged(figures.filter((one) => one !== null));
    tell(worker, { kind: 'metrics', id, text });
  }

  async function figuresOf(worker: Worker): Promise<Figures | null> {
    asked += 1;
    const id = asked;
    const counted = new Promise<Figures>((resolve) => {
      const take = (message: ToPrimary) => {
        if (message.kind !== 'counted' || message.id !== id) return;
        worker.off('message', take);
        resolve(message.figures);
      };
      worker.on('message', take);
    });
    tell(worker, { kind: 'count', id });
    return Promise.race([counted, sleep(COUNT_MS, null, { ref: false })]);
  }

  return {
    begin,
    async stop() {
      isStopping = true;
      const ended = [...living.values()].map((worker) => once(worker, 'exit'));
      for (const worker of living.values()) tell(worker, { kind: 'stop' });
      await Promise.all(ended);
    },
  };
}

/** Resolves when it serves; fails with its reason, or when it ends before. */
function startOf(worker: Worker): Promise<Started> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'ready') resolve(message.started);
      if (message.kind === 'failed') {
        const { message: text, exitCode } = message;
        reject(exitCode === null ? new Error(text) : new StartError(text, exitCode));
      }
    });
    worker.once('exit', (code) => reject(new Error(`A process ended while it was starting (${code}).`)));
  });
}

function tell(worker: Worker, message: ToPart): void {
  // It may have just ended.
  if (worker.isConnected()) worker.send(message, () => {});
}

/** The address of the embedded database, which the processes use as if it were a server's. */
function embeddedUrl({ databaseUrl }: Config, { pool }: Database): string | null {
  if (databaseUrl) return null;
  const { host = '', port, user = '', password, database = '' } = pool.options;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
