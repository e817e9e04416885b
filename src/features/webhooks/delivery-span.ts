/** Spans of deliveries. Receivers get no `traceparent`: the interface fixes the headers. */
import type { Attempted } from '../../outbound/post.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { Pending } from './lanes.ts';
import type { WebhookRow } from './queries.ts';

export async function inDeliverySpan(
  tracing: Tracing | null | undefined,
  webhook: WebhookRow,
  delivery: Pending,
  send: () => Promise<Attempted>,
): Promise<Attempted> {
  const span = tracing && begunSpan(tracing, webhook, delivery);
  const attempted = await send();
  const { outcome, status, error } = attempted;
  if (status !== null) span?.set({ 'http.response.status_code': status });
  span?.end(outcome === 'delivered' ? undefined : (error ?? outcome));
  return attempted;
}

function begunSpan(tracing: Tracing, webhook: WebhookRow, delivery: Pending): Span {
  return tracing.begin({
    kind: 'delivery',
    name: `delivery ${delivery.action}`,
    attributes: {
      'masthead.site.id': webhook.site_id,
      'masthead.webhook.id': webhook.id,
      'masthead.delivery.id': delivery.id,
      'masthead.delivery.attempt': delivery.attempts + 1,
      'http.request.method': 'POST',
    },
    parent: delivery.traceparent,
  });
}
