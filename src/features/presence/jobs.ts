import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldPresence } from './commands.ts';

export const oldPresence = cleanUp({
  name: 'delete expired presence',
  kind: 'presence.delete',
  everySeconds: 600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldPresence(tx)),
});
