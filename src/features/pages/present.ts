import type { Static } from 'typebox';
import type { Page } from '../../contract/content.ts';
import { servedHtml, servedMedia } from '../../core/media-text.ts';
import type { Site } from '../../db/site-lock.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function page(row: ResourceRow<'page'>, { media_url }: Pick<Site, 'media_url'>): Static<typeof Page> {
  return {
    id: row.id,
    site_id: row.site_id,
    name: row.name,
    menu_name: row.menu_name,
    url: row.url,
    body: servedHtml(row.body, media_url),
    summary: row.summary,
    meta_title: row.meta_title,
    cover_url: servedMedia(row.cover_url, media_url),
    show_in_menu: row.show_in_menu,
    visibility: row.visibility as Static<typeof Page>['visibility'], // the column's check allows no other
  };
}
