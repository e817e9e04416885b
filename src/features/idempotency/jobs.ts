import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldAnswers } from './commands.ts';

export const oldAnswers = cleanUp({
  name: 'delete idempotency answers',
  kind: 'idempotency.delete',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldAnswers(tx)),
});
