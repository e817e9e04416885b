/** The built program as a process that can be stopped and killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../bench/root.ts';

export interface Running {
  url: string;
  pid: number;
  isAlive(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal, waits for the exit and returns the code. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

export const ADMIN_TOKEN = 'admin-token-of-the-fault-tests';
const MAIN = join(ROOT, 'dist/cli/main.js');
const START_TIMEOUT_MS = 120_000;
let started = 0;

export async function startProcess(logs: string, env: Record<string, string>): Promise<Running> {
  const file = join(logs, `process-${++started}.log`);
  const fd = openSync(file, 'a');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, 'start'], {
    env: { PATH, HOME, PORT: '0', MASTHEAD_ADMIN_TOKEN: ADMIN_TOKEN, ...env },
    stdio: ['ignore', fd, fd],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null); // what 'exit' carries
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = readFileSync(file, 'utf8').match(/Masthead is ready at \S+:(\d+)/)?.[1];
    if (port) return running(`http://127.0.0.1:${port}`);
    if (!isAlive() || Date.now() > deadline)
      throw new Error(`The service did not start:\n${readFileSync(file, 'utf8')}`);
    await sleep(10);
  }

  function running(url: string): Running {
    return {
      url,
      pid: child.pid ?? 0,
      isAlive,
      signal: (signal) => void child.kill(signal),
      async kill(signal) {
        child.kill(signal);
        return ended;
      },
    };
  }
}
