import { transaction } from '../../db/transaction.ts';
import { jobKind, onJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { forgetChanges } from './commands.ts';
import { articleRendering, renderPart } from './rendering.ts';

export const renderArticles = onJob(articleRendering, async ({ db, jobs, complete }) => {
  for (const job of jobs) {
    await transaction(db, async (tx) => {
      await renderPart(tx, job.payload);
      await complete(tx, [job]);
    });
  }
});

const forgetting = jobKind<object>('publication.forget');

/** The change feed is kept 30 days; every hour what is older goes. */
export const forgetOldChanges = onJob(forgetting, async ({ db, complete }) => {
  await transaction(db, async (tx) => {
    await forgetChanges(tx);
    await complete(tx);
  });
});
export const hourlyForgetting = every(3_600, 'forget old changes', forgetting, {});
