/** The counters of a worker, for the metrics. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

export interface WorkerStats {
  /** Claimed lanes, and how many of them had an expired lease of a dead or stuck worker. */
  claimed: number;
  abandoned: number;
  /** Jobs. */
  done: number;
  retried: number;
  failed: number;
  /** Claims whose results came too late and were not written. */
  lostFence: number;
  /** Running handlers, and lanes claimed ahead. */
  running: number;
  waiting: number;
  /** From the time a lane was due to its claim, by the database's clock: claims up to each bound, not cumulative. */
  lateness: { boundMs: number; claims: number }[];
  latestMs: number;
  totalLateMs: number;
}

export interface Depth {
  kind: string;
  waiting: number;
  due: number;
  failed: number;
}

const LATENESS_BOUNDS = [5, 10, 25, 50, 100, 250, 1_000, 5_000, 20_000, Number.POSITIVE_INFINITY];

export function newStats(): WorkerStats {
  const counts = { claimed: 0, abandoned: 0, done: 0, retried: 0, failed: 0, lostFence: 0, running: 0, waiting: 0 };
  const lateness = LATENESS_BOUNDS.map((boundMs) => ({ boundMs, claims: 0 }));
  return { ...counts, lateness, latestMs: 0, totalLateMs: 0 };
}

export function countClaim(
  stats: WorkerStats,
  { lateMs, isAbandoned }: { lateMs: number; isAbandoned: boolean },
): void {
  stats.claimed += 1;
  if (isAbandoned) stats.abandoned += 1;
  stats.latestMs = Math.max(stats.latestMs, lateMs);
  stats.totalLateMs += lateMs;
  const bucket = stats.lateness.find(({ boundMs }) => lateMs <= boundMs);
  if (bucket) bucket.claims += 1;
}

/** Jobs by kind: how many wait, how many of them are due, how many have failed for good. Reads them all. */
export async function queueDepth(db: Db): Promise<Depth[]> {
  const { rows } = await sql<Depth>`
    select kind, sum(waiting)::int as waiting, sum(due)::int as due, sum(failed)::int as failed
    from (
      select kind, count(*) as waiting, count(*) filter (where run_at <= statement_timestamp()) as due, 0 as failed
      from job group by kind
      union all
      select kind, 0, 0, count(*) from failed_job group by kind
    ) as counted
    group by kind order by kind`.execute(db);
  return rows;
}
