/** Figures of the installation, each of a bounded number of rows. */
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export const MOST_COUNTED = 100_000;

export interface DatabaseFigures {
  postgresql: string;
  now: Date;
  bytes: number;
  jobs_waiting: number;
  jobs_late: number;
  jobs_failed: number;
  receivers_failing: number;
  receivers_paused: number;
  is_held: boolean;
}

export async function databaseFigures(db: Db | Tx): Promise<DatabaseFigures> {
  const most = sql.lit(MOST_COUNTED);
  const { rows } = await sql<DatabaseFigures>`
    select split_part(current_setting('server_version'), ' ', 1) as postgresql, clock_timestamp() as now,
      pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from (select from job limit ${most}) as counted) as jobs_waiting,
      (select count(*)::int from (select from failed_job limit ${most}) as counted) as jobs_failed,
      (select coalesce(greatest(0, floor(extract(epoch from clock_timestamp() - min(next_at)))), 0)::int
        from job_lane where next_at > '-infinity' and claim is null) as jobs_late,
      (select count(*)::int from webhook where active and probe_at is not null) as receivers_failing,
      (select count(*)::int from webhook where not active and pause_reason in ('gone', 'failing')) as receivers_paused,
      exists (select from webhook where pause_reason = 'restore')
        or exists (select from intake_hold where site_id is null) as is_held`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('A select without a table returned no row.');
  return figures;
}
