/** The health of a receiver and the automatic reactions: the breaker, pauses, and the return to the previous secret. */
import type { Updateable } from 'kysely';
import { afterTry, type Breaker } from '../../core/breaker.ts';
import type { WebhookRow as WebhookTable } from '../../db/rows.generated.ts';
import type { Attempted } from '../../outbound/post.ts';
import type { WebhookRow } from './queries.ts';

export interface Health {
  breaker: Breaker;
  failingSince: Date | null;
  triesSinceSuccess: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
}

export interface Receiver {
  row: WebhookRow;
  columns: { health: Health; changes: Updateable<WebhookTable> };
  /** It works again: lanes that back off become due. */
  pullsForward: boolean;
  /** It refused a secret that was just promoted; the previous one is in use again. */
  wentBack: boolean;
  notices: string[];
}

interface Try {
  attempted: Attempted;
  isProbe: boolean;
}

const PAUSE_AFTER_MS = 5 * 24 * 3_600_000;
const LEAST_TRIES = 50;

/** A receiver after these attempts, in their order. */
export function receiversAfter(row: WebhookRow, tries: Try[], now: Date): Receiver {
  const before = healthOf(row);
  const health = tries.reduce((so, one) => afterOne(so, one, now), before);
  const outcomes = tries.map(({ attempted }) => attempted.outcome);
  const hasSucceeded = outcomes.includes('delivered');
  const wentBack = outcomes.includes('refused') && !hasSucceeded && isUnproven(row, before);
  const changes = {
    ...(hasSucceeded ? { is_proven: true } : {}),
    ...(wentBack ? previousSecret(row) : {}),
    ...pause(row, health, outcomes, now),
  };
  const notice = wentBack
    ? 'The receiver refused the promoted secret; the previous one is in use again and the new one is staged.'
    : changes.pause_reason && PAUSES[changes.pause_reason];
  return {
    row,
    columns: { health, changes: { ...changes, ...(notice ? { status_message: notice, status_message_at: now } : {}) } },
    pullsForward: before.breaker.probeAt !== null && health.breaker.probeAt === null,
    wentBack,
    notices: notice ? [`Webhook ${row.id} of site ${row.site_id}: ${notice}`] : [],
  };
}

export function healthOf(row: WebhookRow): Health {
  return {
    breaker: {
      failuresInRow: row.failures_in_row,
      windowFrom: row.window_from,
      windowTries: row.window_tries,
      windowFailures: row.window_failures,
      probeAt: row.probe_at,
      probes: row.probes,
      closedAt: row.closed_at,
    },
    failingSince: row.failing_since,
    triesSinceSuccess: row.tries_since_success,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastFailure: row.last_failure,
  };
}

export function healthColumns(health: Health): Updateable<WebhookTable> {
  const { breaker } = health;
  return {
    failures_in_row: breaker.failuresInRow,
    window_from: breaker.windowFrom,
    window_tries: breaker.windowTries,
    window_failures: breaker.windowFailures,
    probe_at: breaker.probeAt,
    probes: breaker.probes,
    closed_at: breaker.closedAt,
    failing_since: health.failingSince,
    tries_since_success: health.triesSinceSuccess,
    last_success_at: health.lastSuccessAt,
    last_failure_at: health.lastFailureAt,
    last_failure: health.lastFailure,
  };
}

function afterOne(health: Health, { attempted, isProbe }: Try, now: Date): Health {
  const isSuccess = attempted.outcome === 'delivered';
  const breaker = afterTry(health.breaker, { isSuccess, isProbe }, now);
  if (isSuccess) return { ...health, breaker, failingSince: null, triesSinceSuccess: 0, lastSuccessAt: now };
  return {
    ...health,
    breaker,
    failingSince: health.failingSince ?? now,
    triesSinceSuccess: health.triesSinceSuccess + 1,
    lastFailureAt: now,
    lastFailure: attempted.error,
  };
}

/** The secret was promoted, nothing succeeded with it yet, and the receiver was healthy before. */
function isUnproven(row: WebhookRow, before: Health): boolean {
  const wasWell = before.triesSinceSuccess === 0 && before.lastSuccessAt !== null;
  return !row.is_proven && row.previous_secret !== null && wasWell;
}

function previousSecret(row: WebhookRow): Updateable<WebhookTable> {
  return {
    secret: row.previous_secret ?? row.secret,
    next_secret: row.secret,
    previous_secret: null,
    previous_until: null,
    is_proven: true,
  };
}

const PAUSES: Record<string, string> = {
  gone: 'The receiver answered 410 Gone: the webhook is paused. Make it active again when the receiver is back.',
  failing:
    'No delivery succeeded for five days: the webhook is paused, and its deliveries wait. Make it active again when the receiver works.',
};

function pause(row: WebhookRow, health: Health, outcomes: string[], now: Date): Updateable<WebhookTable> {
  const isFailing =
    health.triesSinceSuccess >= LEAST_TRIES &&
    health.failingSince !== null &&
    now.getTime() - health.failingSince.getTime() >= PAUSE_AFTER_MS;
  const reason = outcomes.at(-1) === 'gone' ? 'gone' : isFailing ? 'failing' : null;
  return row.active && reason ? { active: false, pause_reason: reason, paused_at: now } : {};
}
