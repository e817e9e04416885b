import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldResets } from './resets.ts';

export const oldResets = cleanUp({
  name: 'delete expired password resets',
  kind: 'people.delete_resets',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldResets(tx)),
});
