import type { contentApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { authors } from './resource.ts';

export const contentAuthors: Handlers<Pick<typeof contentApi, 'listAuthors' | 'readAuthor'>> = {
  async listAuthors(db, asked) {
    const items = await servedItems(db, authors, asked);
    return { meta: { total_count: items.length, count: items.length }, authors: items };
  },
  async readAuthor(db, asked) {
    return { author: await servedItem(db, authors, asked, asked.params.author_id) };
  },
};

export const manageAuthors = manageHandlers(authors);
