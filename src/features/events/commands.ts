/** When an event is served: set by whoever writes it, and by the timer when its time comes. */
import { sql } from 'kysely';
import { lockSite } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { cancelJobs, replaceJobs } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import type { ResourceRow, WrittenResource } from '../resources/resource.ts';

type EventRow = ResourceRow<'event'>;

/** Serves an event when its time has come. */
export const eventPublication = jobKind<{ site_id: number; id: number }>('events.publish');

/** The lane of an event holds a job if and only if its time is still to come. */
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

/** What the timer calls: a job that runs is due, as its lane's job is replaced and cancelled with the time. */
export async function serveDueEvent(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockSite(tx, siteId);
  await sql`update event set is_served = true where site_id = ${siteId} and id = ${id}`.execute(tx);
}

function timeToCome(row: EventRow | null): Date | null {
  return row && !row.is_served ? row.published_at : null;
}

const laneOf = ({ site_id, id }: EventRow) => `${site_id}:${id}`;
