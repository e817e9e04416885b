import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Page } from '../../contract/content.ts';
import { madeSlug } from '../resources/columns.ts';
import type { Resource } from '../resources/resource.ts';
import { page } from './present.ts';

export const pages: Resource<'page', 'page', 'pages', Static<typeof Page>> = {
  table: 'page',
  one: 'page',
  many: 'pages',
  called: 'page',
  order: sql`id`,
  present: page,
  columns: async (tx, draft) => ({
    ...(draft.current ? {} : { menu_name: draft.input.name }),
    ...draft.input,
    ...(await madeSlug(tx, 'page', 'url', draft)),
  }),
  usedBy: [],
};
