import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Section } from '../../contract/content.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Tx } from '../../db/transaction.ts';
import { articleCategories } from '../article-categories/resource.ts';
import { serveSection } from '../publication/commands.ts';
import { renderAffected } from '../publication/rendering.ts';
import { given, json, madeNumber, madeSlug } from '../resources/columns.ts';
import { resourceCount } from '../resources/queries.ts';
import type { Draft, Resource } from '../resources/resource.ts';
import { section } from './present.ts';

type Wire = Static<typeof Section>;

export const sections: Resource<'section', 'section', 'sections', Wire> = {
  table: 'section',
  one: 'section',
  many: 'sections',
  called: 'section',
  order: sql`order_number, id`,
  present: section,
  isRepeated: true,
  async columns(tx, draft) {
    await refuseUnknownCategory(tx, draft);
    return {
      ...(draft.current ? {} : { locale: draft.site.locale }),
      ...given({ ...draft.input, open_graph: json(draft.input.open_graph) }),
      ...(await madeSlug(tx, 'section', 'section_url', draft)),
      ...(await madeNumber(tx, 'section', 'order_number', draft)),
    };
  },
  /** Hiding a section removes its articles from everything that is served; showing it adds them again. */
  async afterWrite(tx, { site, before, after, audience }) {
    if (!before || !after) return;
    const render = async () => {
      if (before.section_url !== after.section_url) await renderAffected(tx, site, 'section', after.id, audience);
    };
    // One event per article, with its final state: render before publishing, unpublish before rendering.
    if (after.state === 'public') await render();
    if (before.state !== after.state) await serveSection(tx, site, after.id, after.state === 'public', { audience });
    if (after.state !== 'public') await render();
  },
  usedBy: [
    { table: 'article', column: 'section_id', kind: 'article' },
    { table: 'published_article', column: 'section_id', kind: 'published_article' },
    { table: 'webhook', column: 'section_id', kind: 'webhook' },
    { table: 'source', column: 'section_id', kind: 'source' },
  ],
};

async function refuseUnknownCategory(tx: Tx, { site, input }: Draft<'section', Wire>): Promise<void> {
  const id = input.category_id;
  if (id === undefined || id === null) return;
  if ((await resourceCount(tx, articleCategories, site.id, sql`id = ${id}`)) > 0) return;
  throw invalidBody([{ path: '/category_id', message: 'names no article category of this site' }]);
}
