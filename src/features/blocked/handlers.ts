import type { manageApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { block, unblock } from './commands.ts';
import { blocked } from './present.ts';
import { blockedCount, blockedPage } from './queries.ts';

const PAGE_SIZE = 20;

export const manageBlocked: Handlers<typeof manageApi.blocked> = {
  async list(db, { site, query: { count = PAGE_SIZE, page = 1, kind } }) {
    const rows = await blockedPage(db, site.id, kind, { limit: count, offset: (page - 1) * count });
    return {
      blocked: rows.map(blocked),
      meta: { total_count: await blockedCount(db, site.id, kind), count: rows.length },
    };
  },
  async create(db, asked) {
    return { blocked: blocked(await block(db, asked, asked.body)) };
  },
  async remove(db, asked) {
    await unblock(db, asked, asked.params.id);
    return undefined;
  },
};
