import type { manageApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { notePresence } from './commands.ts';
import { presence } from './present.ts';
import { presenceRows } from './queries.ts';

export const managePresence: Handlers<typeof manageApi.presence> = {
  async set(db, asked) {
    await notePresence(db, asked, asked.body);
    return { presences: (await presenceRows(db, [asked.site.id], asked.body.uid)).map(presence) };
  },
};
