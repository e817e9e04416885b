import { cleanUp, fromTheStart } from '../jobs/clean-up.ts';
import { deleteAbandonedImports } from './import-state.ts';

export const abandonedImports = cleanUp({
  name: 'delete abandoned imports',
  kind: 'transfer.abandoned',
  everySeconds: 86_400,
  deleteBatch: async (tx) => fromTheStart(await deleteAbandonedImports(tx)),
});
