import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { FeaturedItemContainer } from '../../contract/content.ts';
import { madeNumber } from '../resources/columns.ts';
import type { Resource } from '../resources/resource.ts';
import { featuredItemContainer } from './present.ts';

type Wire = Static<typeof FeaturedItemContainer>;

export const featuredItemContainers: Resource<
  'featured_item_container',
  'featured_item_container',
  'featured_item_containers',
  Wire
> = {
  table: 'featured_item_container',
  one: 'featured_item_container',
  many: 'featured_item_containers',
  called: 'featured item container',
  order: sql`order_number, id`,
  present: featuredItemContainer,
  columns: async (tx, draft) => ({
    ...draft.input,
    ...(await madeNumber(tx, 'featured_item_container', 'order_number', draft)),
  }),
  usedBy: [],
};
