/** Webhooks in the management API: receivers, their deliveries and their secrets. */
import { type Static, Type } from 'typebox';
import { flag, id, instant, integer, nullable, oneOf, plain, readOnly, text } from './common.ts';
import { change, creation } from './manage.ts';

const ACTIONS = ['publish', 'update', 'unpublish'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'superseded', 'given_up', 'skipped'] as const;
const SHORTEST_SECRET = 8;
const LONGEST_SECRET = 500;

const action = oneOf([...ACTIONS], 'The change of the article.');
const count = (description: string) => integer(description, readOnly);
const at = (description: string) => nullable(instant(description, readOnly));

const Health = Type.Object(
  {
    breaker: oneOf(['closed', 'open'], '`open`: the receiver fails; nothing is sent but a probe now and then.'),
    next_probe_at: at('When the next probe may be sent.'),
    pending: count('Deliveries that wait.'),
    oldest_pending_at: at('Since when the oldest of them waits.'),
    tries_since_success: count('Requests since the last one that succeeded.'),
    failing_since: at('When the first of them failed.'),
    last_success_at: at('The last success.'),
    last_failure_at: at('The last failure.'),
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
    section_id: nullable(id('Only articles of this section; null: of the whole site.')),
    actions: Type.Array(action, {
      description: 'The actions that are sent to it.',
      minItems: 1,
      uniqueItems: true,
      default: [...ACTIONS],
      examples: [[...ACTIONS]],
    }),
    active: flag('False pauses it: deliveries are collected and sent when it is active again.', { default: true }),
    pause_reason: nullable(
      oneOf(
        ['person', 'gone', 'failing'],
        'The reason of a pause: `gone` is a response 410, `failing` five days without a success.',
        readOnly,
      ),
    ),
    paused_at: at('Since when it is paused.'),
    signature_encoding: oneOf(['hex', 'base64'], 'The encoding of the signature.', { default: 'hex' }),
    extra_headers: flag('Whether the headers beyond the interface’s are sent.', { default: true }),
    secret_state: Type.Object(
      {
        is_staged: Type.Boolean({ description: 'A next secret waits to be promoted.' }),
        promoted_at: nullable(instant('When the secret in use was promoted.')),
        previous_until: nullable(instant('Until when the previous one goes on signing `webhook-signature`.')),
      },
      { description: 'The secrets that exist; none is ever shown again.', title: 'WebhookSecretState', ...readOnly },
    ),
    health: Health,
    notice: nullable(text('The last automatic action of the service.', readOnly)),
    notice_at: at('When.'),
    warnings: Type.Array(plain('A warning.'), { description: 'Possible problems with this address.', ...readOnly }),
    created_at: instant('When it was made.', readOnly),
    updated_at: instant('When it was last changed by a person.', readOnly),
  },
  { title: 'Webhook' },
);

const secret = text('The signing key. Made for you unless given: then it is a `whsec_` secret of 32 random bytes.', {
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
  promote: Type.Optional(Type.Boolean({ description: 'Also makes it the one in use, at once.', default: false })),
};
export const ShownSecret = Type.Object(
  {
    secret: text('Shown in this answer and never again.'),
    state: oneOf(['staged', 'in_use'], '`staged`: it signs `webhook-signature` only, until it is promoted.'),
  },
  { title: 'ShownSecret' },
);

export const deliveryFilters = {
  state: Type.Optional(oneOf([...DELIVERY_STATES], 'Only deliveries in this state.')),
  action: Type.Optional(oneOf([...ACTIONS], 'Only deliveries of this action.')),
  article_id: Type.Optional(id('Only deliveries of this article.')),
  test: Type.Optional(Type.Boolean({ description: '`true` lists tests instead.', default: false })),
};

export const Delivery = Type.Object(
  {
    id: id('Delivery id, the same for every try; `webhook-id` carries it.'),
    article_id: id('The article; 0 in a test.', { minimum: 0 }),
    version: Type.Integer({ description: 'The site’s version that the event made; 0 in a test.', examples: [1] }),
    action,
    state: oneOf([...DELIVERY_STATES], 'The state of the delivery.'),
    attempts: integer('Tries so far.'),
    created_at: instant('When the event happened.'),
    delivered_at: nullable(instant('When the receiver took it.')),
    last_status: nullable(integer('The last HTTP status.')),
    superseded_by: nullable(id('The later delivery that took its place.')),
    is_test: Type.Boolean({ description: 'Whether it is a test, which has no article and is not retried.' }),
  },
  { title: 'Delivery' },
);

const Attempt = Type.Object(
  {
    at: instant('When it began.'),
    outcome: text('In one word.', { examples: ['delivered'] }),
    status: nullable(integer('The HTTP status.')),
    error: nullable(plain('The error.')),
    counts: Type.Boolean({ description: 'Whether it counts as an attempt.' }),
    remote_address: nullable(plain('The IP address that was connected to.')),
    timing: Type.Record(Type.String(), Type.Number(), { description: 'Milliseconds from the beginning to each step.' }),
    request_headers: Type.Record(Type.String(), plain('The value of a header.'), { description: 'As they were sent.' }),
    answer: nullable(plain('The beginning of what the receiver answered, whatever its type.')),
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
      oneOf([...ACTIONS], 'The action of the test; the first of the webhook’s actions by default.'),
    ),
  },
  { title: 'NewTest', additionalProperties: false },
);
export const Payload = Type.Object(
  {
    body: plain('The body as it is sent: these characters in UTF-8. The signature covers them.'),
    headers: nullable(
      Type.Record(Type.String(), plain('The value of a header.'), {
        description: 'The headers of the last request, as they were sent; null before the first one.',
      }),
    ),
    sent_at: nullable(instant('When the last request began; null before the first one.')),
  },
  { title: 'DeliveryPayload' },
);

export const NewReplay = Type.Object(
  {
    since: instant('Events from this time on.'),
    until: Type.Optional(nullable(instant('Events before this time; now unless given.'))),
    only: Type.Optional(nullable(oneOf(['failed'], 'Only events that were not delivered: failed or skipped.'))),
  },
  { title: 'NewReplay', additionalProperties: false },
);
export const Replay = Type.Object(
  {
    since: instant('From.'),
    until: instant('Before.'),
    only: nullable(oneOf(['failed'], 'Only what was not delivered.')),
    events: Type.Integer({ description: 'The number of events that are sent again.' }),
  },
  { title: 'Replay' },
);
