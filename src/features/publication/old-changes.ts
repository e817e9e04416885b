/** The change feed keeps events for 30 days, and longer while a delivery of one is pending. */
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/** Where a batch stopped: a time, and how many events of that time were kept. */
export interface EventPosition {
  at: string;
  kept: number;
}

interface EventTuple {
  ctid: string;
}
type DatedTuple = EventTuple & { at: string };

const BATCH = 2_000;
const isOld = sql<boolean>`event.at < now() - interval '30 days'`;

/** Deletes a batch of old events. */
export async function deleteOldChanges(tx: Tx, after: EventPosition | null): Promise<EventPosition | null> {
  const page = await oldEvents(tx, after ?? { at: '-infinity', kept: 0 });
  const deleted = await deleteEvents(tx, await lockedEvents(tx, page));
  const last = page.at(-1);
  if (!last || page.length < BATCH) return null;
  const ofLastTime = (times: { at: string }[]) => times.filter(({ at }) => at === last.at).length;
  const keptBefore = after?.at === last.at ? after.kept : 0;
  return { at: last.at, kept: keptBefore + ofLastTime(page) - ofLastTime(deleted) };
}

async function oldEvents(tx: Tx, { at, kept }: EventPosition): Promise<DatedTuple[]> {
  const { rows } = await sql<DatedTuple>`
    select ctid::text, at::text from article_event event where ${isOld} and at >= ${at}::timestamptz
    order by event.at offset ${kept} limit ${sql.lit(BATCH)}`.execute(tx);
  return rows;
}

/** Lock before looking for pending deliveries: a redelivery locks its event too, so the two serialise. */
async function lockedEvents(tx: Tx, page: DatedTuple[]): Promise<EventTuple[]> {
  const { rows } = await sql<EventTuple>`
    select ctid::text from article_event event
    where ${isAmong(page)} and ${isOld} for update skip locked`.execute(tx);
  return rows;
}

/** Deletes events that no pending delivery needs, and records on their sites where the feed now starts. */
async function deleteEvents(tx: Tx, locked: EventTuple[]): Promise<{ at: string }[]> {
  const { rows } = await sql<{ at: string }>`
    with deleted as (
      delete from article_event event where ${isAmong(locked)} and not ${isAwaited}
      returning site_id, content_version, at
    ), furthest as (
      select site_id, max(content_version) as version from deleted group by site_id
    ), noted as (
      update site set changes_forgotten = greatest(changes_forgotten, furthest.version)
      from furthest where site.id = furthest.site_id
    )
    select at::text from deleted`.execute(tx);
  return rows;
}

/** A subselect makes the planner assume a short array and fetch rows by ctid instead of scanning the table. */
function isAmong(tuples: EventTuple[]) {
  return sql<boolean>`event.ctid = any(array(select unnest(${tuples.map(({ ctid }) => ctid)}::tid[])))`;
}

/**
 * A paused webhook must find its events when it resumes. Deliveries are looked up by key: with a join, PostgreSQL
 * compares every event with every pending delivery.
 */
const isAwaited = sql<boolean>`0 < (
  select count(*) from webhook cross join lateral (
    select from webhook_delivery delivery
    where delivery.site_id = event.site_id and delivery.webhook_id = webhook.id and delivery.article_id = event.article_id
      and delivery.content_version = event.content_version and delivery.action = event.action
      and delivery.state = 'pending'
    limit 1
  ) as awaiting
  where webhook.site_id = event.site_id)`;
