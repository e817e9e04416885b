import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Author } from '../../contract/content.ts';
import { given, json, madeNumber } from '../resources/columns.ts';
import type { Resource } from '../resources/resource.ts';
import { author } from './present.ts';

export const authors: Resource<'author', 'author', 'authors', Static<typeof Author>> = {
  table: 'author',
  one: 'author',
  many: 'authors',
  called: 'author',
  order: sql`order_number, id`,
  present: author,
  columns: async (tx, draft) => ({
    ...given({ ...draft.input, links: json(draft.input.links) }),
    ...(await madeNumber(tx, 'author', 'order_number', draft)),
  }),
  usedBy: [],
};
