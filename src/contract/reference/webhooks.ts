/** Webhooks in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const created = { after: ['webhooks.create'] };
const delivered = { after: ['articles.publish'] };

export const webhookOperations: OperationsOf<Pick<typeof manageApi, 'webhooks'>> = {
  webhooks: {
    list: {
      summary: 'List webhooks',
      about: 'The receivers of the site, with the health of each.',
      example: created,
    },
    create: {
      summary: 'Create a webhook',
      about:
        'Registers a receiver of the site, or of one section. The answer shows the `secret`, this once. docs/webhooks.md has the guarantees, docs/guides/receive-notifications.md shows how to write a receiver.',
      example: { body: { url: 'https://example.com/hooks/articles', actions: ['publish', 'update', 'unpublish'] } },
    },
    read: {
      summary: 'Read a webhook',
      about: 'One webhook: `health` shows how many deliveries wait, and the last success and failure.',
      example: created,
    },
    change: {
      summary: 'Change a webhook',
      about:
        'Saves the fields that the body names. `"active": false` pauses it: deliveries are stored and sent when it is active again.',
      example: { body: { active: false }, ...delivered },
    },
    remove: {
      summary: 'Delete a webhook',
      about: 'Deletes the webhook with all its deliveries, also those not sent yet.',
      example: { after: ['webhooks.retireSecret'] },
    },
    stageSecret: {
      summary: 'Stage a secret',
      about:
        'Creates the next secret and shows it, this once. It signs `webhook-signature` beside the one in use until it is promoted. docs/webhooks.md has the three steps of a change.',
      example: created,
    },
    promoteSecret: {
      summary: 'Promote a secret',
      about: 'Makes the staged secret the one in use. The old one still signs `webhook-signature` for 24 hours.',
      example: { after: ['webhooks.stageSecret'] },
    },
    retireSecret: {
      summary: 'Retire a secret',
      about: 'The previous secret no longer signs anything.',
      example: { after: ['webhooks.promoteSecret'] },
    },
    deliveries: {
      summary: 'List deliveries',
      about: 'Sent and pending deliveries of the receiver, the newest first. Stored for 30 days.',
      example: delivered,
    },
    delivery: {
      summary: 'Read a delivery',
      about: 'One delivery, with a log of every attempt: headers, timing, status and the beginning of the response.',
      example: delivered,
    },
    payload: {
      summary: 'Read a delivery’s payload',
      about:
        'The bytes of the notification, and the headers of the last request with them. 410 when the event is no longer stored, which is after 30 days.',
      example: delivered,
    },
    test: {
      summary: 'Test a webhook',
      about:
        'Sends one signed notification about an article that does not exist, also to a paused receiver. `X-Service-Test: true` marks it. It is not retried and changes nothing about other deliveries. Read the delivery to see what the receiver answered. At most ten a minute for a site.',
      example: { body: { action: 'publish' }, ...delivered },
    },
    redeliver: {
      summary: 'Redeliver a delivery',
      about: 'Sends exactly this delivery again, with its old content, even if later ones were delivered.',
      example: delivered,
    },
    replay: {
      summary: 'Replay events',
      about:
        'Sends the events of a period again, in order for each article and its newest last; also events from before the webhook was created.',
      example: { body: { since: '2026-01-01T00:00:00Z', only: 'failed' }, ...delivered },
    },
  },
};
