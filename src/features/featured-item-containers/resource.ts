import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { FeaturedItemContainer } from '../../contract/content.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Tx } from '../../db/transaction.ts';
import { madeNumber } from '../resources/columns.ts';
import { forgetCount, lockedMembers, type Membership, memberIds } from '../resources/membership.ts';
import type { Draft, Resource } from '../resources/resource.ts';
import { misfits } from '../resources/restriction.ts';
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
  async columns(tx, draft) {
    await refuseNarrowing(tx, draft);
    return {
      ...draft.input,
      ...(await madeNumber(tx, 'featured_item_container', 'order_number', draft)),
    };
  },
  afterWrite: forgetCount('featured_item_container'),
  usedBy: [],
};

export const containerMembership: Membership<'featured_item_container'> = {
  resource: featuredItemContainers,
  problems: ({ type_restriction }, members) =>
    misfits(type_restriction, members).map(({ id, reason }) => ({
      path: '/article_ids',
      message: `${reason}, which article ${id} is not`,
    })),
};

/** A restriction applies to the articles already in the container. */
async function refuseNarrowing(tx: Tx, { input, current }: Draft<'featured_item_container', Wire>): Promise<void> {
  if (!current || input.type_restriction === undefined) return;
  const ids = await memberIds(tx, 'featured_item_container', current);
  const shutOut = misfits(input.type_restriction, await lockedMembers(tx, current.site_id, ids));
  if (shutOut.length === 0) return;
  const message = `does not allow these articles of the container: ${shutOut.map(({ id }) => id).join(', ')}`;
  throw invalidBody([{ path: '/type_restriction', message }]);
}
