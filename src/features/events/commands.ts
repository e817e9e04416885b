/** Publication of events: by a write, or by the timer at `published_at`. */
import { sql } from 'kysely';
import { timer } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import { lockSite } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { cancelJobs, replaceJobs } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import type { ResourceRow, WrittenResource } from '../resources/resource.ts';

type EventRow = ResourceRow<'event'>;

/** Serves an event when its time has come. */
export const eventPublication = jobKind<{ site_id: number; id: number }>('events.publish');

/** An event's lane has a job if and only if its time is in the future. */
export async function scheduleEvent(tx: Tx, { before, after }: WrittenResource<'event'>): Promise<void> {
  const [was, is] = [timeToCome(before), timeToCome(after)];
  if (was?.getTime() === is?.getTime()) return;
  if (after && is) {
    const payload = { site_id: after.site_id, id: after.id };
    await replaceJobs(tx, eventPublication, { key: laneOf(after), payload, runAt: is });
  } else if (before) {
    await cancelJobs(tx, eventPublication, laneOf(before));
  }
}

/** Run by the timer: a running job is always due, because changing the time replaces or cancels it. */
export async function serveDueEvent(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockSite(tx, siteId);
  const { rows } = await sql<EventRow>`
    update event set is_served = true where site_id = ${siteId} and id = ${id} returning *`.execute(tx);
  const [event] = rows;
  if (!event) return;
  const change = { action: 'publish', noun: 'event', id, sites: [siteId], before: event, after: event } as const;
  await recordChange(tx, timer, change);
}

function timeToCome(row: EventRow | null): Date | null {
  return row && !row.is_served ? row.published_at : null;
}

const laneOf = ({ site_id, id }: EventRow) => `${site_id}:${id}`;
