import { transaction } from '../../db/transaction.ts';
import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { onJob } from '../../jobs/kinds.ts';
import { articlePublication, publishDue } from './commands.ts';
import { deleteOldSaves } from './conflicts.ts';

/** Publishes a scheduled article, with the scheduled time as its date. */
export const publishScheduled = onJob(articlePublication, async ({ db, jobs, complete, log }) => {
  for (const job of jobs) {
    const problem = await transaction(db, async (tx) => {
      const { site_id, uid } = job.payload;
      const found = await publishDue(tx, site_id, uid);
      await complete(tx, [job]);
      return found;
    });
    if (problem) log('warn', problem);
  }
});

export const oldSaves = cleanUp({
  name: 'forget who saved what',
  kind: 'articles.saves',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldSaves(tx)),
});
