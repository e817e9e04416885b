import { transaction } from '../../db/transaction.ts';
import { onJob } from '../../jobs/kinds.ts';
import { articleRendering, renderPart } from './rendering.ts';

export const renderArticles = onJob(articleRendering, async ({ db, jobs, complete }) => {
  for (const job of jobs) {
    await transaction(db, async (tx) => {
      await renderPart(tx, job.payload);
      await complete(tx, [job]);
    });
  }
});
