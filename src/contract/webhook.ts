/** Webhooks in the management API: receivers, their deliveries and their secrets. */
import { type Static, Type } from 'typebox';
import { flag, id, instant, integer, nullable, oneOf, plain, readOnly, text } from './common.ts';
import { change, creation } from './manage.ts';

const ACTIONS = ['publish', 'update', 'unpublish'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'superseded', 'given_up', 'skipped'] as const;
const SHORTEST_SECRET = 8;
const LONGEST_SECRET = 500;

const action = oneOf([...ACTIONS], 'The action of the change.');
const count = (description: string) => integer(description, readOnly);
const at = (description: string) => nullable(instant(description, readOnly));

const Health = Type.Object(
  {
    breaker: oneOf(['closed', 'open'], '`open`: the receiver fails; only occasional probes are sent.'),
    next_probe_at: at('The earliest time of the next probe.'),
    pending: count('Pending deliveries.'),
    oldest_pending_at: at('When the oldest pending delivery was created.'),
    tries_since_success: count('Requests since the last success.'),
    failing_since: at('When the first failure since the last success happened.'),
    last_success_at: at('When the last request succeeded.'),
    last_failure_at: at('When the last request failed.'),
    last_failure: nullable(text('The error of the last failure.', readOnly)),
  },
  { description: 'The health of the receiver.', title: 'WebhookHealth', ...readOnly },
);

export const Webhook = Type.Object(
  {
    id: id('Webhook id.', readOnly),
    site_id: id('The site.', readOnly),
    url: Type.String({
      description: 'The receiver’s address, http or https. It is signed exactly as given, whitespace included.',
      format: 'receiver',
      minLength: 1,
      maxLength: 2_000,
      examples: ['https://example.com/hooks/articles'],
    }),
    section_id: nullable(id('Only articles of this section; null for the whole site.')),
    actions: Type.Array(action, {
      description: 'The actions that the receiver is notified of.',
      minItems: 1,
      uniqueItems: true,
      default: [...ACTIONS],
      examples: [[...ACTIONS]],
    }),
    active: flag('False pauses the webhook: deliveries are stored, and sent when it is active again.', {
      default: true,
    }),
    pause_reason: nullable(
      oneOf(
        ['person', 'gone', 'failing', 'restore'],
        'The reason for the pause: `gone` is a 410 response, `failing` is five days without a success, `restore` is a database that was restored from a backup.',
        readOnly,
      ),
    ),
    paused_at: at('When the webhook was paused.'),
    signature_encoding: oneOf(['hex', 'base64'], 'The encoding of the signature.', { default: 'hex' }),
    extra_headers: flag('Whether headers beyond those of the interface are sent.', { default: true }),
    secret_state: Type.Object(
      {
        is_staged: Type.Boolean({ description: 'Whether a next secret is staged, to be promoted.' }),
        promoted_at: nullable(instant('When the current secret was promoted.')),
        previous_until: nullable(instant('When the previous secret stops signing `webhook-signature`.')),
      },
      {
        description: 'The state of the secrets, which are never shown again.',
        title: 'WebhookSecretState',
        ...readOnly,
      },
    ),
    health: Health,
    notice: nullable(text('The last automatic action of the service on this webhook.', readOnly)),
    notice_at: at('When that happened.'),
    warnings: Type.Array(plain('A warning.'), { description: 'Possible problems with this address.', ...readOnly }),
    created_at: instant('When the webhook was created.', readOnly),
    updated_at: instant('When someone last changed the webhook; automatic pauses do not count.', readOnly),
  },
  { title: 'Webhook' },
);

const secret = text('The signing key; by default a new `whsec_` secret of 32 random bytes.', {
  minLength: SHORTEST_SECRET,
  maxLength: LONGEST_SECRET,
});

const made = creation(Webhook, ['url']);
export const NewWebhook = Type.Unsafe<Static<typeof made> & { secret?: string }>({
  ...made,
  properties: { ...(made as { properties?: object }).properties, secret: Type.Optional(secret) },
});
export const WebhookChange = change(Webhook);
export const CreatedWebhook = Type.Object(
  { ...Webhook.properties, secret: text('Shown in this answer and never again.') },
  { title: 'CreatedWebhook' },
);

export const NewSecret = Type.Object(
  { secret: Type.Optional(secret) },
  { title: 'NewSecret', additionalProperties: false },
);
export const promote = {
  promote: Type.Optional(Type.Boolean({ description: '`true` also promotes the secret at once.', default: false })),
};
export const ShownSecret = Type.Object(
  {
    secret: text('Shown in this answer and never again.'),
    state: oneOf(['staged', 'in_use'], '`staged`: the secret signs only `webhook-signature`, until it is promoted.'),
  },
  { title: 'ShownSecret' },
);

export const deliveryFilters = {
  state: Type.Optional(oneOf([...DELIVERY_STATES], 'Only deliveries in this state.')),
  action: Type.Optional(oneOf([...ACTIONS], 'Only deliveries of this action.')),
  article_id: Type.Optional(id('Only deliveries of this article.')),
  test: Type.Optional(Type.Boolean({ description: '`true` lists test deliveries instead.', default: false })),
};

export const Delivery = Type.Object(
  {
    id: id('Delivery id, the same for every attempt; the header `webhook-id` contains it.'),
    article_id: id('The article; 0 in a test.', { minimum: 0 }),
    article_uid: nullable(
      Type.String({ description: 'Its uid; null in a test, and once it is deleted for good.', format: 'uuid' }),
    ),
    article_title: nullable(plain('Its title now, not that of the notification; null where `article_uid` is.')),
    version: Type.Integer({ description: 'The version of the site after the event; 0 in a test.', examples: [1] }),
    action,
    state: oneOf([...DELIVERY_STATES], 'The state of the delivery.'),
    attempts: integer('Attempts so far.'),
    created_at: instant('When the event happened.'),
    delivered_at: nullable(instant('When the receiver accepted the delivery.')),
    last_status: nullable(integer('The last HTTP status.')),
    superseded_by: nullable(id('The later delivery that replaced this one.')),
    is_test: Type.Boolean({ description: 'Whether the delivery is a test, which has no article and is not retried.' }),
  },
  { title: 'Delivery' },
);

const Attempt = Type.Object(
  {
    at: instant('When the attempt began.'),
    outcome: text('The outcome in one word.', { examples: ['delivered'] }),
    status: nullable(integer('The HTTP status.')),
    error: nullable(plain('The error.')),
    counts: Type.Boolean({ description: 'Whether it counts towards `attempts`.' }),
    remote_address: nullable(plain('The IP address of the receiver.')),
    timing: Type.Record(Type.String(), Type.Number(), {
      description: 'Milliseconds from the start of the attempt to each step.',
    }),
    request_headers: Type.Record(Type.String(), plain('The value of a header.'), {
      description: 'The headers of the request.',
    }),
    answer: nullable(plain('The beginning of the receiver’s response body, of any type.')),
  },
  { title: 'DeliveryAttempt' },
);
export const DeliveryWithLog = Type.Object(
  { ...Delivery.properties, attempt_log: Type.Array(Attempt, { description: 'Every attempt, the oldest first.' }) },
  { title: 'DeliveryWithLog' },
);

export const NewTest = Type.Object(
  {
    action: Type.Optional(
      oneOf([...ACTIONS], 'The action of the test; by default the first of the webhook’s actions.'),
    ),
  },
  { title: 'NewTest', additionalProperties: false },
);
export const Payload = Type.Object(
  {
    body: plain('The body, which is sent and signed as these characters in UTF-8.'),
    headers: nullable(
      Type.Record(Type.String(), plain('The value of a header.'), {
        description: 'The headers of the last request; null before the first one.',
      }),
    ),
    sent_at: nullable(instant('When the last request began; null before the first one.')),
  },
  { title: 'DeliveryPayload' },
);

export const NewReplay = Type.Object(
  {
    since: instant('Events from this time on.'),
    until: Type.Optional(nullable(instant('Events before this time; by default now.'))),
    only: Type.Optional(nullable(oneOf(['failed'], 'Only events that were not delivered: failed or skipped.'))),
  },
  { title: 'NewReplay', additionalProperties: false },
);
export const Replay = Type.Object(
  {
    since: instant('Events from this time on.'),
    until: instant('Events before this time.'),
    only: nullable(oneOf(['failed'], 'Only events that were not delivered: failed or skipped.')),
    events: Type.Integer({ description: 'The number of events to send again.' }),
  },
  { title: 'Replay' },
);
