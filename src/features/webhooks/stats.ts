/** The counters of a sender and the backlog of receivers, for metrics and readiness. */
import { sql } from 'kysely';
import type { Db, Queryable } from '../../db/connect.ts';
import type { Attempted } from '../../outbound/post.ts';

export interface SenderStats {
  /** Claimed lanes, and how many of them had an expired lease of a dead or stuck sender. */
  claimed: number;
  abandoned: number;
  /** Claims whose results came too late and were not written. */
  lostFence: number;
  /** Requests since the start, by outcome. */
  outcomes: Record<string, number>;
  requestMs: number;
  /** From the time a lane was due to its claim, by the database's clock. */
  latestMs: number;
  totalLateMs: number;
  underWay: number;
  waiting: number;
}

export interface Backlog {
  site_id: number;
  webhook_id: number;
  active: boolean;
  is_open: boolean;
  pending: number;
  given_up: number;
  oldest_seconds: number;
}

export function newSenderStats(): SenderStats {
  return {
    claimed: 0,
    abandoned: 0,
    lostFence: 0,
    outcomes: {},
    requestMs: 0,
    latestMs: 0,
    totalLateMs: 0,
    underWay: 0,
    waiting: 0,
  };
}

export function countClaimed(
  stats: SenderStats,
  { lateMs, isAbandoned }: { lateMs: number; isAbandoned: boolean },
): void {
  stats.claimed += 1;
  stats.abandoned += isAbandoned ? 1 : 0;
  stats.latestMs = Math.max(stats.latestMs, lateMs);
  stats.totalLateMs += lateMs;
}

export function countAttempt(stats: SenderStats, { outcome, timing }: Attempted): void {
  stats.outcomes[outcome] = (stats.outcomes[outcome] ?? 0) + 1;
  stats.requestMs += timing.total ?? 0;
}

/** The pending deliveries of each webhook, and how long the oldest has waited. */
export async function backlogs(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select webhook.site_id, webhook.id as webhook_id, webhook.active, webhook.probe_at is not null as is_open,
      waiting.pending, (
        select count(*) from webhook_delivery delivery
        where delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id and delivery.state = 'given_up'
      ) as given_up, waiting.oldest_seconds
    from webhook cross join lateral (
      select count(*) as pending,
        coalesce(extract(epoch from clock_timestamp() - min(delivery.created_at)), 0)::float8 as oldest_seconds
      from webhook_delivery delivery
      where delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id and delivery.state = 'pending'
    ) as waiting
    order by webhook.site_id, webhook.id`.execute(db);
  return rows;
}

/** How many seconds the oldest due lane of a healthy receiver has waited for a claim. */
export async function sendingLag(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ seconds: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - first.next_at)), 0)::float8 as seconds
     from webhook cross join lateral (
       select next_at from webhook_lane lane
       where lane.site_id = webhook.site_id and lane.webhook_id = webhook.id and lane.next_at > '-infinity'
       order by next_at limit 1
     ) as first
     where webhook.active and webhook.probe_at is null`,
  );
  return Math.max(0, Math.round(rows[0]?.seconds ?? 0));
}
