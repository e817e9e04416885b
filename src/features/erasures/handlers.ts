import type { manageApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { orderErasure } from './commands.ts';
import { erasure } from './present.ts';
import { erasureById, erasureCount, erasurePage } from './queries.ts';

const PAGE_SIZE = 20;

export const manageErasures: Handlers<typeof manageApi.erasures> = {
  async list(db, { site, query: { count = PAGE_SIZE, page = 1 } }) {
    const rows = await erasurePage(db, site.id, count, (page - 1) * count);
    return { erasures: rows.map(erasure), meta: { total_count: await erasureCount(db, site.id), count: rows.length } };
  },
  async read(db, { site, params }) {
    return { erasure: erasure(await erasureById(db, site.id, params.id)) };
  },
  async order(db, asked) {
    return { erasure: erasure(await orderErasure(db, asked, asked.body)) };
  },
};
