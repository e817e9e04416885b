import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldInvitations } from './commands.ts';

export const oldInvitations = cleanUp({
  name: 'delete expired invitations',
  kind: 'invitations.delete',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldInvitations(tx)),
});
