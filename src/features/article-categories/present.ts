import type { Static } from 'typebox';
import type { ArticleCategory } from '../../contract/content.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function articleCategory(row: ResourceRow<'article_category'>): Static<typeof ArticleCategory> {
  return {
    id: row.id,
    name: row.name,
    category_url: row.category_url,
    order_number: row.order_number,
    color: row.color,
  };
}
