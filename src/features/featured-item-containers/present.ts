import type { Static } from 'typebox';
import type { FeaturedItemContainer } from '../../contract/content.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function featuredItemContainer(
  row: ResourceRow<'featured_item_container'>,
): Static<typeof FeaturedItemContainer> {
  return {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    link: row.link,
    order_number: row.order_number,
    type_restriction: row.type_restriction,
  };
}
