import type { Static } from 'typebox';
import type { Author } from '../../contract/content.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function author(row: ResourceRow<'author'>): Static<typeof Author> {
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    name: `${row.firstname.trim()} ${row.lastname.trim()}`.trim(),
    job_title: row.job_title,
    about: row.about,
    short_description: row.short_description,
    avatar: row.avatar,
    links: row.links as Record<string, string>, // the schema let nothing else in
    order_number: row.order_number,
    tags: row.tags,
  };
}
