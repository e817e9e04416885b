import { sql } from 'kysely';
import type { contentApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { pages } from './resource.ts';

const listed = sql<boolean>`visibility = 'public'`;
const served = sql<boolean>`visibility in ('public', 'unlisted')`;

export const contentPages: Handlers<Pick<typeof contentApi, 'listPages' | 'readPage'>> = {
  async listPages(db, asked) {
    const items = await servedItems(db, pages, asked, listed);
    return { meta: { total_count: null, count: items.length }, pages: items };
  },
  async readPage(db, asked) {
    return { page: await servedItem(db, pages, asked, asked.params.page_id, served) };
  },
};

export const managePages = manageHandlers(pages);
