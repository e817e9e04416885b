/** TikTok Display API: the videos of the account that gave its consent as items, and what its answers mean. */
import type { FeedItem } from '../feed.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import { hashtagsIn, paragraphs } from './plain.ts';
import { addressOf, countOf, type Failure, type Json, listOf, objectOf, postItem, textOf, titleOf } from './post.ts';

const VIDEO = /^\d{1,25}$/;
const LONGEST_NAME = 500;
const EMBED = 'https://www.tiktok.com/embed/v2/';

/** The account of the token. */
export interface Creator {
  id: string;
  name: string;
  picture: string;
}

export function creatorOf(body: unknown): Creator {
  const { open_id, display_name, avatar_url } = objectOf(objectOf(objectOf(body).data).user);
  return { id: textOf(open_id, 200), name: textOf(display_name, LONGEST_NAME).trim(), picture: addressOf(avatar_url) };
}

export interface VideoPage {
  /** Of videos before those of this page; null: there are none. */
  next: string | null;
  /** In milliseconds; null without videos. */
  dates: { oldest: number; newest: number } | null;
  /** It has videos that are as new as the time or newer. */
  isNew: boolean;
}

/** A page may be shorter than was asked for, even empty, and still have a next one. */
export function pageOf(body: unknown, sinceMs: number): VideoPage {
  const { cursor, has_more } = objectOf(objectOf(body).data);
  const times = videosIn(body).flatMap(({ create_time }) => millis(create_time) ?? []);
  return {
    next: has_more === true ? placeIn(cursor) : null,
    dates: times.length === 0 ? null : { oldest: Math.min(...times), newest: Math.max(...times) },
    isNew: times.some((time) => time >= sinceMs),
  };
}

export const itemsOf = (body: unknown, by: Creator, now: Date): FeedItem[] =>
  videosIn(body).flatMap((video) => itemOf(video, by, now) ?? []);

const videosIn = (body: unknown): Json[] => listOf(objectOf(objectOf(body).data).videos);
const placeIn = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : null;

function millis(seconds: unknown): number | null {
  const isTime = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 && seconds < 8.64e12;
  return isTime ? Math.floor(seconds * 1_000) : null;
}

function itemOf(video: Json, by: Creator, now: Date): FeedItem | null {
  const id = textOf(video.id, 50);
  const created = millis(video.create_time);
  if (!VIDEO.test(id) || created === null) return null;
  const at = new Date(Math.min(created, now.getTime()));
  const text = textOf(video.video_description) || textOf(video.title);
  // What follows says who shared it.
  const url = addressOf(video.share_url).replace(/[?#].*$/s, '');
  const cover = addressOf(video.cover_image_url);
  const collected: CollectedPost = {
    ...{ network: 'tiktok', id, type: 'video' },
    attachments: {
      video: {
        ...{ service: 'tiktok', embed_src: playerOf(video.embed_link, id), original_url: url || null },
        ...{ original_published_at: at.toISOString(), cover_url: cover || null, username: by.name },
        profile_image_url: by.picture || null,
      },
    },
  };
  const content = {
    ...{ title: titleOf(text), summary: '', body: paragraphs(text), base: url || EMBED, url: url || null },
    ...{ author: by.name, creators: by.name === '' ? [] : [by.name], person: `tiktok:${by.id}` },
    ...{ tags: hashtagsIn(text), cover: cover || null, post: collected },
  };
  // Addresses of pictures are signed anew for each answer.
  const compared = { ...content, cover: cover.replace(/[?#].*$/s, '') };
  return postItem(content, at, content.title === '' ? 'It has no text.' : null, compared);
}

/** Only its own player is embedded. */
function playerOf(embed: unknown, id: string): string {
  const address = addressOf(embed);
  return address.startsWith('https://www.tiktok.com/') ? address : `${EMBED}${id}`;
}

/** By id. */
export function figuresIn(body: unknown): Map<string, PostFigures> {
  return new Map(
    videosIn(body).map(({ id, like_count, comment_count, share_count }) => [
      textOf(id, 50),
      { stat1: countOf(like_count), stat2: countOf(comment_count), stat3: countOf(share_count) },
    ]),
  );
}

const CODES: Record<string, Failure['code']> = {
  access_token_invalid: 'token_invalid',
  access_token_expired: 'token_expired',
  scope_not_authorized: 'permission_missing',
  scope_permission_missed: 'permission_missing',
  rate_limit_exceeded: 'rate_limited',
  user_banned: 'account_locked',
  internal_error: 'network_unavailable',
};

/** Null: the answer is good. Every answer has an error, which is called `ok` then. */
export function failureOf(status: number, body: unknown): Failure | null {
  const { code, message } = objectOf(objectOf(body).error);
  const name = textOf(code, 100);
  if (status === 200 && (name === 'ok' || name === '')) return null;
  const failure = (one: Failure['code'], isDefinite = false): Failure => ({
    ...{ code: one, isDefinite, message: textOf(message, 500) || `TikTok answered ${status}.` },
  });
  const known = CODES[name];
  if (known) return failure(known, known === 'account_locked');
  if (status === 401) return failure('token_invalid');
  if (status === 429) return failure('rate_limited');
  if (status === 403) return failure('forbidden');
  if (status === 404) return failure('not_found');
  return failure(status >= 500 ? 'network_unavailable' : 'bad_response');
}
