import { transaction } from '../../db/transaction.ts';
import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { onJob } from '../../jobs/kinds.ts';
import { clearPart, sourceClearing } from './commands.ts';
import { forgetContents } from './retention.ts';

/** One transaction per batch: a source may have offered very many items. */
export const clearSources = onJob(sourceClearing, async ({ db, jobs, signal }) => {
  for (const { payload } of jobs) {
    while (!signal.aborted && (await transaction(db, (tx) => clearPart(tx, payload)))) {
      // There was more.
    }
  }
});

export const oldContents = cleanUp({
  name: 'forget the content of old items',
  kind: 'sources.forget',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await forgetContents(tx)),
});
