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
    return { preview: createdPreview(row, site, baseOf(address)) };
  },
  async list(db, { site, params }) {
    const uid = await articleUid(db, site.id, params.uid);
    return { previews: (await previewRows(db, site.id, uid)).map(preview) };
  },
  async revoke(db, asked) {
    await revokePreview(db, asked, asked.params.uid, asked.params.id);
    return undefined;
  },
  async read(db, { params, now, address }) {
    const { site: _, ...shown } = await shownPreview(db as Db, { token: params.token, base: baseOf(address), now });
    return shown;
  },
};

/** The public address of the service. */
function baseOf(address: string): string {
  return address.slice(0, address.lastIndexOf('/v1/'));
}
