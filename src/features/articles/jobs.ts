import { transaction } from '../../db/transaction.ts';
import { onJob } from '../../jobs/kinds.ts';
import { articlePublication, publishDue } from './commands.ts';

/** Publishes what is due, in the ordinary transaction, with the time that was asked for. */
export const publishScheduled = onJob(articlePublication, async ({ db, jobs, complete }) => {
  for (const job of jobs) {
    await transaction(db, async (tx) => {
      await publishDue(tx, job.payload.site_id, job.payload.uid);
      await complete(tx, [job]);
    });
  }
});
