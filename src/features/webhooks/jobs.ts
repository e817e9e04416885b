import type { Db } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { type JobHandler, onJob } from '../../jobs/kinds.ts';
import { type Attempted, newClient } from '../../outbound/post.ts';
import { clearPart, type WebhookTools, webhookClearing } from './commands.ts';
import { deleteOldDeliveries } from './log.ts';
import { messageHeaders, type WireSettings } from './message.ts';
import { webhookById } from './queries.ts';
import { replayPart, webhookReplay } from './redelivery.ts';
import { openedSecrets } from './secrets.ts';
import {
  deleteOldTests,
  type PendingTest,
  pendingTest,
  settleTest,
  TEST_VERSION,
  webhookTest,
} from './test-notification.ts';

/** Tests that one process sends at once: a receiver that hangs takes 15 s. */
const TESTS_AT_ONCE = 8;

export const replayEvents = onJob(webhookReplay, async ({ db, jobs, complete }) => {
  for (const job of jobs) {
    await transaction(db, async (tx) => {
      await replayPart(tx, job.payload);
      await complete(tx, [job]);
    });
  }
});

/** One transaction per batch: a busy webhook has many rows. */
export const clearWebhooks = onJob(webhookClearing, async ({ db, jobs, signal }) => {
  for (const { payload } of jobs) {
    while (!signal.aborted && (await transaction(db, (tx) => clearPart(tx, payload)))) {
      // There was more.
    }
  }
});

export const oldDeliveries = cleanUp({
  name: 'forget old deliveries',
  kind: 'webhooks.forget',
  everySeconds: 3_600,
  deleteBatch: deleteOldDeliveries,
});

/** After a crash it may be sent twice, as every notification. */
export function sendTests(options: WebhookTools & WireSettings): JobHandler {
  return onJob(
    webhookTest,
    async ({ db, jobs, complete }) => {
      for (const job of jobs) {
        const test = await pendingTest(db, job.payload);
        const attempted = test ? await attempt(db, options, test) : null;
        await transaction(db, async (tx) => {
          if (test && attempted) await settleTest(tx, test, attempted);
          await complete(tx, [job]);
        });
      }
    },
    { batch: 1, concurrency: TESTS_AT_ONCE },
  );
}

/** On a new connection, so that the log shows every step of connecting. */
async function attempt(db: Db, options: WebhookTools & WireSettings, test: PendingTest): Promise<Attempted> {
  const webhook = await webhookById(db, test.site_id, test.webhook_id);
  const bytes = Buffer.from(test.body);
  const message = {
    ...test,
    bytes,
    deliveryId: test.id,
    attempt: test.attempts + 1,
    version: TEST_VERSION,
    isTest: true,
  };
  const now = new Date();
  const headers = messageHeaders(options, webhook, openedSecrets(options.secrets, webhook, now), message, now);
  const client = newClient(options);
  try {
    return await client.post(webhook.url, `test ${test.id}`, headers, bytes);
  } finally {
    client.stop();
  }
}

export const oldTests = cleanUp({
  name: 'forget old webhook tests',
  kind: 'webhooks.forget-tests',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldTests(tx)),
});
