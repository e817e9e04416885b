import type { contentApi, manageApi } from '../../contract/routes.ts';
import { withFields } from '../../core/fields.ts';
import type { Handlers } from '../handler.ts';
import { setLike } from './commands.ts';
import { like } from './present.ts';
import { servedLikes } from './queries.ts';

export const contentLikes: Handlers<Pick<typeof contentApi, 'listLikes'>> = {
  async listLikes(db, { site, query }) {
    const rows = await servedLikes(db, site.id);
    const likes = rows.map((row) => withFields(like(row), query.fields));
    return { meta: { total_count: null, count: likes.length }, likes };
  },
};

export const manageLikes: Handlers<typeof manageApi.likes> = {
  async set(db, { site, params, body }) {
    return { like: like(await setLike(db, site.id, params.article_id, body)) };
  },
};
