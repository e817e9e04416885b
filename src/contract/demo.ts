/** The demo site, which owners of all sites can remove. */
import { Type } from 'typebox';
import { flag, id, integer, readOnly, text } from './common.ts';

export const Demo = Type.Object(
  {
    site_id: id('The site of the demo.', readOnly),
    site_name: text('Its name.', { ...readOnly, examples: ['Harbour Post'] }),
    articles: integer('Articles of the site, without those in the trash.', readOnly),
    media_items: integer('Media items of the site.', readOnly),
    people: integer('People that the demo created.', readOnly),
    is_being_removed: flag('Whether a removal is waiting or running.', readOnly),
  },
  { title: 'Demo' },
);
