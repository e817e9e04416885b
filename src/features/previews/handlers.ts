import type { manageApi } from '../../contract/routes.ts';
import type { Db } from '../../db/connect.ts';
import type { Handlers } from '../handler.ts';
import { createPreview, revokePreview } from './commands.ts';
import { createdPreview, preview, shownPreview } from './present.ts';
import { articleUid, previewRows } from './queries.ts';

export const managePreviews: Handlers<typeof manageApi.previews> = {
  async create(db, asked) {
    const { site, params, address } = asked;
    const row = await createPreview(db, asked, params.uid);
    return { preview: createdPreview(row, site, address.slice(0, address.lastIndexOf('/v1/manage/'))) };
  },
  async list(db, { site, params }) {
    const uid = await articleUid(db, site.id, params.uid);
    return { previews: (await previewRows(db, site.id, uid)).map(preview) };
  },
  async revoke(db, asked) {
    await revokePreview(db, asked, asked.params.uid, asked.params.id);
    return undefined;
  },
  async read(db, { params, now }) {
    const { site: _, ...shown } = await shownPreview(db as Db, params.token, now);
    return shown;
  },
};
