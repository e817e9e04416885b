/** What a service takes while it runs: memory, open files, its database, its log (WAL) and its folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../../bench/report/statistics.ts';
import type { Running } from '../service.ts';
import type { Stage } from '../stage.ts';

export interface Sample {
  at: number;
  /** Megabytes and numbers, by what is measured. */
  sizes: Record<string, number>;
}

const MB = 1_000_000;

export async function sampleOf(stage: Stage, processes: Record<string, Running>, folder: string): Promise<Sample> {
  const [row] = await stage.query<{ database: number; wal: number; jobs: number }>(
    `select pg_database_size(current_database())::float8 as database, (select sum(size) from pg_ls_waldir())::float8 as wal,
       (select count(*) from job)::float8 as jobs`,
  );
  const { database = 0, wal = 0, jobs = 0 } = row ?? {};
  const alive = Object.entries(processes).filter(([, process]) => process.isAlive());
  const ofProcesses = alive.flatMap(([name, { pid }]) => [
    [`memory of ${name}, MB`, residentMegabytes(pid)],
    [`open files of ${name}`, openFiles(pid)],
  ]);
  return {
    at: performance.now(),
    sizes: {
      ...Object.fromEntries(ofProcesses),
      'database, MB': database / MB,
      'WAL, MB': wal / MB,
      'media, MB': bytesIn(folder) / MB,
      jobs,
    },
  };
}

/** Of what is measured: the median of the first third and of the last third of the samples. */
export function thirds(samples: Sample[], name: string): { first: number; last: number } {
  const values = samples.map(({ sizes }) => sizes[name] ?? 0);
  const length = Math.ceil(values.length / 3);
  const median = (some: number[]) =>
    quantile(
      some.toSorted((a, b) => a - b),
      0.5,
    );
  return { first: median(values.slice(0, length)), last: median(values.slice(-length)) };
}

function residentMegabytes(pid: number): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)?.[1];
  return (Number(kilobytes) * 1_024) / MB;
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
}

/** A file may go away between its listing and this. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
