/** X: one search for all targets of a source, from the newest post to the newest one of the poll before. */
import type { Wanted } from '../core/intake/networks/post.ts';
import { failureOf, isRecentId, looksOf, POST_PRICE, pageOf, queryOf, USER_PRICE } from '../core/intake/networks/x.ts';
import { type Answered, type Ask, type Connector, NetworkProblem, type Page, type TrackerCursor } from './connector.ts';

const LARGEST_PAGE = 100;
const SMALLEST_PAGE = 10;
const WINDOW = 900;
const FIELDS = {
  'tweet.fields':
    'created_at,public_metrics,attachments,entities,referenced_tweets,in_reply_to_user_id,lang,note_tweet',
  expansions: 'author_id,attachments.media_keys',
  'user.fields': 'name,username,description,profile_image_url,public_metrics,url',
  'media.fields': 'type,url,preview_image_url,variants',
};

export const x: Connector = {
  network: 'x',
  url: 'https://api.x.com',
  limits: { search: { ceiling: 450, window: WINDOW }, lookup: { ceiling: 3_500, window: WINDOW } },
  userLimits: {
    ...{ search: { ceiling: 300, window: WINDOW }, lookup: { ceiling: 5_000, window: WINDOW } },
    me: { ceiling: 75, window: WINDOW },
  },
  mostLooked: 100,
  nextPage,
  async look(ask, ids) {
    const query = { ids: ids.join(','), 'tweet.fields': 'public_metrics' };
    const answered = await ask({ bucket: 'lookup', path: '/2/tweets', query, price: ids.length * POST_PRICE });
    const looks = looksOf(answered.body);
    await answered.charge(looks.found.size * POST_PRICE);
    return looks;
  },
  failureOf,
  announced(headers) {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-rate-limit-${name}`]);
    if (!limit || !remaining || !reset || ![limit, remaining, reset].every((text) => /^\d{1,12}$/.test(text)))
      return null;
    return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1_000) };
  },
};

/** `since_id` stays while there are more pages; the newest post of the first page is the next one. */
async function nextPage(
  ask: Ask,
  wanted: Wanted,
  { since_id, page, ...rest }: TrackerCursor,
  { now, backlog }: { now: Date; backlog: number },
): Promise<Page> {
  const isFirst = since_id === undefined && !page && !rest.begun;
  const size = isFirst ? Math.min(Math.max(backlog, SMALLEST_PAGE), LARGEST_PAGE) : LARGEST_PAGE;
  const query = {
    ...{ query: queryOf(wanted), ...FIELDS },
    ...(since_id && isRecentId(since_id, now) ? { since_id } : {}),
    ...(page ? { next_token: page.token } : {}),
  };
  const answered = await affordable(ask, query, size);
  const found = pageOf(answered.body, now);
  await answered.charge(found.posts * POST_PRICE + found.users * USER_PRICE);
  const newest = page?.newest ?? found.newestId ?? since_id;
  const goesOn = !isFirst && found.nextToken !== null;
  const cursor: TrackerCursor = goesOn
    ? {
        ...rest,
        ...(since_id ? { since_id } : {}),
        page: { token: found.nextToken as string, newest: newest as string },
      }
    : { ...rest, begun: true, ...(newest ? { since_id: newest } : {}) };
  return { items: found.items, cursor, isLast: !goesOn, isFirst };
}

/** A page is as large as the money allows. */
async function affordable(ask: Ask, query: Record<string, string>, size: number): Promise<Answered> {
  const asking = (posts: number) => ({
    ...{ bucket: 'search', path: '/2/tweets/search/recent', query: { ...query, max_results: String(posts) } },
    price: posts * (POST_PRICE + USER_PRICE),
  });
  try {
    return await ask(asking(size));
  } catch (error) {
    const isPoor = error instanceof NetworkProblem && error.isOwnLimit && error.code === 'quota_exhausted';
    if (!isPoor || size === SMALLEST_PAGE) throw error;
    return ask(asking(SMALLEST_PAGE));
  }
}
