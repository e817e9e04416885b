import type { Static } from 'typebox';
import type { Event, EventImage, EventLocation } from '../../contract/content.ts';
import { servedHtml, servedMedia } from '../../core/media-text.ts';
import { utc } from '../../core/time.ts';
import type { Site } from '../../db/site-lock.ts';
import type { ResourceRow } from '../resources/resource.ts';

export type Image = Required<Static<typeof EventImage>>;
export type Location = Required<Static<typeof EventLocation>>;
export interface Organizer {
  id: number | null;
  name: string | null;
}

export const emptyLocation: Location = {
  id: null,
  name: null,
  phone: null,
  website: null,
  locality: null,
  postal_code: null,
  country_code: null,
  street_address_primary: null,
  street_address_secondary: null,
  street_address_tertiary: null,
  latitude: null,
  longitude: null,
};
export const emptyOrganizer: Organizer = { id: null, name: null };

export function event(row: ResourceRow<'event'>, { media_url }: Pick<Site, 'media_url'>): Static<typeof Event> {
  return {
    id: row.id,
    site_id: row.site_id,
    name: row.name,
    summary: row.summary,
    description: row.description && servedHtml(row.description, media_url),
    start_date: utc(row.start_date),
    end_date: utc(row.end_date),
    all_day: row.all_day,
    published_at: row.published_at && utc(row.published_at),
    registration_deadline: row.registration_deadline && utc(row.registration_deadline),
    signup: row.signup,
    free_admission: row.free_admission,
    tickets: row.tickets,
    cover_url: servedMedia(row.cover_url, media_url),
    categories: row.categories,
    languages: row.languages,
    tags: row.tags,
    themes: row.themes,
    images: images(row).map((image) => ({ ...image, url: servedMedia(image.url, media_url) })),
    location: location(row),
    organizer: organizer(row),
  };
}

// jsonb orders keys by length; the wire keeps the interface's order
export function images(row: Pick<ResourceRow<'event'>, 'images'>): Image[] {
  const stored = row.images as Image[]; // written by columns() alone
  return stored.map(({ id, caption, link, url }) => ({ id, caption, link, url }));
}

export function location(row: Pick<ResourceRow<'event'>, 'location'>): Location {
  return { ...emptyLocation, ...(row.location as Location | null) }; // written by columns() alone
}

export function organizer(row: Pick<ResourceRow<'event'>, 'organizer'>): Organizer {
  return { ...emptyOrganizer, ...(row.organizer as Organizer | null) }; // written by columns() alone
}
