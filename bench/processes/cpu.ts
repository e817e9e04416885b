/** CPU time and memory of a process from /proc; null where there is no /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in 1/100 s at any tick rate of the kernel. */
const TICK_US = 10_000;

/** Microseconds of CPU time of a process. */
export function cpuTime(pid: number): number | null {
  const stat = statOf(pid);
  return stat && (stat.user + stat.system) * TICK_US;
}

/** The same of its main thread, which runs JavaScript; hashes, compilation and files have threads of their own. */
export function mainThreadCpuTime(pid: number): number | null {
  const stat = statOf(`${pid}/task/${pid}`);
  return stat && (stat.user + stat.system) * TICK_US;
}

/** CPU time of a PostgreSQL server, its sessions and its ended sessions. */
export function databaseCpuTime(postmaster: number): number | null {
  const server = statOf(postmaster);
  if (!server) return null;
  const sessions = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)) ?? [])
    .filter(({ parent }) => parent === postmaster);
  const ticks = sessions.reduce((sum, { user, system }) => sum + user + system, server.user + server.system);
  return (ticks + server.endedUser + server.endedSystem) * TICK_US;
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number | null {
  const kilobytes = read(`/proc/${pid}/status`)?.match(/^VmRSS:\s+(\d+) kB/m)?.[1];
  return kilobytes ? Number(kilobytes) * 1024 : null;
}

/** The same of a process and those that it started. Pages that they share count for each. */
export function residentBytesWithChildren(pid: number): number {
  const isOf = (one: number) => one === pid || statOf(one)?.parent === pid;
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers
    .map(Number)
    .filter(isOf)
    .reduce((sum, one) => sum + (residentBytes(one) ?? 0), 0);
}

function statOf(pid: number | string) {
  // The name is in brackets and may contain anything; the fields after it start with the state, field 3.
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  if (!fields) return null;
  const field = (number: number) => fields[number - 3] ?? 0;
  return {
    parent: field(4),
    user: field(14),
    system: field(15),
    endedUser: field(16),
    endedSystem: field(17),
  };
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
