import type { manageApi } from '../../contract/routes.ts';
import { signedIn } from '../accounts/signed-in.ts';
import type { Handlers } from '../handler.ts';
import { deleteView, saveView } from './commands.ts';
import { savedView } from './present.ts';
import { savedViewRows } from './queries.ts';

export const manageSavedViews: Handlers<typeof manageApi.savedViews> = {
  async list(db, asked) {
    const rows = await savedViewRows(db, signedIn(asked).personId, asked.query.site_id);
    return { saved_views: rows.map(savedView) };
  },
  async save(db, asked) {
    return { saved_view: savedView(await saveView(db, signedIn(asked), asked.body)) };
  },
  async remove(db, asked) {
    await deleteView(db, signedIn(asked), asked.params.id);
    return undefined;
  },
};
