/** Mastodon: its posts as items, and what its answers mean. */

import type { FeedItem } from '../feed.ts';
import { languagesIn } from '../language.ts';
import { plainText } from '../plain-text.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import {
  addressOf,
  countOf,
  type Failure,
  type Json,
  listOf,
  objectOf,
  postItem,
  textOf,
  timeOf,
  titleOf,
  type Wanted,
} from './post.ts';

const LONGEST_BODY = 100_000;
const LONGEST_NAME = 500;
const UNWANTED = 'Its author does not want to be indexed.';

/** Posts that the source wants; boosts and posts for followers are not offered to it. */
export function itemsOf(body: unknown, wanted: Pick<Wanted, 'language' | 'includeReplies'>, now: Date): FeedItem[] {
  return listOf(body)
    .filter((status) => isWanted(status, wanted))
    .flatMap((status) => itemOf(status, now) ?? []);
}

function isWanted(status: Json, { language, includeReplies }: Pick<Wanted, 'language' | 'includeReplies'>): boolean {
  const isShown = status.visibility === 'public' || status.visibility === 'unlisted';
  const isInLanguage = language === null || textOf(status.language).split('-')[0] === language;
  return isShown && !status.reblog && isInLanguage && (includeReplies || !isReply(status));
}

const isReply = ({ in_reply_to_id: to }: Json) => to !== null && to !== undefined;

function itemOf(status: Json, now: Date): FeedItem | null {
  const id = textOf(status.id, 100);
  const at = timeOf(status.created_at, now);
  if (id === '' || !at) return null;
  const url = addressOf(status.url) || addressOf(status.uri);
  const account = objectOf(status.account);
  const post: CollectedPost = { network: 'mastodon', id, type: 'link' };
  // The same person on every server; ids are those of the server that was asked.
  const person = `mastodon:${addressOf(account.url)}`;
  const base = { summary: '', base: url || 'https://mastodon.invalid/', url: url || null, person, post };
  if (account.noindex === true || account.indexable === false)
    return postItem({ ...base, title: UNWANTED, body: '', author: '', tags: [], cover: null, url: null }, at, UNWANTED);
  const body = textOf(status.content, LONGEST_BODY);
  const text = plainText(body);
  const warning = textOf(status.spoiler_text, LONGEST_NAME);
  const handle = textOf(account.acct, LONGEST_NAME);
  const content = {
    ...base,
    title: titleOf(warning || text),
    body,
    author: textOf(account.display_name, LONGEST_NAME) || handle,
    creators: [`@${handle}`],
    tags: listOf(status.tags).flatMap(({ name }) => textOf(name, 200) || []),
    cover: pictureOf(status),
    languages: languagesIn([status.language]),
    post: { ...post, isReply: isReply(status), followers: countOf(account.followers_count) },
  };
  return postItem(content, at, content.title === '' ? 'It has no text.' : null);
}

function pictureOf({ media_attachments }: Json): string | null {
  const pictures = listOf(media_attachments).map(({ type, url, preview_url }) =>
    type === 'image' ? addressOf(url) : addressOf(preview_url),
  );
  return pictures.find((address) => address !== '') ?? null;
}

/** The newest post of a page, wanted or not: ids grow, but need not be numbers. */
export const newestId = (body: unknown): string | null => textOf(listOf(body)[0]?.id, 100) || null;

export function figuresOf(status: unknown): PostFigures {
  const { favourites_count, replies_count, reblogs_count } = objectOf(status);
  return { stat1: countOf(favourites_count), stat2: countOf(replies_count), stat3: countOf(reblogs_count) };
}

/** Null: the answer is good. */
export function failureOf(status: number, body: unknown): Failure | null {
  if (status === 200) return null;
  const message = textOf(objectOf(body).error, 500) || `The server answered ${status}.`;
  const code = CODES[status] ?? (status >= 500 ? 'network_unavailable' : 'bad_response');
  return { code, message, isDefinite: false };
}

const CODES: Record<number, Failure['code']> = {
  401: 'token_invalid',
  403: 'forbidden',
  404: 'not_found',
  410: 'not_found',
  422: 'permission_missing',
  429: 'rate_limited',
};
