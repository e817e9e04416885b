import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldLinks } from './commands.ts';

export const oldLinks = cleanUp({
  name: 'delete expired campaign links',
  kind: 'campaign_links.delete',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldLinks(tx)),
});
