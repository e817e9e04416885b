import { transaction } from '../../db/transaction.ts';
import { jobKind, onJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { clearPart, webhookClearing } from './commands.ts';
import { forgetPart } from './log.ts';
import { replayPart, webhookReplay } from './redelivery.ts';

export const replayEvents = onJob(webhookReplay, async ({ db, jobs, complete }) => {
  for (const job of jobs) {
    await transaction(db, async (tx) => {
      await replayPart(tx, job.payload);
      await complete(tx, [job]);
    });
  }
});

/** A part a transaction: what a busy webhook leaves behind may be much. */
export const clearWebhooks = onJob(webhookClearing, async ({ db, jobs, signal }) => {
  for (const { payload } of jobs) {
    while (!signal.aborted && (await transaction(db, (tx) => clearPart(tx, payload)))) {
      // There was more.
    }
  }
});

const forgetting = jobKind<object>('webhooks.forget');

/** Deliveries and their log are kept 30 days; every hour what is older goes, a part a transaction. */
export const forgetDeliveries = onJob(forgetting, async ({ db, signal }) => {
  while (!signal.aborted && (await transaction(db, forgetPart))) {
    // There was more.
  }
});
export const hourlyDeliveryForgetting = every(3_600, 'forget old deliveries', forgetting, {});
