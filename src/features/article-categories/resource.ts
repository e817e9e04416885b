import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { ArticleCategory } from '../../contract/content.ts';
import { madeNumber, madeSlug } from '../resources/columns.ts';
import type { Resource } from '../resources/resource.ts';
import { articleCategory } from './present.ts';

export const articleCategories: Resource<
  'article_category',
  'category',
  'categories',
  Static<typeof ArticleCategory>
> = {
  table: 'article_category',
  one: 'category',
  many: 'categories',
  called: 'article category',
  order: sql`order_number, id`,
  present: articleCategory,
  columns: async (tx, draft) => ({
    ...draft.input,
    ...(await madeSlug(tx, 'article_category', 'category_url', draft)),
    ...(await madeNumber(tx, 'article_category', 'order_number', draft)),
  }),
  usedBy: [
    { table: 'section', column: 'category_id', kind: 'section' },
    { table: 'article', column: 'category_id', kind: 'article' },
    { table: 'published_article', column: 'category_id', kind: 'published_article' },
    { table: 'source', column: 'category_id', kind: 'source' },
  ],
};
