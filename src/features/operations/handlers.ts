import { statfs } from 'node:fs/promises';
import type { manageApi } from '../../contract/routes.ts';
import { problemsOf } from '../../core/operations.ts';
import { utc } from '../../core/time.ts';
import { limited, type Queryable } from '../../db/connect.ts';
import type { Handlers } from '../handler.ts';
import { databaseFigures } from './queries.ts';

/** What the process knows of itself, and what other features count. */
export interface ProcessFacts {
  version: string;
  startedAt: Date;
  now(): Date;
  /** A folder on the disk of the data. */
  folder: string;
  /** Why the database rejects writes; null while it does not. */
  writes(): string | null;
  sourceCounts(on: Queryable): Promise<{ active: number; failing: number }>;
  /** Seconds. */
  sendingLag(on: Queryable): Promise<number>;
  /** Null if it makes none. */
  backups: (() => Promise<{ everySeconds: number; newest: Date | null; newestVerified: Date | null }>) | null;
}

export const manageOperations = (facts: ProcessFacts): Handlers<typeof manageApi.operations> => ({
  async read(db) {
    const figures = await databaseFigures(db);
    const { failing, active } = await facts.sourceCounts(limited(db));
    const jobs = { late_seconds: figures.jobs_late, failed: figures.jobs_failed };
    const late_seconds = await facts.sendingLag(limited(db));
    const deliveries = { late_seconds, failing: figures.receivers_failing, paused: figures.receivers_paused };
    const sources = { active, failing };
    const [disk, backups] = await Promise.all([diskOf(facts.folder), facts.backups?.() ?? null]);
    const now = facts.now();
    const skewSeconds = Math.abs(now.getTime() - figures.now.getTime()) / 1_000;
    const { startedAt } = facts;
    const isHeld = figures.is_held;
    return {
      operations: {
        version: facts.version,
        node: process.versions.node,
        postgresql: figures.postgresql,
        started_at: utc(startedAt),
        database_bytes: figures.bytes,
        disk,
        jobs: { waiting: figures.jobs_waiting, ...jobs },
        deliveries,
        sources,
        backups: {
          is_scheduled: backups !== null,
          newest_at: backups?.newest ? utc(backups.newest) : null,
          newest_verified_at: backups?.newestVerified ? utc(backups.newestVerified) : null,
        },
        problems: problemsOf(
          { writes: facts.writes(), disk, isHeld, jobs, deliveries, sources, skewSeconds, backups, startedAt },
          now,
        ),
      },
    };
  },
});

async function diskOf(folder: string) {
  const found = await statfs(folder).catch(() => null);
  return found && { free_bytes: found.bavail * found.bsize, total_bytes: found.blocks * found.bsize };
}
