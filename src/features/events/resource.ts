import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Event } from '../../contract/content.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Tx } from '../../db/transaction.ts';
import { given, instant, json } from '../resources/columns.ts';
import type { Columns, Draft, Resource, ResourceRow } from '../resources/resource.ts';
import { scheduleEvent } from './commands.ts';
import {
  emptyLocation,
  emptyOrganizer,
  event,
  type Image,
  images,
  type Location,
  location,
  organizer,
} from './present.ts';
import { partId } from './queries.ts';

type Wire = Static<typeof Event>;
type EventDraft = Draft<'event', Wire>;

export const events: Resource<'event', 'event', 'events', Wire> = {
  table: 'event',
  one: 'event',
  many: 'events',
  called: 'event',
  order: sql`start_date, id`,
  html: 'description',
  present: event,
  columns: async (tx, draft) => ({
    ...given({
      ...draft.input,
      ...times(draft),
      is_served: isServed(draft),
      images: json(await imagesOf(tx, draft)),
      location: json(await locationOf(tx, draft)),
      organizer: json(await organizerOf(tx, draft)),
    }),
  }),
  afterWrite: scheduleEvent,
  usedBy: [],
};

function times({ site, input, current }: EventDraft): Columns {
  const at = (field: 'start_date' | 'end_date' | 'published_at' | 'registration_deadline') =>
    instant(input[field], site.time_zone, field);
  const start = at('start_date') ?? current?.start_date;
  const end = at('end_date') ?? (current ? current.end_date : start);
  if (start && end && end < start) throw invalidBody([{ path: '/end_date', message: 'must not be before start_date' }]);
  return {
    start_date: start,
    end_date: end,
    published_at: at('published_at'),
    registration_deadline: at('registration_deadline'),
  };
}

/** Undefined when the body does not contain it: then only the timer changes it. */
function isServed({ site, input, now }: EventDraft): boolean | undefined {
  const at = instant(input.published_at, site.time_zone, 'published_at');
  return at === undefined ? undefined : at !== null && at <= now;
}

/** The body's images, or the stored ones, including the cover. Undefined when nothing changes. */
async function imagesOf(tx: Tx, { input, current }: EventDraft): Promise<Image[] | undefined> {
  const cover = input.cover_url === undefined ? current?.cover_url : input.cover_url;
  const wanted =
    input.images ?? (current ? images(current).filter((image) => !isFormerCover(image, current, cover)) : []);
  const withCover = cover && !wanted.some(({ url }) => url === cover) ? [{ url: cover }, ...wanted] : wanted;
  if (!input.images && input.cover_url === undefined) return undefined;
  const named = new Set(wanted.map(({ id }) => id));
  const others = (current ? images(current) : []).filter(({ id }) => !named.has(id));
  const idByUrl = new Map(others.map(({ id, url }) => [url, id]));
  const complete: Image[] = [];
  for (const { id, caption, link, url } of withCover) {
    // An image that is sent again without its id keeps it.
    complete.push({
      id: await partId(tx, 'event_image_id', id ?? idByUrl.get(url)),
      caption: caption ?? '',
      link: link ?? null,
      url,
    });
    if (id === undefined) idByUrl.delete(url);
  }
  return complete;
}

/** An image that is listed only as the cover goes when another becomes the cover. */
function isFormerCover(image: Image, { cover_url }: ResourceRow<'event'>, cover: string | null | undefined): boolean {
  return image.url === cover_url && cover_url !== cover && image.caption === '' && image.link === null;
}

/** A venue is changed field by field and keeps its id; null or an empty object removes it. */
async function locationOf(tx: Tx, { input, current }: EventDraft): Promise<Location | null | undefined> {
  if (!input.location) return input.location;
  const known = current ? location(current) : emptyLocation;
  const { latitude, longitude } = input.location;
  const wanted = {
    ...known,
    ...input.location,
    ...given({ latitude: asText(latitude), longitude: asText(longitude) }),
  };
  if (Object.values({ ...wanted, id: null }).every((value) => value === null)) return null;
  return { ...wanted, id: await partId(tx, 'event_location_id', input.location.id ?? known.id) };
}

async function organizerOf(tx: Tx, { input, current }: EventDraft) {
  if (!input.organizer) return input.organizer;
  const known = current ? organizer(current) : emptyOrganizer;
  const name = input.organizer.name === undefined ? known.name : input.organizer.name;
  if (name === null) return null;
  return { id: await partId(tx, 'event_organizer_id', input.organizer.id ?? known.id), name };
}

function asText(coordinate: string | number | null | undefined) {
  return typeof coordinate === 'number' ? String(coordinate) : coordinate;
}
