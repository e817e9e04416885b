import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Page } from '../../contract/content.ts';
import { madeSlug } from '../resources/columns.ts';
import type { Columns, Draft, Resource } from '../resources/resource.ts';
import { page } from './present.ts';

export const pages: Resource<'page', 'page', 'pages', Static<typeof Page>> = {
  table: 'page',
  one: 'page',
  many: 'pages',
  called: 'page',
  order: sql`id`,
  html: 'body',
  present: page,
  columns: async (tx, draft) => ({
    ...menuName(draft),
    ...draft.input,
    ...(await madeSlug(tx, 'page', 'url', draft)),
  }),
  usedBy: [],
};

/** A menu name that was never set follows the title. */
function menuName({ input, current }: Draft<'page', Static<typeof Page>>): Columns {
  const follows = input.name !== undefined && (!current || current.menu_name === current.name);
  return follows ? { menu_name: input.name } : {};
}
