/** Writes the results of claims that are still valid, many in one transaction. */
import { sql } from 'kysely';
import { retryAfter, retryDelay } from '../../core/retry.ts';
import { timer } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { lockLanes, releaseLanes } from '../../jobs/lanes.ts';
import type { Attempted } from '../../outbound/post.ts';
import { traceIdOf } from '../../tracing/span.ts';
import { pullForward } from './commands.ts';
import { type Health, healthColumns, healthOf, type Receiver, receiversAfter } from './health.ts';
import { type LeasedLane, type Pending, receiverKey, WEBHOOK_LANES } from './lanes.ts';
import type { WebhookRow } from './queries.ts';

export interface SentDelivery {
  delivery: Pending;
  /** Null when there was nothing to send. */
  attempted: Attempted | null;
}

export interface DeliveryOutcome {
  lane: LeasedLane;
  /** As it was when the lane was claimed; null when that could not be read, and nothing was sent. */
  webhook: WebhookRow | null;
  isProbe: boolean;
  /** In order; all but the last succeeded. */
  sent: SentDelivery[];
}

export interface SettledDeliveries {
  claims: Set<number>;
  /** Milliseconds until the first of these lanes is due again, null when all are done. */
  nextDueMs: number | null;
  /** Automatic reactions and deliveries that were given up, for the log. */
  notices: Notice[];
}

export interface Notice {
  message: string;
  site: number;
  webhook: number;
  delivery?: number;
  trace_id?: string | undefined;
}

/** The state of a delivery after its result. */
interface Verdict {
  state: 'pending' | 'delivered' | 'given_up' | 'skipped';
  attempts: number;
  counts: boolean;
  pauseMs: number;
}

const DELIVERED: Omit<Verdict, 'attempts'> = { state: 'delivered', counts: true, pauseMs: 0 };
/** The delivery of a failed probe is due after those that were never tried. */
const PROBE_PAUSE_MS = 60_000;

export async function settleDeliveries(
  db: Db,
  outcomes: DeliveryOutcome[],
  ifLocked: 'wait' | 'skip',
): Promise<SettledDeliveries> {
  return transaction(db, async (tx) => {
    const claims = await lockLanes(
      tx,
      WEBHOOK_LANES,
      outcomes.map(({ lane }) => lane),
      ifLocked,
    );
    const ours = outcomes.filter(({ lane }) => claims.has(lane.claim));
    if (ours.length === 0) return { claims, nextDueMs: null, notices: [] };
    const receivers = await settleReceivers(tx, ours);
    const verdicts = ours.map((outcome) => verdictsOf(outcome, receivers.get(receiverKey(outcome.lane.key))));
    await writeResults(tx, ours, verdicts);
    const releases = ours.map(({ lane }, index) => ({ ...lane, pauseMs: verdicts[index]?.at(-1)?.pauseMs ?? 0 }));
    const nextDueMs = await releaseLanes(tx, WEBHOOK_LANES, releases);
    for (const { pullsForward, row } of receivers.values())
      if (pullsForward) await pullForward(tx, row.site_id, row.id);
    return { claims, nextDueMs, notices: [...noticesOf([...receivers.values()]), ...givenUp(ours, verdicts)] };
  });
}

function noticesOf(receivers: Receiver[]): Notice[] {
  return receivers.flatMap(({ notices, row }) =>
    notices.map((message) => ({ message, site: row.site_id, webhook: row.id })),
  );
}

function givenUp(outcomes: DeliveryOutcome[], verdicts: Verdict[][]): Notice[] {
  return outcomes.flatMap(({ lane, sent }, index) =>
    sent.flatMap(({ delivery, attempted }, n) => {
      if (verdicts[index]?.[n]?.state !== 'given_up') return [];
      const { site_id: site, webhook_id: webhook } = lane.key;
      const reason = attempted?.error ?? attempted?.status ?? attempted?.outcome;
      const message = `A delivery of webhook ${webhook} of site ${site} was given up after ${delivery.attempts + 1} tries: ${reason}`;
      return { message, site, webhook, delivery: delivery.id, trace_id: traceIdOf(delivery.traceparent) };
    }),
  );
}

/** Updates receivers whose health has changed. */
async function settleReceivers(tx: Tx, outcomes: DeliveryOutcome[]): Promise<Map<string, Receiver>> {
  const concerned = outcomes.flatMap(({ webhook, sent }) =>
    webhook && sent.length > 0 && !(isWell(webhook) && sent.every(isDelivered)) ? webhook : [],
  );
  const keys = new Map(concerned.map((row) => [receiverKey({ site_id: row.site_id, webhook_id: row.id }), row]));
  if (keys.size === 0) return new Map();
  const wanted = [...keys.values()].sort((one, other) => one.site_id - other.site_id || one.id - other.id);
  const { rows } = await sql<WebhookRow & { now: Date }>`
    select webhook.*, clock_timestamp() as now from webhook
    join unnest(${wanted.map(({ site_id }) => site_id)}::bigint[], ${wanted.map(({ id }) => id)}::bigint[])
      as wanted(site_id, id) using (site_id, id)
    order by site_id, id for no key update of webhook`.execute(tx);
  const receivers = new Map<string, Receiver>();
  for (const { now, ...row } of rows) {
    const key = receiverKey({ site_id: row.site_id, webhook_id: row.id });
    const its = outcomes.filter(({ lane }) => receiverKey(lane.key) === key);
    const receiver = receiversAfter(row, its.flatMap(triesOf), now);
    receivers.set(key, receiver);
    await saveReceiver(tx, receiver);
  }
  return receivers;
}

function isDelivered({ attempted }: SentDelivery): boolean {
  return attempted?.outcome === 'delivered';
}

function isWell(webhook: WebhookRow): boolean {
  const health: Health = healthOf(webhook);
  const isFresh = webhook.last_success_at !== null && Date.now() - webhook.last_success_at.getTime() < SUCCESS_NOTED_MS;
  return (
    isFresh &&
    health.breaker.failuresInRow === 0 &&
    !health.breaker.probeAt &&
    webhook.is_proven &&
    webhook.tries_since_success === 0
  );
}

/** How often the last success of a healthy receiver is written. */
const SUCCESS_NOTED_MS = 5_000;

function triesOf({ sent, isProbe }: DeliveryOutcome) {
  return sent.flatMap(({ attempted }) => (attempted ? { attempted, isProbe } : []));
}

async function saveReceiver(tx: Tx, { row, columns, wentBack }: Receiver): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ ...healthColumns(columns.health), ...columns.changes })
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .execute();
  const isPaused = columns.changes.active === false;
  if (!isPaused && !wentBack) return;
  await recordChange(tx, timer, {
    action: isPaused ? 'pause' : 'demote_secret',
    noun: 'webhook',
    id: row.id,
    sites: [row.site_id],
    before: row,
    after: { ...row, active: row.active && !isPaused },
  });
}

function verdictsOf({ sent, isProbe }: DeliveryOutcome, receiver: Receiver | undefined): Verdict[] {
  return sent.map(({ delivery, attempted }) => {
    const { attempts } = delivery;
    if (!attempted) return { state: 'skipped', attempts, counts: false, pauseMs: 0 };
    if (attempted.outcome === 'delivered') return { ...DELIVERED, attempts: attempts + 1 };
    if (receiver?.wentBack && attempted.outcome === 'refused') {
      return { state: 'pending', attempts, counts: false, pauseMs: 0 };
    }
    return failed(attempts, attempted, isProbe);
  });
}

/** A probe does not count as an attempt: it tests the receiver, not the delivery. */
function failed(attempts: number, attempted: Attempted, isProbe: boolean): Verdict {
  if (isProbe) return { state: 'pending', attempts, counts: false, pauseMs: PROBE_PAUSE_MS };
  const delay = retryDelay(attempts + 1, Math.random());
  if (delay === null) return { state: 'given_up', attempts: attempts + 1, counts: true, pauseMs: 0 };
  const isAsked = attempted.status === 429 || attempted.status === 503;
  const asked = isAsked ? (retryAfter(attempted.retryAfter, attempted.at) ?? 0) : 0;
  return { state: 'pending', attempts: attempts + 1, counts: true, pauseMs: Math.max(delay, asked) };
}

async function writeResults(tx: Tx, outcomes: DeliveryOutcome[], verdicts: Verdict[][]): Promise<void> {
  const rows = flat(outcomes, verdicts);
  if (rows.length > 0) await writeRows(tx, { rows: JSON.stringify(rows) });
}

/**
 * Writes the state of each delivery, unless it was resent on request meanwhile, and the log of its request. Both keys are
 * compared in full, so that every plan is fast.
 */
const writeRows = preparedOnce<{ rows: string }, never>(
  (given) => sql`
    with result as materialized (
      select * from json_to_recordset(${given('rows')}) as result(site_id bigint, webhook_id bigint,
        article_id bigint, content_version bigint, action text, delivery_id bigint, resend_count int, state text, attempts int,
        was_sent bool, at timestamptz, outcome text, status int, error text, counts bool, remote_address text,
        timing jsonb, request_headers jsonb, answer text)
    ), logged as (
      insert into webhook_attempt (site_id, webhook_id, delivery_id, at, outcome, status, error, counts, remote_address,
        timing, request_headers, answer)
      select site_id, webhook_id, delivery_id, at, outcome, status, error, counts, remote_address, timing,
        request_headers, answer
      from result where was_sent
    )
    update webhook_delivery delivery
    set state = result.state, attempts = result.attempts,
      last_status = case when result.was_sent then result.status else delivery.last_status end,
      settled_at = case when result.state = 'pending' then null else clock_timestamp() end
    from result
    where delivery.site_id = result.site_id and delivery.webhook_id = result.webhook_id
      and delivery.article_id = result.article_id and delivery.content_version = result.content_version
      and delivery.action = result.action and delivery.id = result.delivery_id and delivery.resend_count = result.resend_count`,
);

function flat(outcomes: DeliveryOutcome[], verdicts: Verdict[][]) {
  return outcomes.flatMap(({ lane, sent }, index) =>
    sent.flatMap(({ delivery, attempted }, n) => {
      const verdict = verdicts[index]?.[n];
      return verdict ? resultRow(lane, delivery, verdict, attempted) : [];
    }),
  );
}

function resultRow({ key }: LeasedLane, delivery: Pending, verdict: Verdict, attempted: Attempted | null) {
  const { id: delivery_id, version: content_version, action, resend_count } = delivery;
  const { state, attempts, counts } = verdict;
  const settled = {
    ...key,
    content_version,
    action,
    delivery_id,
    resend_count,
    state,
    attempts,
    was_sent: attempted !== null,
  };
  return attempted
    ? {
        ...settled,
        at: attempted.at,
        outcome: attempted.outcome,
        status: attempted.status,
        error: attempted.error,
        counts,
        remote_address: attempted.remoteAddress,
        timing: attempted.timing,
        request_headers: attempted.requestHeaders,
        answer: attempted.answer,
      }
    : settled;
}
