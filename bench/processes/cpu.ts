/** What a process has used so far, from /proc; null where there is none. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever its own clock does. */
const TICK_US = 10_000;

/** Microseconds of CPU time of a process. */
export function cpuTime(pid: number): number | null {
  const stat = statOf(pid);
  return stat && (stat.user + stat.system) * TICK_US;
}

/** Of a PostgreSQL server: its own, that of its sessions, and that of the sessions it has outlived. */
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

/** Bytes of a process that lie in memory. */
export function residentBytes(pid: number): number | null {
  const kilobytes = read(`/proc/${pid}/status`)?.match(/^VmRSS:\s+(\d+) kB/m)?.[1];
  return kilobytes ? Number(kilobytes) * 1024 : null;
}

function statOf(pid: number) {
  // The name stands in brackets and may hold anything; the numbers after it are counted from the process's state, field 3.
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
