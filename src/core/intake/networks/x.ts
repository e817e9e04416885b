/** X API v2: the query of a source, its posts as items, and what its answers mean. Both dialects: tweets are called posts in the new one. */

import type { FeedItem } from '../feed.ts';
import { languagesIn } from '../language.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import { paragraphs } from './plain.ts';
import {
  addressOf,
  countOf,
  escaped,
  type Failure,
  type Json,
  listOf,
  objectOf,
  postItem,
  type Target,
  textOf,
  timeOf,
  titleOf,
  type Wanted,
} from './post.ts';

export const LONGEST_QUERY = 512;
/** Millionths of a dollar. */
export const POST_PRICE = 5_000;
export const USER_PRICE = 10_000;
const WEEK_MS = 7 * 86_400_000;
/** So that an id is not refused that was young enough when the request was made. */
const SLACK_MS = 3_600_000;
const ID_EPOCH = 1_288_834_974_657;
const LONGEST_NAME = 500;

export function queryOf({ targets, language, includeReplies }: Wanted): string {
  const terms = targets.map(termOf).join(' OR ');
  return [`(${terms})`, '-is:retweet', includeReplies ? '' : '-is:reply', language ? `lang:${language}` : '']
    .filter((part) => part !== '')
    .join(' ');
}

function termOf({ type, value }: Target): string {
  if (type === 'hashtag') return `#${value}`;
  return type === 'account' ? `from:${value}` : `"${value.replaceAll('"', '')}"`;
}

/** Search covers seven days, and refuses older ids. */
export function isRecentId(id: string, now: Date): boolean {
  if (!/^\d{1,20}$/.test(id)) return false;
  return Number(BigInt(id) >> 22n) + ID_EPOCH > now.getTime() - WEEK_MS + SLACK_MS;
}

export interface XPage {
  items: FeedItem[];
  newestId: string | null;
  nextToken: string | null;
  /** What the network charged for, at most. */
  posts: number;
  users: number;
}

export function pageOf(body: unknown, now: Date): XPage {
  const { data, includes, meta } = objectOf(body);
  const { users, media } = objectOf(includes);
  const people = new Map(listOf(users).map((user) => [textOf(user.id), user]));
  const pictures = new Map(listOf(media).map((one) => [textOf(one.media_key), one]));
  const { newest_id, next_token } = objectOf(meta);
  const posts = listOf(data);
  return {
    items: posts.flatMap((post) => itemOf(post, people, pictures, now) ?? []),
    newestId: textOf(newest_id) || null,
    nextToken: textOf(next_token) || null,
    posts: posts.length,
    users: people.size,
  };
}

/** Null for what is no post. */
function itemOf(post: Json, people: Map<string, Json>, pictures: Map<string, Json>, now: Date): FeedItem | null {
  const id = textOf(post.id);
  const at = timeOf(post.created_at, now);
  if (!/^\d{1,20}$/.test(id) || !at) return null;
  const note = objectOf(post.note_tweet ?? post.note_post);
  const text = textOf(note.text) || textOf(post.text);
  const author = personOf(people.get(textOf(post.author_id)) ?? { id: post.author_id });
  const { image, video } = mediaOf(post, pictures);
  const url = `https://x.com/${author.username || 'i'}/status/${id}`;
  const collected: CollectedPost = {
    ...{ network: 'x', id, type: 'tweet' },
    attachments: {
      tweet: tweetOf({ id, text, at, url, image, video, author, retweetOf: referenceOf(post, 'retweeted') }),
    },
    entry: {
      ...{ item_type: 'twitter', item_id: id, published_at: at.toISOString(), item_url: url, image_url: image, text },
      is_reply: referenceOf(post, 'replied_to') !== null,
      user: userOf(author),
      ...figuresOf(post),
    },
  };
  const hashtags = listOf(objectOf(post.entities).hashtags).map(({ tag }) => textOf(tag, 200));
  const content = {
    ...{
      title: titleOf(text),
      summary: '',
      body: paragraphs(text),
      base: url,
      url,
      author: author.name || author.username,
    },
    ...{ tags: hashtags.filter((tag) => tag !== ''), cover: image || null, person: `x:${author.id}`, post: collected },
    creators: [`@${author.username}`],
    languages: languagesIn([post.lang]),
  };
  return postItem(content, at, text === '' ? 'It has no text.' : null);
}

export function figuresOf(post: Json): PostFigures {
  const metrics = objectOf(post.public_metrics);
  const [impressions, saved] = [countOf(metrics.impression_count), countOf(metrics.bookmark_count)];
  return {
    stat1: countOf(metrics.like_count),
    stat2: countOf(metrics.reply_count),
    stat3: countOf(metrics.retweet_count ?? metrics.repost_count),
    ...(impressions === null ? {} : { impressions_count: impressions }),
    ...(saved === null ? {} : { saved_count: saved }),
  };
}

interface Person {
  id: string;
  username: string;
  name: string;
  bio: string;
  picture: string;
  metrics: Json;
}

function personOf(user: Json): Person {
  const username = textOf(user.username, 50);
  return {
    id: textOf(user.id, 50),
    username: /^\w+$/.test(username) ? username : '',
    name: textOf(user.name, LONGEST_NAME),
    bio: textOf(user.description, 5_000),
    // The larger one.
    picture: addressOf(user.profile_image_url).replace(/_normal(\.\w+)$/, '$1'),
    metrics: objectOf(user.public_metrics),
  };
}

const profileUrl = ({ username }: Person) => (username === '' ? '' : `https://x.com/${username}`);

const userOf = (person: Person) => ({
  ...{ user_id: person.id, username: person.username, fullname: person.name, bio: person.bio },
  ...{ profile_url: profileUrl(person), profile_picture_url: person.picture },
  followers: countOf(person.metrics.followers_count),
  following: countOf(person.metrics.following_count),
  posts_published: countOf(person.metrics.tweet_count ?? person.metrics.post_count),
});

function mediaOf(post: Json, pictures: Map<string, Json>): { image: string; video: string } {
  const keys = objectOf(post.attachments).media_keys;
  const named: unknown[] = Array.isArray(keys) ? keys : [];
  const media = named.map((key) => pictures.get(textOf(key)) ?? {});
  const images = media.map(({ type, url, preview_image_url }) => addressOf(type === 'photo' ? url : preview_image_url));
  const videos = media
    .flatMap(({ variants }) => listOf(variants))
    .filter(({ content_type }) => content_type === 'video/mp4')
    .sort((a, b) => (countOf(b.bit_rate) ?? 0) - (countOf(a.bit_rate) ?? 0));
  return { image: images.find((address) => address !== '') ?? '', video: addressOf(videos[0]?.url) };
}

function referenceOf(post: Json, type: string): string | null {
  const named = listOf(post.referenced_tweets ?? post.referenced_posts).find((one) => one.type === type);
  return named ? textOf(named.id, 50) || null : null;
}

interface Tweet {
  id: string;
  text: string;
  at: Date;
  url: string;
  image: string;
  video: string;
  author: Person;
  retweetOf: string | null;
}

function tweetOf({ id, text, at, url, image, video, author, retweetOf }: Tweet): Record<string, string | null> {
  return {
    created_at: at.toISOString().slice(0, 19).replace('T', ' '),
    ...{ media_url: image || null, image_url: image || null, video_url: video || null, name: author.name, text },
    oembed: `<blockquote class="twitter-tweet"><p>${escaped(text)}</p>${escaped(author.name)} (@${author.username}) <a href="${url}">${at.toISOString().slice(0, 10)}</a></blockquote>`,
    ...{ profile_image_url: author.picture || null, profile_url: profileUrl(author) || null, retweet_of_id: retweetOf },
    ...{ screen_name: author.username, tweet_id_str: id, user_id_str: author.id, url },
  };
}

/** Posts that the network names as gone or not to be seen; of an id that it does not mention nothing is known. */
export function looksOf(body: unknown): { found: Map<string, PostFigures>; missing: Set<string> } {
  const { data, errors } = objectOf(body);
  const gone = listOf(errors).filter(({ type }) =>
    /\/(resource-not-found|not-authorized-for-resource)$/.test(textOf(type)),
  );
  return {
    found: new Map(listOf(data).map((post) => [textOf(post.id), figuresOf(post)])),
    missing: new Set(gone.map(({ resource_id, value }) => textOf(resource_id) || textOf(value))),
  };
}

const LOCKED = [326, 226, 63, 64];
const DEAD_TOKEN = [32, 89, 99, 215];

/** Null: the answer is good. A lock may come with 200, and a used-up cap with 402, 403 and 429. */
export function failureOf(status: number, body: unknown): Failure | null {
  const { title, type, detail, errors, data } = objectOf(body);
  const codes = listOf(errors).flatMap(({ code }) => (typeof code === 'number' ? code : []));
  const words = `${textOf(title)} ${textOf(type)}`;
  const message = textOf(detail, 500) || textOf(title, 500) || textOf(listOf(errors)[0]?.message, 500);
  const failure = (code: Failure['code'], isDefinite = false): Failure => ({
    ...{ code, isDefinite, message: message || `X answered ${status}.` },
  });
  if (codes.some((code) => LOCKED.includes(code))) return failure('account_locked', true);
  if (/usage-capped|UsageCap|CreditsDepleted/i.test(words) || status === 402) return failure('quota_exhausted', true);
  if (status === 429 || codes.includes(88)) return failure('rate_limited');
  if (status === 401 || (data === undefined && codes.some((code) => DEAD_TOKEN.includes(code))))
    return failure('token_invalid');
  if (status === 403)
    return failure(/client-forbidden|not-authorized/.test(words) ? 'permission_missing' : 'forbidden');
  if (status === 404) return failure('not_found');
  if (status >= 500) return failure('network_unavailable');
  return status === 200 ? null : failure('bad_response');
}
