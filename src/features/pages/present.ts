import type { Static } from 'typebox';
import type { Page } from '../../contract/content.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function page(row: ResourceRow<'page'>): Static<typeof Page> {
  return {
    id: row.id,
    site_id: row.site_id,
    name: row.name,
    menu_name: row.menu_name,
    url: row.url,
    body: row.body,
    summary: row.summary,
    meta_title: row.meta_title,
    cover_url: row.cover_url,
    show_in_menu: row.show_in_menu,
    visibility: row.visibility as Static<typeof Page>['visibility'], // the column's check allows no other
  };
}
