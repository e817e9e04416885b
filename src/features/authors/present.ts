import type { Static } from 'typebox';
import type { Author } from '../../contract/content.ts';
import { servedHtml, servedMedia } from '../../core/media-text.ts';
import type { Site } from '../../db/site-lock.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function author(row: ResourceRow<'author'>, { media_url }: Pick<Site, 'media_url'>): Static<typeof Author> {
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    name: `${row.firstname.trim()} ${row.lastname.trim()}`.trim(),
    job_title: row.job_title,
    about: servedHtml(row.about, media_url),
    short_description: row.short_description,
    avatar: servedMedia(row.avatar, media_url),
    links: row.links as Record<string, string>, // the schema let nothing else in
    order_number: row.order_number,
    tags: row.tags,
  };
}
