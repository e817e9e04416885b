/** YouTube: searches and the uploads of channels for ids, then the videos themselves, which cost little. */
import type { Target, Wanted } from '../core/intake/networks/post.ts';
import {
  CHANNEL,
  channelIdsOf,
  channelsIn,
  datesOf,
  failureOf,
  figuresIn,
  idsOf,
  itemsOf,
  nextPageOf,
  searchOf,
} from '../core/intake/networks/youtube.ts';
import { type NewestPage, nextByTarget } from './by-target.ts';
import { type Ask, type Connector, NetworkProblem } from './connector.ts';
import { looksByOmission } from './omission.ts';

const PAGE = '50';
const PACIFIC = { dayIn: 'America/Los_Angeles' };
/** A search finds videos some time after they were published. */
const LATE_MS = 2 * 3_600_000;

export const youtube: Connector = {
  network: 'youtube',
  url: 'https://www.googleapis.com',
  limits: { search: { ceiling: 100, window: PACIFIC }, units: { ceiling: 10_000, window: PACIFIC } },
  mostLooked: 50,
  keyParameter: 'key',
  nextPage: (ask, wanted, cursor, { now }) =>
    nextByTarget(
      wanted,
      cursor,
      (target, { id, page }, sinceMs) => read(ask, wanted, { target, id, page, sinceMs, now }),
      {
        lateMs: LATE_MS,
      },
    ),
  look: (ask, ids) => looksByOmission(ids, async (some) => figuresIn((await videos(ask, 'statistics', some)).body)),
  failureOf,
  /** No header says anything. */
  announced: () => null,
};

interface Reading {
  target: Target;
  /** Of the playlist with all videos of a channel. */
  id: string | undefined;
  page: string | undefined;
  sinceMs: number;
  now: Date;
}

const videos = (ask: Ask, part: string, ids: string[]) =>
  ask({ bucket: 'units', path: '/youtube/v3/videos', query: { part, id: ids.join(','), maxResults: PAGE } });

async function read(ask: Ask, wanted: Wanted, reading: Reading): Promise<NewestPage> {
  const { target, now } = reading;
  const isChannel = target.type === 'account';
  const playlist = isChannel ? (reading.id ?? (await uploadsOf(ask, target.value))) : undefined;
  const { body } = await (playlist === undefined ? search(ask, wanted, reading) : uploads(ask, playlist, reading.page));
  const ids = idsOf(body);
  const found = { next: nextPageOf(body) || null, dates: datesOf(body), ...(playlist ? { id: playlist } : {}) };
  if (ids.length === 0) return { ...found, items: [] };
  const whole = await videos(ask, 'snippet', ids);
  const channels = channelIdsOf(whole.body).filter((id) => CHANNEL.test(id));
  const query = { part: 'snippet', id: channels.join(','), maxResults: PAGE };
  const named = channels.length > 0 ? await ask({ bucket: 'units', path: '/youtube/v3/channels', query }) : null;
  const { language } = wanted;
  return { ...found, items: itemsOf(whole.body, { ids, pictures: channelsIn(named?.body), language }, now) };
}

function search(ask: Ask, { language }: Wanted, { target, page, sinceMs }: Reading) {
  const query = {
    ...{ part: 'snippet', type: 'video', order: 'date', q: searchOf(target), maxResults: PAGE },
    ...(language === null ? {} : { relevanceLanguage: language }),
    ...(sinceMs > 0 ? { publishedAfter: new Date(sinceMs).toISOString() } : {}),
    ...(page === undefined ? {} : { pageToken: page }),
  };
  return ask({ bucket: 'search', path: '/youtube/v3/search', query });
}

function uploads(ask: Ask, playlistId: string, page: string | undefined) {
  const query = {
    part: 'contentDetails',
    playlistId,
    maxResults: PAGE,
    ...(page === undefined ? {} : { pageToken: page }),
  };
  return ask({ bucket: 'units', path: '/youtube/v3/playlistItems', query });
}

async function uploadsOf(ask: Ask, id: string): Promise<string> {
  const { body } = await ask({ bucket: 'units', path: '/youtube/v3/channels', query: { part: 'contentDetails', id } });
  const playlist = channelsIn(body).get(id)?.uploads;
  if (playlist) return playlist;
  throw new NetworkProblem({ code: 'not_found', message: `There is no channel ${id}.`, isDefinite: false });
}
