import type { Static } from 'typebox';
import type { OpenGraph } from '../../contract/common.ts';
import type { Section } from '../../contract/content.ts';
import { servedMedia } from '../../core/media-text.ts';
import { completeOpenGraph } from '../../core/open-graph.ts';
import type { Site } from '../../db/site-lock.ts';
import { servedOpenGraph } from '../publication/present.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function section(row: ResourceRow<'section'>, site: Site): Static<typeof Section> {
  return {
    id: row.id,
    site_id: row.site_id,
    name: row.name,
    section_url: row.section_url,
    full_url: `${site.url}/${encodeURIComponent(row.section_url)}`,
    description: row.description,
    locale: row.locale,
    order_number: row.order_number,
    show_in_menu: row.show_in_menu,
    state: row.state as Static<typeof Section>['state'], // the column's check allows no other
    real_time: row.real_time,
    category_id: row.category_id,
    cover_url: servedMedia(row.cover_url, site.media_url),
    brand_color: row.brand_color,
    name_in_menus: row.name_in_menus,
    title_text: row.title_text,
    // The interface shows it only on sections that have one. Its fields were checked when it was written.
    ...(row.open_graph === null
      ? {}
      : { open_graph: servedOpenGraph(completeOpenGraph(row.open_graph as Static<typeof OpenGraph>), site.media_url) }),
  };
}
