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
        'Registers a receiver for a site or one of its sections. Only this answer shows the `secret`. docs/webhooks.md has the guarantees, docs/guides/receive-notifications.md shows how to write a receiver.',
      example: { body: { url: 'https://example.com/hooks/articles', actions: ['publish', 'update', 'unpublish'] } },
    },
    read: {
      summary: 'Read a webhook',
      about: 'One webhook. `health` shows the pending deliveries and the last success and failure.',
      example: created,
    },
    change: {
      summary: 'Change a webhook',
      about:
        'Saves the fields in the body. `"active": false` pauses it: deliveries are stored and sent when it is active again.',
      example: { body: { active: false }, ...delivered },
    },
    remove: {
      summary: 'Delete a webhook',
      about: 'Deletes the webhook with all its deliveries, including pending ones.',
      example: { after: ['webhooks.retireSecret'] },
    },
    stageSecret: {
      summary: 'Stage a secret',
      about:
        'Creates the next secret. Only this answer shows it. Until it is promoted, it signs `webhook-signature` in addition to the current secret. docs/webhooks.md has the three steps of a rotation.',
      example: created,
    },
    promoteSecret: {
      summary: 'Promote a secret',
      about: 'Makes the staged secret the current one. The previous one still signs `webhook-signature` for 24 hours.',
      example: { after: ['webhooks.stageSecret'] },
    },
    retireSecret: {
      summary: 'Retire a secret',
      about: 'Stops signing with the previous secret.',
      example: { after: ['webhooks.promoteSecret'] },
    },
    deliveries: {
      summary: 'List deliveries',
      about: 'Sent and pending deliveries of the receiver, newest first. They are stored for 30 days.',
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
        'The exact body of the notification and the headers of its last request. 410 if the event is older than 30 days and no longer stored.',
      example: delivered,
    },
    test: {
      summary: 'Test a webhook',
      about:
        'Sends one signed notification about an article that does not exist, even to a paused receiver. It has the header `X-Service-Test: true`. It is not retried and does not affect other deliveries. Read the delivery to see the receiver’s response. At most ten tests a minute per site.',
      example: { body: { action: 'publish' }, ...delivered },
    },
    redeliver: {
      summary: 'Redeliver a delivery',
      about: 'Sends this delivery again with its original content, even if later ones were delivered.',
      example: delivered,
    },
    replay: {
      summary: 'Replay events',
      about:
        'Sends the events of a period again, in order per article, including events from before the webhook was created.',
      example: { body: { since: '2026-01-01T00:00:00Z', only: 'failed' }, ...delivered },
    },
  },
};
