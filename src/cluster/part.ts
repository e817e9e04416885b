/** One of the processes that share a port (`WORKERS`): it serves, and does what the first process says. */
import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { StartError } from '../core/errors.ts';
import { type Part, type Running, start } from '../start.ts';
import type { Figures, ToPart, ToPrimary } from './messages.ts';

/** Null in a process that was started by itself. */
export const isPart = (): boolean => cluster.isWorker;

/** Ends when the service is to stop, or the first process has ended. */
export async function runPart(config: Config, stopTimeoutMs: number): Promise<void> {
  // Ctrl-C reaches all processes of a terminal; the first one decides.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  const stopping = new AbortController();
  const stopped = new Promise<null>((resolve) => {
    const stop = () => {
      stopping.abort();
      resolve(null);
    };
    process.once('disconnect', stop);
    process.on('message', (message: ToPart) => message.kind === 'stop' && stop());
  });
  const registries: Registry[] = [];
  const begun = await Promise.race([begin(), stopped]);
  if (!begun) return process.disconnect?.();
  const part: Part = { isFirst: begun.isFirst, allMetrics: (own) => metricsOfAll(own, registries) };
  const settings = {
    ...config,
    databaseUrl: begun.databaseUrl ?? config.databaseUrl,
    cacheBytes: Math.floor(config.cacheBytes / begun.parts),
  };
  process.on('message', (message: ToPart) => {
    if (message.kind === 'count') void count(registries, message.id);
  });
  const running = await startedOrFailed(settings, stopping.signal, part);
  if (running) {
    const { stop, ...started } = running;
    say({ kind: 'ready', started });
    await stopped;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    await stop();
  }
  process.disconnect?.();
}

async function startedOrFailed(config: Config, signal: AbortSignal, part: Part): Promise<Running | null> {
  try {
    return await start(config, signal, part);
  } catch (error) {
    if (signal.aborted) return null;
    const { message, stack } = error as Error;
    const exitCode = error instanceof StartError ? error.exitCode : null;
    await new Promise<void>((resolve) => {
      say({ kind: 'failed', message: exitCode === null ? (stack ?? message) : message, exitCode }, resolve);
    });
    return null;
  }
}

/** Of this registry, which is the process's own, and those of the other processes. */
function metricsOfAll(own: Registry, registries: Registry[]): () => Promise<string> {
  registries.push(own);
  let asked = 0;
  return () => {
    asked += 1;
    const id = asked;
    say({ kind: 'metrics', id });
    return new Promise((resolve) => {
      const take = (message: ToPart) => {
        if (message.kind !== 'metrics' || message.id !== id) return;
        process.off('message', take);
        resolve(message.text);
      };
      process.on('message', take);
    });
  };
}

async function count(registries: Registry[], id: number): Promise<void> {
  const figures: Figures = (await Promise.all(registries.map((one) => one.getMetricsAsJSON()))).flat();
  say({ kind: 'counted', id, figures });
}

function say(message: ToPrimary, done: () => void = () => {}): void {
  // It may be gone already.
  process.send?.(message, undefined, undefined, () => done());
}

/** What the first process answers when it knows that this one listens. */
function begin(): Promise<ToPart & { kind: 'begin' }> {
  return new Promise((resolve) => {
    const take = (message: ToPart) => {
      if (message.kind !== 'begin') return;
      process.off('message', take);
      resolve(message);
    };
    process.on('message', take);
    say({ kind: 'here' });
  });
}
