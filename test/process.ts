/** Masthead as users run it: the built program in its own process. `npm test` builds first. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN } from './app.ts';
import { atFileEnd } from './at-file-end.ts';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Variables inherited from the test run; tests set the rest. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'FAKETIME_DONT_FAKE_MONOTONIC'];
const START_TIMEOUT = 240_000;

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Service {
  url: string;
  child: ChildProcess;
  output(): string;
  ended: Promise<Ended>;
}

/** A data folder; at the end of the file, processes that still use it are stopped before it is removed. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-process-'));
  chmodSync(folder, 0o711);
  atFileEnd(() => {
    const pid = postmaster(folder);
    if (pid) kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return folder;
}

/** Runs a command to its end. */
export async function masthead(args: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const { child, ended } = launch(args, env);
  child.stdin?.end(input);
  return ended;
}

/** The same with its output in a file, as `>` of a shell does. */
export function mastheadInto(file: string, args: string[], env: Record<string, string>): Ended {
  const output = openSync(file, 'w');
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    env: environment(env),
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(output);
  return { code: status, out: '', err: stderr };
}

/** Starts the service on a free port and waits for its ready line. */
export async function startService(env: Record<string, string>, main = MAIN): Promise<Service> {
  const { child, ended, output } = launch(['start'], { PORT: '0', MASTHEAD_ADMIN_TOKEN: ADMIN, ...env }, main);
  atFileEnd(() => void child.kill('SIGKILL'));
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    const url = output()
      .match(/Masthead is ready at (\S+)/)?.[1]
      ?.replace('localhost', '127.0.0.1');
    if (url) return { url, child, output, ended };
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The service did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The pid of the embedded PostgreSQL in a data folder. */
export function postmaster(folder: string): number | null {
  try {
    return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** Child processes of a process. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((child) => parentOf(child) === pid);
}

/** Field 4 of /proc/<pid>/stat, behind the name in parentheses. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // It is gone.
  }
}

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address
  await once(server.close(), 'close');
  return port;
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited already.
  }
}

export function launch(args: string[], env: Record<string, string>, main = MAIN) {
  const child = spawn(process.execPath, [main, ...args], {
    env: environment(env),
    stdio: 'pipe',
    detached: true,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  const ended = once(child, 'close').then(([code]): Ended => ({ code, out, err }));
  return { child, ended, output: () => out + err };
}

/** The environment of a command: a shell's basics and the test's variables. */
export function environment(env: Record<string, string>): Record<string, string> {
  const kept = INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(kept), ...env };
}
