/** A program of the rig with its log, started again and stopped by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type Account, spawnOptions } from '../../src/db/embedded/account.ts';

export interface Program {
  name: string;
  start(): void;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  end(name: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  log(): string;
}

export function newProgram(name: string, logs: string, account: Account, file: string, args: string[]): Program {
  const path = join(logs, `${name}.log`);
  let child: ChildProcess | null = null;
  const alive = () => (child?.exitCode === null && child.signalCode === null ? child : null);
  return {
    name,
    start() {
      const fd = openSync(path, 'a');
      child = spawn(file, args, { ...spawnOptions(account), stdio: ['ignore', fd, fd] });
      closeSync(fd);
      child.on('error', () => {}); // The rig times out and shows the log.
    },
    signal: (signal) => void alive()?.kill(signal),
    async end(signal) {
      const running = alive();
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    },
    log: () => readFileSync(path, 'utf8'),
  };
}

/** Different free ports of loopback. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    servers.push(server);
  }
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await once(server.close(), 'close');
      return address && typeof address === 'object' ? address.port : 0;
    }),
  );
}

/** The processes of the PostgreSQL in this folder: the first one and its children. */
export function serverPids(data: string): number[] {
  const pid = Number(textOf(join(data, 'postmaster.pid')).split('\n')[0]);
  // A server that was killed leaves the file behind, and its number may be another program's now.
  if (!textOf(`/proc/${pid}/cmdline`).includes(data)) return [];
  return [pid, ...childrenOf(pid)];
}

export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}

/** Field 4 of /proc/<pid>/stat, behind the name in parentheses, is the parent. */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    const stat = textOf(`/proc/${pid}/stat`);
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
