import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of postmaster.pid, which a server writes line by line while it starts. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string | undefined;
  /** starting, ready, stopping or standby. */
  status: string;
}

const POLL_MS = 20;

export function readPostmaster(pgdata: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid)) return undefined;
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4]?.trim() || undefined,
    status: lines[7]?.trim() || 'starting',
  };
}

/**
 * Whether `pid` is a live server on this folder. The pid is not enough: after a crash or a reboot it may belong to
 * any process, and in a container without an init a killed server remains as a zombie.
 */
export function isPostmaster(pid: number, pgdata: string): boolean {
  return process.platform === 'linux' ? isLinuxPostmaster(pid, pgdata) : isListedPostmaster(pid, pgdata);
}

export function livePostmaster(pgdata: string): Postmaster | undefined {
  const found = readPostmaster(pgdata);
  return found && isPostmaster(found.pid, pgdata) ? found : undefined;
}

/** SIGTERM waits for the sessions (smart), SIGINT ends them (fast), SIGQUIT exits without a checkpoint (immediate). */
export function signalPostmaster(pgdata: string, signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): void {
  const found = livePostmaster(pgdata);
  if (!found) return;
  try {
    process.kill(found.pid, signal);
  } catch {
    // The server ended between the check and the signal.
  }
}

/** Polls `done`; false after the timeout. */
export async function waitUntil(done: () => boolean, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!done()) {
    if (Date.now() > end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** A postmaster's working folder is its data folder. */
function isLinuxPostmaster(pid: number, pgdata: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.charAt(stat.lastIndexOf(')') + 2);
    if (state === 'Z' || state === 'X') return false;
  } catch {
    return false;
  }
  try {
    const [cwd, folder] = [statSync(`/proc/${pid}/cwd`), statSync(pgdata)];
    return cwd.dev === folder.dev && cwd.ino === folder.ino;
  } catch {
    return isStartedOn(pid, pgdata);
  }
}

/** For root without CAP_SYS_PTRACE, as in most containers, which cannot read another account's /proc/<pid>/cwd. */
function isStartedOn(pid: number, pgdata: string): boolean {
  try {
    const [command = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(command) === 'postgres' && args.includes(pgdata);
  } catch {
    return false;
  }
}

function isListedPostmaster(pid: number, pgdata: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const line = stdout?.trim() ?? '';
  return line !== '' && !line.startsWith('Z') && line.includes('postgres') && line.includes(pgdata);
}
