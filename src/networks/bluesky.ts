/** Bluesky: searches and feeds of accounts through the server of the account, which opens a session with a password of an app. */
import {
  cursorOf,
  datesOf,
  failureOf,
  feedItems,
  figuresIn,
  isGone,
  searchItems,
  searchOf,
  sessionIn,
} from '../core/intake/networks/bluesky.ts';
import type { Target, Wanted } from '../core/intake/networks/post.ts';
import { type NewestPage, nextByTarget } from './by-target.ts';
import { type Ask, type Asking, type Connector, type Looks, NetworkProblem } from './connector.ts';

const PAGE = '100';
const WINDOW = 300;
/** A search may show a post later than newer ones. */
const LATE_MS = 15 * 60_000;

export const bluesky: Connector = {
  network: 'bluesky',
  url: null,
  limits: { all: { ceiling: 3_000, window: WINDOW }, session: { ceiling: 30, window: WINDOW } },
  mostLooked: 25,
  nextPage: (ask, wanted, cursor, { now }) =>
    nextByTarget(wanted, cursor, (target, { page }, sinceMs) => read(ask, wanted, { target, page, sinceMs, now }), {
      lateMs: LATE_MS,
    }),
  look,
  failureOf,
  announced(headers) {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`ratelimit-${name}`]);
    if (!limit || !remaining || !reset || ![limit, remaining, reset].every((text) => /^\d{1,12}$/.test(text)))
      return null;
    return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1_000) };
  },
  sessions: {
    open: (identifier, password) => ({
      ...{ bucket: 'session', path: '/xrpc/com.atproto.server.createSession', post: { identifier, password } },
    }),
    renew: { bucket: 'all', path: '/xrpc/com.atproto.server.refreshSession', post: {} },
    read: sessionIn,
  },
};

interface Reading {
  target: Target;
  page: string | undefined;
  sinceMs: number;
  now: Date;
}

async function read(ask: Ask, wanted: Wanted, { target, page, sinceMs, now }: Reading): Promise<NewestPage> {
  const cursor: Record<string, string> = page === undefined ? {} : { cursor: page };
  const { body } = await ask({ bucket: 'all', ...pageOf(target, wanted, sinceMs, cursor) });
  const items = (target.type === 'account' ? feedItems : searchItems)(body, wanted, now);
  return { items, next: cursorOf(body) || null, dates: datesOf(body, now) };
}

function pageOf(
  target: Target,
  { includeReplies }: Wanted,
  sinceMs: number,
  cursor: Record<string, string>,
): Pick<Asking, 'path' | 'query'> {
  const { type, value } = target;
  if (type === 'account') {
    const filter = includeReplies ? 'posts_with_replies' : 'posts_no_replies';
    return { path: '/xrpc/app.bsky.feed.getAuthorFeed', query: { actor: value, filter, limit: PAGE, ...cursor } };
  }
  const since: Record<string, string> = sinceMs > 0 ? { since: new Date(sinceMs).toISOString() } : {};
  const tag: Record<string, string> = type === 'hashtag' ? { tag: value } : {};
  const query = { q: searchOf(target), ...tag, sort: 'latest', ...since, limit: PAGE, ...cursor };
  return { path: '/xrpc/app.bsky.feed.searchPosts', query };
}

/** The answer leaves out what is gone, and more: a post is gone if its thread says so. */
async function look(ask: Ask, ids: string[]): Promise<Looks> {
  const uris = new URLSearchParams(ids.map((id): [string, string] => ['uris', id]));
  const found = figuresIn((await ask({ bucket: 'all', path: `/xrpc/app.bsky.feed.getPosts?${uris}` })).body);
  const missing = new Set<string>();
  for (const id of ids.filter((one) => !found.has(one))) if (await isNamedGone(ask, id)) missing.add(id);
  return { found, missing };
}

async function isNamedGone(ask: Ask, uri: string): Promise<boolean> {
  try {
    const query = { uri, depth: '0', parentHeight: '0' };
    return isGone((await ask({ bucket: 'all', path: '/xrpc/app.bsky.feed.getPostThread', query })).body);
  } catch (error) {
    if (error instanceof NetworkProblem && error.code === 'not_found') return true;
    throw error;
  }
}
