import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldPreviews } from './commands.ts';

export const oldPreviews = cleanUp({
  name: 'delete expired previews',
  kind: 'previews.delete',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldPreviews(tx)),
});
