/** The lanes of webhooks: the statements that claim them and read their deliveries. */
import { type RawBuilder, sql } from 'kysely';
import { SLOW_SECONDS } from '../../core/breaker.ts';
import type { Db } from '../../db/connect.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { GroupCapacity } from '../../jobs/claim-ahead.ts';
import {
  type Claimant,
  type Claimed,
  type ClaimLimits,
  claimLanes,
  isOneDue,
  type LaneClaim,
  type LaneTable,
  lockLanes,
  nextDue,
} from '../../jobs/lanes.ts';
import type { WebhookRow } from './queries.ts';

export type WebhookLaneKey = { site_id: number; webhook_id: number; article_id: number };
export type LeasedLane = LaneClaim<WebhookLaneKey>;

/** A delivery and the body of its event; null when the event no longer exists. */
export interface Pending {
  id: number;
  action: string;
  version: number;
  attempts: number;
  /** How often it was resent on request. */
  resend_count: number;
  body: string | null;
  /** Of the span that published it; null without one. */
  traceparent: string | null;
}

export interface ClaimedLane extends Claimed<WebhookLaneKey> {
  webhook: WebhookRow;
  isProbe: boolean;
  /** In the order in which they are to be sent. Empty when none is left. */
  pending: Pending[];
}

/** Ids of webhooks are unique within their site. */
export const receiverKey = ({ site_id, webhook_id }: { site_id: number; webhook_id: number }) =>
  `${site_id}:${webhook_id}`;

/** Deliveries of one lane that are read with a claim. */
const AT_ONCE = 4;
/** After a probe was claimed, the next one waits this long, unless its result arrives first. */
const PROBE_MS = 20_000;

export const WEBHOOK_LANES: LaneTable<WebhookLaneKey> = {
  table: 'webhook_lane',
  key: { site_id: 'bigint', webhook_id: 'bigint', article_id: 'bigint' },
  firstDue: sql`(select delivery.created_at from webhook_delivery delivery
    where delivery.site_id = lane.site_id and delivery.webhook_id = lane.webhook_id
      and delivery.article_id = lane.article_id and delivery.state = 'pending'
    order by delivery.content_version, delivery.id limit 1)`,
};

const isInGroup = sql`lane.site_id = lane_group.site_id and lane.webhook_id = lane_group.webhook_id`;

/** Receivers with the fewest lanes in this process come first, then at random: none waits behind another for long. */
export function claimLimits(capacities: GroupCapacity[], defaultCapacity: number, most: number): ClaimLimits {
  const [siteIds, webhookIds] = [0, 1].map((part) => capacities.map(({ group }) => Number(group.split(':')[part])));
  const capacity = sql`least(coalesce(known.capacity, ${defaultCapacity}::int), ${slowStart})`;
  return {
    isInGroup,
    most,
    groups: sql`(
      select webhook.site_id, webhook.id as webhook_id, ${capacity} as capacity
      from webhook left join unnest(${siteIds}::bigint[], ${webhookIds}::bigint[],
        ${capacities.map(({ claimed }) => claimed)}::int[], ${capacities.map(({ capacity }) => capacity)}::int[])
        as known(site_id, webhook_id, claimed, capacity)
        on known.site_id = webhook.site_id and known.webhook_id = webhook.id
      where webhook.active and webhook.probe_at is null and ${capacity} > 0
      order by coalesce(known.claimed, 0), random()
    ) as lane_group`,
  };
}

/** After the breaker closed: 1, 2, 4 at once. */
const slowStart = sql`case when webhook.closed_at > clock_timestamp() - ${sql.lit(SLOW_SECONDS)} * interval '1 second'
  then power(2, floor(extract(epoch from clock_timestamp() - webhook.closed_at)))::int - coalesce(known.claimed, 0)
  else 1000000 end`;

/** On a connection that does not wait for the disk; `completed` reads the deliveries of the lanes. */
export function claimDue(db: Db, limits: ClaimLimits, claimant: Claimant): Promise<Claimed<WebhookLaneKey>[]> {
  return claimLanes(db, WEBHOOK_LANES, limits, claimant);
}

/** One lane of each receiver whose breaker is open and allows a probe: one that backs off after a failure if there is no other. */
export async function claimProbes(db: Db, claimant: Claimant): Promise<ClaimedLane[]> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ site_id: number; id: number }>`
      with probed as (
        update webhook set probe_at = clock_timestamp() + ${sql.lit(PROBE_MS)} * interval '1 millisecond'
        where active and probe_at <= clock_timestamp() and exists (
          select from webhook_lane lane
          where lane.site_id = webhook.site_id and lane.webhook_id = webhook.id and lane.claim is null)
        returning site_id, id
      ), pulled as (
        update webhook_lane lane set next_at = least(lane.next_at, clock_timestamp())
        from probed cross join lateral (
          select first.article_id from webhook_lane first
          where first.site_id = probed.site_id and first.webhook_id = probed.id and first.claim is null
            and first.next_at > '-infinity'
          order by first.next_at limit 1 for update skip locked
        ) as first
        where lane.site_id = probed.site_id and lane.webhook_id = probed.id and lane.article_id = first.article_id
      )
      select * from probed`.execute(tx);
    if (rows.length === 0) return [];
    const groups = sql`unnest(${rows.map(({ site_id }) => site_id)}::bigint[], ${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(() => 1)}::int[]) as lane_group(site_id, webhook_id, capacity)`;
    const lanes = await claimLanes(tx, WEBHOOK_LANES, { groups, isInGroup }, claimant);
    return completed(tx, lanes, true);
  });
}

/** Whether a lane can be claimed, or a receiver probed. */
export function isDeliveryDue(): RawBuilder<boolean> {
  const receivers = sql`(select site_id, id as webhook_id from webhook where active and probe_at is null) as lane_group`;
  return sql<boolean>`(${isOneDue(WEBHOOK_LANES, { groups: receivers, isInGroup })} or exists (
    select from webhook where active and probe_at <= clock_timestamp() and exists (
      select from webhook_lane lane
      where lane.site_id = webhook.site_id and lane.webhook_id = webhook.id and lane.claim is null)))`;
}

export function nextLaneDue(db: Db, limits: ClaimLimits): Promise<number | null> {
  return nextDue(db, WEBHOOK_LANES, limits);
}

/** The deliveries of claimed lanes, after outdated ones were superseded. Webhooks are read on `beside` at the same time. */
export async function completed(
  db: Db | Tx,
  lanes: Claimed<WebhookLaneKey>[],
  isProbe: boolean,
  beside = db,
): Promise<ClaimedLane[]> {
  if (lanes.length === 0) return [];
  const [webhooks, pending] = await Promise.all([webhooksOf(beside, lanes), supersededThenPending(db, lanes)]);
  return lanes.flatMap((lane) => {
    const webhook = webhooks.get(receiverKey(lane.key));
    // Deleted meanwhile: its lanes are being removed.
    return webhook ? { ...lane, webhook, isProbe, pending: pending.get(lane.claim) ?? [] } : [];
  });
}

async function webhooksOf(db: Db | Tx, lanes: LeasedLane[]): Promise<Map<string, WebhookRow>> {
  const keys = new Map(lanes.map(({ key }) => [receiverKey(key), key]));
  const rows = await webhooksWith(db, columnsOf([...keys.values()]));
  return new Map(rows.map((row) => [receiverKey({ site_id: row.site_id, webhook_id: row.id }), row]));
}

const webhooksWith = preparedOnce<{ site_id: number[]; webhook_id: number[] }, WebhookRow>(
  (given) => sql`
    select webhook.* from webhook
    join unnest(${given('site_id')}::bigint[], ${given('webhook_id')}::bigint[]) as wanted(site_id, id)
      using (site_id, id)`,
);

/** A statement after the claim, so that it sees everything that was committed to the lane before the claim. */
async function supersededThenPending(db: Db | Tx, lanes: LeasedLane[]): Promise<Map<number, Pending[]>> {
  const found = await pendingOf(db, lanes);
  const stale = lanes.filter(({ claim }) => {
    const [first, second] = found.get(claim) ?? [];
    return first && second && first.attempts > 0 && first.action === 'update' && second.action === 'update';
  });
  if (stale.length === 0) return found;
  // Committed before the newer one is sent: otherwise the older one could be sent after it if the database crashes.
  return transaction(db, async (tx) => {
    const claims = await lockLanes(tx, WEBHOOK_LANES, stale, 'wait');
    const ours = stale.filter(({ claim }) => claims.has(claim));
    await supersede(tx, ours);
    const left = await pendingOf(tx, ours);
    return new Map([...found, ...stale.map(({ claim }) => [claim, left.get(claim) ?? []] as const)]);
  });
}

async function pendingOf(db: Db | Tx, lanes: LeasedLane[]): Promise<Map<number, Pending[]>> {
  const rows = await pendingIn(db, {
    ...columnsOf(lanes.map(({ key }) => key)),
    claim: lanes.map(({ claim }) => claim),
  });
  const found = new Map<number, Pending[]>();
  for (const { claim, ...pending } of rows) found.set(claim, [...(found.get(claim) ?? []), pending]);
  return found;
}

type PendingKeys = Record<keyof WebhookLaneKey | 'claim', number[]>;
const pendingIn = preparedOnce<PendingKeys, Pending & { claim: number }>(
  (given) => sql`
    select leased.claim, delivery.id, delivery.action, delivery.content_version as version, delivery.attempts,
      delivery.resend_count, event.body, event.traceparent
    from unnest(${given('site_id')}::bigint[], ${given('webhook_id')}::bigint[], ${given('article_id')}::bigint[],
      ${given('claim')}::bigint[]) as leased(site_id, webhook_id, article_id, claim)
    cross join lateral (
      select * from webhook_delivery waiting
      where waiting.site_id = leased.site_id and waiting.webhook_id = leased.webhook_id
        and waiting.article_id = leased.article_id and waiting.state = 'pending'
      order by waiting.content_version, waiting.id limit ${sql.lit(AT_ONCE)}
    ) as delivery
    left join article_event event on event.site_id = delivery.site_id
      and event.content_version = delivery.content_version and event.article_id = delivery.article_id
      and event.action = delivery.action
    order by leased.claim, delivery.content_version, delivery.id`,
);

/**
 * After the first of several successive updates has failed, only the last one is sent: the older ones are superseded. Never
 * across a publication or an unpublication.
 */
async function supersede(tx: Tx, lanes: LeasedLane[]): Promise<void> {
  const { site_id, webhook_id, article_id } = columnsOf(lanes.map(({ key }) => key));
  await sql`
    with waiting as (
      select delivery.*, bool_or(delivery.action <> 'update') over line as is_past_updates
      from unnest(${site_id}::bigint[], ${webhook_id}::bigint[], ${article_id}::bigint[])
        as leased(site_id, webhook_id, article_id)
      join webhook_delivery delivery using (site_id, webhook_id, article_id)
      where delivery.state = 'pending'
      window line as (partition by site_id, webhook_id, article_id order by content_version, id)
    ), updates as (
      select *, last_value(id) over (
        partition by site_id, webhook_id, article_id order by content_version, id
        rows between unbounded preceding and unbounded following) as last_id
      from waiting where not is_past_updates
    )
    update webhook_delivery delivery
    set state = 'superseded', superseded_by = updates.last_id, settled_at = clock_timestamp()
    from updates
    where delivery.site_id = updates.site_id and delivery.webhook_id = updates.webhook_id
      and delivery.id = updates.id and updates.id <> updates.last_id`.execute(tx);
}

/** The keys as columns. */
function columnsOf(keys: WebhookLaneKey[]): Record<keyof WebhookLaneKey, number[]> {
  return {
    site_id: keys.map(({ site_id }) => site_id),
    webhook_id: keys.map(({ webhook_id }) => webhook_id),
    article_id: keys.map(({ article_id }) => article_id),
  };
}
