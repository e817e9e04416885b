/** Masthead as it ships: the built program in a process of its own, its logs in a file, its settings the defaults. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSet } from '../archive/sets.ts';
import { type Bench, WrongAnswer } from '../case.ts';
import { ROOT } from '../root.ts';

export interface Service {
  url: string;
  pid: number;
  data: DataSet;
  /** The management API. */
  manage(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** The setting that turns the caches off. */
export const CACHES_OFF = { CACHE_BYTES: '0' };

const ADMIN_TOKEN = 'admin-token-of-the-benchmark';
export const AS_ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };
const MAIN = join(ROOT, 'dist/cli/main.js');
const START_TIMEOUT = 60_000;
let started = 0;

export async function startService(bench: Bench, data: DataSet, env: Record<string, string> = {}): Promise<Service> {
  const log = join(bench.scratch, `service-${++started}.log`);
  const fd = openSync(log, 'a');
  const { PATH = '', HOME = '' } = process.env;
  const settings = { PORT: '0', DATABASE_URL: data.url, MASTHEAD_ADMIN_TOKEN: ADMIN_TOKEN };
  const child = spawn(process.execPath, [MAIN, 'start'], {
    env: { PATH, HOME, ...settings, ...env },
    stdio: ['ignore', fd, fd],
  });
  const ended = once(child, 'exit');
  bench.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    const port = readFileSync(log, 'utf8').match(/Masthead is ready at \S+:(\d+)/)?.[1];
    const url = `http://127.0.0.1:${port}`;
    if (port && child.pid) return { url, pid: child.pid, data, manage: (...call) => manage(url, ...call) };
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The service did not start:\n${readFileSync(log, 'utf8')}`);
    await sleep(20);
  }
}

async function manage(url: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/v1/manage${path}`, {
    method,
    headers: { ...AS_ADMIN, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new WrongAnswer(`${method} ${path} was answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}
