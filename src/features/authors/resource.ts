import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Author } from '../../contract/content.ts';
import { invalidBody } from '../../core/errors.ts';
import { renderAffected } from '../publication/rendering.ts';
import { given, json, madeNumber } from '../resources/columns.ts';
import type { Draft, Resource } from '../resources/resource.ts';
import { author } from './present.ts';

export const authors: Resource<'author', 'author', 'authors', Static<typeof Author>> = {
  table: 'author',
  one: 'author',
  many: 'authors',
  called: 'author',
  order: sql`order_number, id`,
  html: 'about',
  present: author,
  isRepeated: true,
  async columns(tx, draft) {
    refuseNameless(draft);
    return {
      ...given({ ...draft.input, links: json(draft.input.links) }),
      ...(await madeNumber(tx, 'author', 'order_number', draft)),
    };
  },
  async afterWrite(tx, { site, before, after, audience }) {
    if (!before || !after) return;
    const isRenamed = before.firstname !== after.firstname || before.lastname !== after.lastname;
    if (isRenamed) await renderAffected(tx, site, 'author', after.id, audience);
  },
  usedBy: [
    { table: 'article', column: 'author_ids', kind: 'article' },
    { table: 'published_article_author', column: 'author_id', kind: 'published_article' },
  ],
};

function refuseNameless({ input, current }: Draft<'author', Static<typeof Author>>): void {
  const { firstname = '', lastname = '' } = { ...current, ...input };
  if (`${firstname}${lastname}`.trim() !== '') return;
  throw invalidBody([{ path: '/firstname', message: 'and lastname must not both be blank' }]);
}
