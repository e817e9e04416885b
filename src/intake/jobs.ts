/** The handlers and schedules of intake. */
import { sql } from 'kysely';
import { transaction } from '../db/transaction.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { laneOf, type SourceKey, sourcePoll } from '../features/sources/commands.ts';
import { createFeedParser } from '../features/sources/parser.ts';
import { enqueueIfIdle } from '../jobs/enqueue.ts';
import { type JobHandler, jobKind, onJob } from '../jobs/kinds.ts';
import { every } from '../jobs/schedules.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { eraseItems } from './erasing.ts';
import { takeItems } from './item.ts';
import { pollSources } from './poll.ts';
import { canSubscribe, subscribeToHubs } from './subscribe.ts';

const sourceSweep = jobKind<object>('intake.sweep');

/** Adds the poll of every active source that has none, for instance after a poll that failed too often. */
const sweepSources = onJob(sourceSweep, async ({ db }) => {
  const { rows } = await sql<SourceKey>`
    select site_id, id from source where active and kind = 'feed' and not exists (
      select from job_lane where kind = ${sourcePoll.name} and key = source.site_id || ':' || source.id)`.execute(db);
  for (const { site_id, id } of rows)
    await transaction(db, (tx) =>
      enqueueIfIdle(tx, sourcePoll, { key: laneOf({ site_id, id }), payload: { site_id, id } }),
    );
});

export const hourlySweep = every(3_600, 'sweep sources', sourceSweep, {});

export function intakeHandlers(
  guard: AddressGuard,
  { rawDays, publicUrl }: { rawDays: number; publicUrl: () => string },
  media: MediaTools,
): JobHandler[] {
  const hubs = { guard, publicUrl };
  return [
    pollSources({ guard, parser: createFeedParser(), rawDays, canSubscribe: () => canSubscribe(hubs) }),
    takeItems,
    sweepSources,
    subscribeToHubs(hubs),
    eraseItems(media),
  ];
}
