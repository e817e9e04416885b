import { transaction } from '../../db/transaction.ts';
import { onJob } from '../../jobs/kinds.ts';
import { campaignRemoval, removePart } from './commands.ts';

export const removeCampaign = onJob(campaignRemoval, async ({ db, jobs, signal, complete }) => {
  for (const job of jobs) {
    while (!(await transaction(db, (tx) => removePart(tx, job.payload.campaign_id)))) signal.throwIfAborted();
    await transaction(db, (tx) => complete(tx, [job]));
  }
});
