import { transaction } from '../../db/transaction.ts';
import { cleanUp } from '../../jobs/clean-up.ts';
import { onJob } from '../../jobs/kinds.ts';
import { clearPart, webhookClearing } from './commands.ts';
import { deleteOldDeliveries } from './log.ts';
import { replayPart, webhookReplay } from './redelivery.ts';

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
