import type { contentApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { articleCategories } from './resource.ts';

type Rows = Pick<typeof contentApi, 'listArticleCategories' | 'readArticleCategory'>;

export const contentArticleCategories: Handlers<Rows> = {
  async listArticleCategories(db, asked) {
    const items = await servedItems(db, articleCategories, asked);
    return { meta: { total_count: items.length, count: items.length }, categories: items };
  },
  async readArticleCategory(db, asked) {
    return { category: await servedItem(db, articleCategories, asked, asked.params.article_category_id) };
  },
};

export const manageArticleCategories = manageHandlers(articleCategories);
