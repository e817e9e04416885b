import type { Static } from 'typebox';
import type { Delivery, DeliveryWithLog, Payload, Webhook } from '../../contract/webhook.ts';
import { utc } from '../../core/time.ts';
import type { AttemptRow, DeliveryRow, SentPayload, WebhookWithBacklog } from './queries.ts';

type Wire = Static<typeof Webhook>;
type DeliveryWire = Static<typeof Delivery>;
type Attempt = Static<typeof DeliveryWithLog>['attempt_log'][number];

const time = (at: Date | null) => at && utc(at);

export function webhook(row: WebhookWithBacklog): Wire {
  return {
    id: row.id,
    site_id: row.site_id,
    url: row.url,
    section_id: row.section_id,
    actions: row.actions as Wire['actions'], // the schema let nothing else in
    active: row.active,
    pause_reason: row.pause_reason as Wire['pause_reason'], // checked by the table
    paused_at: time(row.paused_at),
    signature_encoding: row.signature_encoding as Wire['signature_encoding'], // checked by the table
    extra_headers: row.extra_headers,
    secret_state: {
      is_staged: row.next_secret !== null,
      promoted_at: time(row.promoted_at),
      previous_until: row.previous_secret && time(row.previous_until),
    },
    health: {
      breaker: row.probe_at ? 'open' : 'closed',
      next_probe_at: time(row.probe_at),
      pending: row.pending,
      oldest_pending_at: time(row.oldest_pending_at),
      tries_since_success: row.tries_since_success,
      failing_since: time(row.failing_since),
      last_success_at: time(row.last_success_at),
      last_failure_at: time(row.last_failure_at),
      last_failure: row.last_failure,
    },
    notice: row.status_message,
    notice_at: time(row.status_message_at),
    warnings: warnings(row.url),
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
  };
}

/** The signature lower-cases the address too, and languages differ in how they do that beyond ASCII. */
function warnings(url: string): string[] {
  const isAmbiguous = [...url].some((letter) => /[^\p{ASCII}]/u.test(letter) && letter.toLowerCase() !== letter);
  return isAmbiguous
    ? [
        'The address has capital letters beyond ASCII. Receivers may convert them to other lower-case letters and reject every signature.',
      ]
    : [];
}

export function delivery(row: DeliveryRow): DeliveryWire {
  return {
    id: row.id,
    article_id: row.article_id,
    article_uid: row.article_uid,
    article_title: row.article_title,
    version: row.content_version,
    action: row.action as DeliveryWire['action'], // copied from an event
    state: row.state as DeliveryWire['state'], // checked by the table
    attempts: row.attempts,
    created_at: utc(row.created_at),
    delivered_at: row.state === 'delivered' ? time(row.settled_at) : null,
    last_status: row.last_status,
    // After a redelivery was requested, the previous result stays.
    superseded_by: row.state === 'superseded' ? row.superseded_by : null,
    is_test: row.is_test,
  };
}

export function payload({ body, headers, sent_at }: SentPayload): Static<typeof Payload> {
  return { body, headers, sent_at: sent_at?.toISOString() ?? null };
}

export function attempt(row: AttemptRow): Attempt {
  return {
    at: row.at.toISOString(),
    outcome: row.outcome,
    status: row.status,
    error: row.error,
    counts: row.counts,
    remote_address: row.remote_address,
    timing: row.timing as Attempt['timing'], // written by the sender
    request_headers: row.request_headers as Attempt['request_headers'], // written by the sender
    answer: row.answer,
  };
}
