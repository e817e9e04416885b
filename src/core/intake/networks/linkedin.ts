/** LinkedIn: posts of organisations as items and entries, and what its answers mean. */
import type { FeedItem } from '../feed.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import { hashtagsIn, paragraphs } from './plain.ts';
import {
  addressOf,
  countOf,
  escaped,
  type Failure,
  type Json,
  listOf,
  objectOf,
  postItem,
  textOf,
  titleOf,
} from './post.ts';

/** An organisation, as far as the token may read it. */
export interface Organisation {
  urn: string;
  /** Empty if it is unknown. */
  name: string;
  followers: number | null;
}

const URN = /^urn:li:(share|ugcPost):\d{1,25}$/;
const LONGEST_NAME = 500;
const NO_FIGURES = { stat1: null, stat2: null, stat3: 0 };

export const organisationUrn = (id: string) => `urn:li:organization:${id}`;
/** As a parameter of a Rest.li request: its commas and brackets are syntax, those of the ids are not. */
export const listParameter = (urns: string[]) => `List(${urns.map(encodeURIComponent).join(',')})`;

/** Posts that everyone can see; shares of others’ posts without a word of their own are not offered. */
export function itemsOf(body: unknown, by: Organisation, metadata: Map<string, PostFigures>, now: Date): FeedItem[] {
  return postsIn(body).flatMap((post) => itemOf(post, by, metadata, now) ?? []);
}

/** All posts of a page, and the ids of those that are wanted. */
export const postsIn = (body: unknown): Json[] => listOf(objectOf(body).elements);
export const wantedIds = (body: unknown): string[] => postsIn(body).filter(isWanted).map(idOf);

const idOf = ({ id }: Json) => textOf(id, 100);

function isWanted(post: Json): boolean {
  const isShown = post.lifecycleState === 'PUBLISHED' && post.visibility === 'PUBLIC';
  const isRepost = Object.keys(objectOf(post.reshareContext)).length > 0 && textOf(post.commentary).trim() === '';
  return URN.test(idOf(post)) && isShown && !isRepost;
}

/** Milliseconds; 0 where it is missing. */
export const modifiedAt = ({ lastModifiedAt }: Json): number => timeIn(lastModifiedAt) ?? 0;

export function datesIn(posts: Json[]): { oldest: number; newest: number } | null {
  const dates = posts.map(modifiedAt);
  return dates.length === 0 ? null : { oldest: Math.min(...dates), newest: Math.max(...dates) };
}

function itemOf(post: Json, by: Organisation, metadata: Map<string, PostFigures>, now: Date): FeedItem | null {
  const published = timeIn(post.publishedAt) ?? timeIn(post.createdAt);
  if (!isWanted(post) || published === null) return null;
  const at = new Date(Math.min(published, now.getTime()));
  const id = idOf(post);
  const url = `https://www.linkedin.com/feed/update/${id}/`;
  const text = plainCommentary(textOf(post.commentary));
  const { title: linkTitle, source } = objectOf(objectOf(post.content).article);
  const [shared, sharedAs] = [addressOf(source), textOf(linkTitle, LONGEST_NAME).trim()];
  const link = shared === '' ? '' : `<p><a href="${escaped(shared)}">${escaped(sharedAs || shared)}</a></p>`;
  const collected: CollectedPost = {
    ...{ network: 'linkedin', id, type: 'link' },
    entry: {
      ...{ item_type: 'linkedin', item_id: id, published_at: at.toISOString(), item_url: url, image_url: '', text },
      is_reply: false,
      user: userOf(by),
      ...(metadata.get(id) ?? NO_FIGURES),
    },
  };
  const content = {
    ...{ title: titleOf(text) || titleOf(sharedAs), summary: '', body: `${paragraphs(text)}${link}`, base: url, url },
    ...{ author: by.name, creators: by.name === '' ? [] : [by.name], person: `linkedin:${by.urn}` },
    ...{ tags: hashtagsIn(text), cover: null, post: collected },
  };
  return postItem(content, at, content.title === '' ? 'It has no text.' : null);
}

const userOf = ({ urn, name, followers }: Organisation) => ({
  ...{ user_id: urn, username: '', fullname: name, bio: '', profile_picture_url: '' },
  profile_url: `https://www.linkedin.com/company/${urn.split(':').at(-1)}/`,
  ...{ followers, following: null, posts_published: null },
});

function timeIn(value: unknown): number | null {
  const isTime = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 8.64e15;
  return isTime ? value : null;
}

const HASHTAG = /\{hashtag\|\\?[#＃]\|([^|{}]{1,200})\}/g;
const MENTION = /@\[((?:\\.|[^\]\\]){1,500})\]\(urn:li:[A-Za-z]{1,40}:[^()\s]{1,100}\)/g;
const RESERVED = /\\([|{}@[\]()<>#\\*_~])/g;

/** `Hello @[Acme](urn:li:organization:1) {hashtag|\#|sea}` → `Hello Acme #sea` */
export const plainCommentary = (text: string) =>
  text.replace(HASHTAG, '#$1').replace(MENTION, '$1').replace(RESERVED, '$1');

/** By the id of the post. The network has no shares here: the report has none of LinkedIn either. */
export function figuresIn(body: unknown): Map<string, PostFigures> {
  const results = Object.entries(objectOf(objectOf(body).results));
  return new Map(results.map(([urn, one]) => [urn, figuresOf(objectOf(one))]));
}

function figuresOf({ reactionSummaries, commentSummary }: Json): PostFigures {
  const reactions = reactionSummaries && Object.values(objectOf(reactionSummaries));
  const counts = reactions ? listOf(reactions).map(({ count }) => countOf(count) ?? 0) : null;
  return {
    stat1: counts && countOf(counts.reduce((sum, count) => sum + count, 0)),
    stat2: countOf(objectOf(commentSummary).count),
    stat3: 0,
  };
}

/** A batch names each post that is gone. One that the token may not read is not: its role may have been taken away. */
export function looksOf(body: unknown): { found: Map<string, PostFigures>; missing: Set<string> } {
  const { errors, statuses } = objectOf(body);
  const named = [
    ...Object.entries(objectOf(errors)).map(([urn, error]) => [urn, objectOf(error).status] as const),
    ...Object.entries(objectOf(statuses)),
  ];
  const found = figuresIn(body);
  const gone = named.filter(([urn, status]) => status === 404 && !found.has(urn));
  return { found, missing: new Set(gone.map(([urn]) => urn)) };
}

export const followersOf = (body: unknown) => countOf(objectOf(body).firstDegreeSize);
export const nameOf = (body: unknown) => textOf(objectOf(body).localizedName, LONGEST_NAME).trim();

const EXPIRED = 65_602;

/** Null: the answer is good. A good token may be refused for some seconds after it was made. */
export function failureOf(status: number, body: unknown): Failure | null {
  if (status === 200) return null;
  const { message, serviceErrorCode, code } = objectOf(body);
  const failure = (name: Failure['code'], isDefinite = false): Failure => ({
    ...{ code: name, isDefinite, message: textOf(message, 500) || `LinkedIn answered ${status}.` },
  });
  const isExpired = serviceErrorCode === EXPIRED || code === 'EXPIRED_ACCESS_TOKEN';
  if (status === 401) return failure(isExpired ? 'token_expired' : 'token_invalid');
  if (status === 426 || code === 'NONEXISTENT_VERSION') return failure('version_retired');
  // A wall in front of the API answers with HTML.
  if (status === 403) return failure(body === null ? 'forbidden' : 'permission_missing');
  if (status === 404) return failure('not_found');
  // The limit is one of a day.
  if (status === 429) return failure('quota_exhausted', true);
  return failure(status >= 500 ? 'network_unavailable' : 'bad_response');
}
