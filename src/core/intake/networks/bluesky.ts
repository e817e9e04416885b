/** Bluesky (AT Protocol): its posts as items, and what its answers mean. */

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

const POST = /^at:\/\/(did:[a-z]+:[A-Za-z0-9._:%-]{1,200})\/app\.bsky\.feed\.post\/([A-Za-z0-9._~:-]{1,512})$/;
const LONGEST_ID = 900;
const LONGEST_NAME = 500;
const MOST_FACETS = 200;
/** Of an account whose owner wants to be shown to people with an account of Bluesky only. */
const HIDDEN_LABEL = '!no-unauthenticated';
const UNWANTED = 'Its author does not want to be shown to everyone.';

type Narrowing = Pick<Wanted, 'language' | 'includeReplies'>;

/** Posts that the source wants, of a search. */
export const searchItems = (body: unknown, wanted: Narrowing, now: Date): FeedItem[] =>
  itemsOf(listOf(objectOf(body).posts), wanted, now);

/** Posts that the source wants, of an account: reposts of others are not offered. */
export function feedItems(body: unknown, wanted: Narrowing, now: Date): FeedItem[] {
  const own = listOf(objectOf(body).feed).filter(
    ({ reason }) => !/#reasonRepost$/.test(textOf(objectOf(reason).$type)),
  );
  return itemsOf(
    own.map(({ post }) => objectOf(post)),
    wanted,
    now,
  );
}

export function itemsOf(posts: Json[], wanted: Narrowing, now: Date): FeedItem[] {
  return posts.filter((post) => isWanted(objectOf(post.record), wanted)).flatMap((post) => itemOf(post, now) ?? []);
}

function isWanted({ reply, langs }: Json, { language, includeReplies }: Narrowing): boolean {
  const named: unknown[] = Array.isArray(langs) ? langs : [];
  const isInLanguage = language === null || named.some((one) => textOf(one, 50).split('-')[0] === language);
  return isInLanguage && (includeReplies || !reply);
}

/** The authors set the first date; the second one is that of the network. */
function dateOf({ record, indexedAt }: Json, now: Date): Date | null {
  const created = timeOf(objectOf(record).createdAt, now);
  const indexed = timeOf(indexedAt, now);
  return created && indexed ? new Date(Math.min(created.getTime(), indexed.getTime())) : (created ?? indexed);
}

function itemOf(post: Json, now: Date): FeedItem | null {
  const id = textOf(post.uri, LONGEST_ID);
  const [, did = '', key = ''] = POST.exec(id) ?? [];
  const at = dateOf(post, now);
  if (did === '' || !at) return null;
  const author = objectOf(post.author);
  const collected: CollectedPost = { network: 'bluesky', id, type: 'link' };
  const base = { summary: '', base: 'https://bsky.app/', person: `bluesky:${did}`, post: collected };
  if (isHidden(author))
    return postItem({ ...base, title: UNWANTED, body: '', author: '', tags: [], cover: null, url: null }, at, UNWANTED);
  const record = objectOf(post.record);
  const text = textOf(record.text);
  const handle = handleOf(author);
  const shared = embedded(objectOf(post.embed));
  const facets = facetsOf(record, text);
  const content = {
    ...base,
    title: titleOf(text) || titleOf(shared.title),
    body: `${html(text, facets)}${shared.link}`,
    url: `https://bsky.app/profile/${handle || did}/post/${encodeURIComponent(key)}`,
    author: textOf(author.displayName, LONGEST_NAME).trim() || handle,
    creators: handle === '' ? [] : [`@${handle}`],
    tags: [...new Set([...facets.flatMap(({ tag }) => tag || []), ...tagsOf(record)])],
    cover: shared.picture || null,
    languages: languagesIn(record.langs),
    post: { ...collected, isReply: Boolean(record.reply) },
  };
  return postItem(content, at, content.title === '' ? 'It has no text.' : null);
}

const isHidden = ({ labels }: Json) => listOf(labels).some(({ val, neg }) => val === HIDDEN_LABEL && neg !== true);

/** A handle that the network could not verify is none. */
function handleOf({ handle }: Json): string {
  const name = textOf(handle, 253);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name) && name !== 'handle.invalid' ? name : '';
}

const tagsOf = ({ tags }: Json): string[] => (Array.isArray(tags) ? tags.flatMap((tag) => textOf(tag, 200) || []) : []);

interface Facet {
  start: number;
  end: number;
  link: string;
  tag: string;
}

/** Links and hashtags, by the bytes of the text; what overlaps or is out of range is left out. */
function facetsOf({ facets }: Json, text: string): Facet[] {
  const size = Buffer.byteLength(text);
  const known = listOf(facets)
    .slice(0, MOST_FACETS)
    .flatMap(({ index, features }) => {
      const { byteStart, byteEnd } = objectOf(index);
      const [start, end] = [countOf(byteStart) ?? -1, countOf(byteEnd) ?? -1];
      const link = listOf(features).map(({ uri }) => addressOf(uri));
      const tag = listOf(features).map(({ tag }) => textOf(tag, 200));
      const isWhole = start >= 0 && start < end && end <= size;
      return isWhole ? [{ start, end, link: link.find(Boolean) ?? '', tag: tag.find(Boolean) ?? '' }] : [];
    })
    .sort((a, b) => a.start - b.start);
  return known.filter(({ start }, at) => start >= (known[at - 1]?.end ?? 0));
}

/** Links become links: the text has only the start of their addresses. */
function html(text: string, facets: Facet[]): string {
  const bytes = Buffer.from(text);
  const piece = (from: number, to: number) => bytes.subarray(from, to).toString('utf8');
  const links = facets.filter(({ link }) => link !== '');
  let whole = '';
  let at = 0;
  for (const { start, end, link } of links) {
    whole += `${escaped(piece(at, start))}<a href="${escaped(link)}">${escaped(piece(start, end))}</a>`;
    at = end;
  }
  return paragraphs(whole + escaped(piece(at, bytes.length)), (part) => part);
}

/** What a post shows beside its text: pictures, a video, or a card of a link. */
function embedded({ media, images, thumbnail, external }: Json): { picture: string; link: string; title: string } {
  if (media) return embedded(withoutMedia(objectOf(media)));
  const card = objectOf(external);
  const [uri, title] = [addressOf(card.uri), textOf(card.title, LONGEST_NAME).trim()];
  const pictures = [
    ...listOf(images).map(({ fullsize }) => addressOf(fullsize)),
    addressOf(thumbnail),
    addressOf(card.thumb),
  ];
  const link = uri === '' ? '' : `<p><a href="${escaped(uri)}">${escaped(title || uri)}</a></p>`;
  return { picture: pictures.find((one) => one !== '') ?? '', link, title };
}

const withoutMedia = ({ media: _, ...rest }: Json): Json => rest;

export function figuresOf({ likeCount, replyCount, repostCount }: Json): PostFigures {
  return { stat1: countOf(likeCount), stat2: countOf(replyCount), stat3: countOf(repostCount) };
}

/** By uri. */
export const figuresIn = (body: unknown): Map<string, PostFigures> =>
  new Map(listOf(objectOf(body).posts).map((post) => [textOf(post.uri, LONGEST_ID), figuresOf(post)]));

export const isPostUri = (uri: string) => POST.test(uri);

/** Of the next page; empty without one. */
export const cursorOf = (body: unknown): string => textOf(objectOf(body).cursor, 1_000);

/** The dates that a page is sorted by, in milliseconds: of a repost that of the repost. */
export function datesOf(body: unknown, now: Date): { oldest: number; newest: number } | null {
  const { posts, feed } = objectOf(body);
  const reposted = listOf(feed).map(
    ({ post, reason }) => timeOf(objectOf(reason).indexedAt, now) ?? dateOf(objectOf(post), now),
  );
  const dates = [...listOf(posts).map((post) => dateOf(post, now)), ...reposted].flatMap(
    (date) => date?.getTime() ?? [],
  );
  return dates.length === 0 ? null : { oldest: Math.min(...dates), newest: Math.max(...dates) };
}

export const searchOf = ({ type, value }: Target): string =>
  type === 'hashtag' ? `#${value}` : `"${value.replaceAll('"', '')}"`;

/** Whether a thread says that its post is gone: one whose author blocks the account that asks is not. */
export const isGone = (body: unknown): boolean => objectOf(objectOf(body).thread).notFound === true;

export interface Session {
  access: string;
  refresh: string;
}

export function sessionIn(body: unknown): Session | null {
  const { accessJwt, refreshJwt } = objectOf(body);
  const [access, refresh] = [textOf(accessJwt, 8_000), textOf(refreshJwt, 8_000)];
  return [access, refresh].every((token) => /^[\x21-\x7e]+$/.test(token)) ? { access, refresh } : null;
}

const LOCKED = ['AccountTakedown', 'AccountSuspended', 'AccountDeactivated'];

/** Null: the answer is good. A token that has expired is refused with 400; a wall answers with 403 and HTML. */
export function failureOf(status: number, body: unknown): Failure | null {
  if (status === 200) return null;
  const { error, message } = objectOf(body);
  const name = textOf(error, 100);
  const failure = (code: Failure['code'], isDefinite = false): Failure => ({
    ...{ code, isDefinite, message: textOf(message, 500) || `Bluesky answered ${status}.` },
  });
  if (LOCKED.includes(name)) return failure('account_locked', true);
  if (name === 'ExpiredToken') return failure('token_expired');
  if (name === 'RateLimitExceeded' || status === 429) return failure('rate_limited');
  if (status === 401 || name === 'InvalidToken') return failure('token_invalid');
  if (status === 403) return failure('forbidden');
  if (status === 404 || name === 'NotFound' || isUnknownActor(name, textOf(message, 500))) return failure('not_found');
  return failure(status >= 500 ? 'network_unavailable' : 'bad_response');
}

const isUnknownActor = (name: string, message: string) =>
  name === 'InvalidRequest' && /\b(profile|actor) not found\b/i.test(message);
