import { transaction } from '../../db/transaction.ts';
import { onJob } from '../../jobs/kinds.ts';
import { clearPart, sourceClearing } from './commands.ts';

/** One transaction per batch: a source may have offered very many items. */
export const clearSources = onJob(sourceClearing, async ({ db, jobs, signal }) => {
  for (const { payload } of jobs) {
    while (!signal.aborted && (await transaction(db, (tx) => clearPart(tx, payload)))) {
      // There was more.
    }
  }
});
