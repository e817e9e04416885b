/** YouTube Data API v3: videos as items, and what its answers mean. */

import type { FeedItem } from '../feed.ts';
import { languagesIn } from '../language.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import { paragraphs } from './plain.ts';
import {
  addressOf,
  countOf,
  type Failure,
  type Json,
  listOf,
  objectOf,
  postItem,
  type Target,
  textOf,
  timeOf,
} from './post.ts';

export const CHANNEL = /^UC[A-Za-z0-9_-]{22}$/;
const VIDEO = /^[A-Za-z0-9_-]{11}$/;
const LONGEST_NAME = 500;
const LONGEST_TITLE = 300;
const SIZES = ['maxres', 'standard', 'high', 'medium', 'default'];

/** What is searched for; an account is none. */
export const searchOf = ({ type, value }: Target): string =>
  type === 'hashtag' ? `#${value}` : `"${value.replaceAll('"', '')}"`;

/** The ids of a page of a search, or of a playlist. */
export function idsOf(body: unknown): string[] {
  const named = listOf(objectOf(body).items).map(({ id, contentDetails }) => {
    const found = textOf(objectOf(id).videoId, 20);
    return found || textOf(objectOf(contentDetails).videoId, 20);
  });
  return named.filter((id) => VIDEO.test(id));
}

export const nextPageOf = (body: unknown) => textOf(objectOf(body).nextPageToken, 500);

/** The newest date of a page, in milliseconds; null without one. */
export function datesOf(body: unknown): { oldest: number; newest: number } | null {
  const dates = listOf(objectOf(body).items)
    .map(({ snippet, contentDetails }) => {
      const details = objectOf(contentDetails);
      return Date.parse(textOf(details.videoPublishedAt, 50) || textOf(objectOf(snippet).publishedAt, 50));
    })
    .filter((date) => !Number.isNaN(date));
  return dates.length === 0 ? null : { oldest: Math.min(...dates), newest: Math.max(...dates) };
}

/** The pictures of channels, by id; and the playlist of all videos of each. */
export function channelsIn(body: unknown): Map<string, { picture: string; uploads: string }> {
  return new Map(
    listOf(objectOf(body).items).map(({ id, snippet, contentDetails }) => [
      textOf(id, 100),
      {
        picture: pictureOf(objectOf(snippet).thumbnails),
        uploads: textOf(objectOf(objectOf(contentDetails).relatedPlaylists).uploads, 100),
      },
    ]),
  );
}

export const channelIdsOf = (videos: unknown): string[] => [
  ...new Set(listOf(objectOf(videos).items).map(({ snippet }) => textOf(objectOf(snippet).channelId, 100))),
];

/** In the order of `ids`. Videos of another language are left out; most name none. */
export function itemsOf(
  videos: unknown,
  { ids, pictures, language }: { ids: string[]; pictures: Map<string, { picture: string }>; language: string | null },
  now: Date,
): FeedItem[] {
  const known = new Map(listOf(objectOf(videos).items).map((video) => [textOf(video.id, 20), video]));
  return ids.flatMap((id) => {
    const video = known.get(id);
    return video && isInLanguage(objectOf(video.snippet), language) ? (itemOf(id, video, pictures, now) ?? []) : [];
  });
}

function isInLanguage({ defaultAudioLanguage, defaultLanguage }: Json, language: string | null): boolean {
  const named = textOf(defaultAudioLanguage, 50) || textOf(defaultLanguage, 50);
  return language === null || named.split('-')[0] === language;
}

function itemOf(id: string, video: Json, pictures: Map<string, { picture: string }>, now: Date): FeedItem | null {
  const snippet = objectOf(video.snippet);
  const at = timeOf(snippet.publishedAt, now);
  const channel = textOf(snippet.channelId, 100);
  if (!VIDEO.test(id) || !at || !CHANNEL.test(channel)) return null;
  const title = textOf(snippet.title, LONGEST_TITLE).replace(/\s+/g, ' ').trim();
  const username = textOf(snippet.channelTitle, LONGEST_NAME).trim();
  const [cover, url] = [pictureOf(snippet.thumbnails), `https://www.youtube.com/watch?v=${id}`];
  const collected: CollectedPost = {
    ...{ network: 'youtube', id, type: 'video' },
    attachments: {
      video: {
        ...{ service: 'youtube', embed_src: `https://www.youtube.com/embed/${id}`, original_url: url, username },
        ...{ original_published_at: at.toISOString(), cover_url: cover || null },
        profile_image_url: pictures.get(channel)?.picture || null,
      },
    },
  };
  const tags: unknown[] = Array.isArray(snippet.tags) ? snippet.tags : [];
  const content = {
    ...{ title, summary: '', body: paragraphs(textOf(snippet.description)), base: url, url },
    ...{ author: username, creators: [username], person: `youtube:${channel}`, cover: cover || null, post: collected },
    tags: tags.flatMap((tag) => textOf(tag, 200).trim() || []),
    languages: languagesIn([textOf(snippet.defaultAudioLanguage, 50) || snippet.defaultLanguage]),
  };
  return postItem(content, at, title === '' ? 'It has no title.' : null);
}

/** The largest one that there is. */
function pictureOf(thumbnails: unknown): string {
  const known = objectOf(thumbnails);
  return SIZES.map((size) => addressOf(objectOf(known[size]).url)).find((url) => url !== '') ?? '';
}

/** By id. Counts are texts, and missing where they are hidden. */
export function figuresIn(body: unknown): Map<string, PostFigures> {
  return new Map(
    listOf(objectOf(body).items).map(({ id, statistics }) => {
      const { likeCount, commentCount } = objectOf(statistics);
      return [textOf(id, 20), { stat1: numberIn(likeCount), stat2: numberIn(commentCount), stat3: null }];
    }),
  );
}

const numberIn = (text: unknown) => (/^\d{1,15}$/.test(textOf(text, 20)) ? countOf(Number(text)) : null);

const QUOTA = ['quotaExceeded', 'dailyLimitExceeded'];
const RATE = ['rateLimitExceeded', 'userRateLimitExceeded'];
const SUSPENDED = ['authenticatedUserAccountSuspended', 'authenticatedUserAccountClosed'];
const BAD_KEY = ['authError', 'keyInvalid', 'keyExpired', 'API_KEY_INVALID'];
const NO_RIGHT = ['forbidden', 'accessNotConfigured', 'ipRefererBlocked', 'insufficientPermissions'];

/** Null: the answer is good. */
export function failureOf(status: number, body: unknown): Failure | null {
  if (status === 200) return null;
  const { message, errors, details } = objectOf(objectOf(body).error);
  const reasons = [...listOf(errors), ...listOf(details)].map(({ reason }) => textOf(reason, 100));
  const has = (names: string[]) => reasons.some((reason) => names.includes(reason));
  const failure = (code: Failure['code'], isDefinite = false): Failure => ({
    ...{ code, isDefinite, message: textOf(message, 500) || `YouTube answered ${status}.` },
  });
  if (has(QUOTA)) return failure('quota_exhausted', true);
  if (has(RATE) || status === 429) return failure('rate_limited');
  if (has(SUSPENDED)) return failure('account_locked', true);
  if (has(BAD_KEY) || status === 401) return failure('token_invalid');
  if (has(NO_RIGHT)) return failure('permission_missing');
  if (status === 403) return failure('forbidden');
  if (status === 404) return failure('not_found');
  return failure(status >= 500 ? 'network_unavailable' : 'bad_response');
}
