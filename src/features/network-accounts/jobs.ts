import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldAuthorizations } from './authorizations.ts';

export const oldAuthorizations = cleanUp({
  name: 'delete network authorizations',
  kind: 'networks.delete_authorizations',
  everySeconds: 600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldAuthorizations(tx)),
});
