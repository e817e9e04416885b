/** Mastodon: the timelines of hashtags and accounts, from the oldest unread post on, so that none is missed. */

import type { PostFigures } from '../core/intake/networks/collected.ts';
import { failureOf, figuresOf, itemsOf, newestId } from '../core/intake/networks/mastodon.ts';
import { objectOf, type Target, textOf, type Wanted } from '../core/intake/networks/post.ts';
import { type Ask, type Connector, NetworkProblem, type Position } from './connector.ts';
import { nextOfTargets } from './targets.ts';

const LARGEST_PAGE = 40;
const BEFORE_ALL = '0';

export const mastodon: Connector = {
  network: 'mastodon',
  url: null,
  limits: { all: { ceiling: 300, window: 300 } },
  mostLooked: 20,
  nextPage: (ask, wanted, cursor, options) => nextPage(ask, wanted, cursor, options),
  /** One by one: only 404 says that a post is gone. */
  async look(ask, ids) {
    const found = new Map<string, PostFigures>();
    const missing = new Set<string>();
    for (const id of ids) {
      const status = await statusOf(ask, id);
      if (status) found.set(id, figuresOf(status));
      else missing.add(id);
    }
    return { found, missing };
  },
  failureOf,
  announced(headers) {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
    const resetsAt = new Date(reset ?? '');
    if (!/^\d{1,9}$/.test(limit ?? '') || !/^\d{1,9}$/.test(remaining ?? '') || Number.isNaN(resetsAt.getTime()))
      return null;
    return { limit: Number(limit), remaining: Number(remaining), resetsAt };
  },
};

const nextPage: Connector['nextPage'] = (ask, wanted, cursor, { now }) =>
  nextOfTargets(wanted, cursor, async (target, position) => {
    const known = await identified(ask, target, position);
    const { body } = await ask({ bucket: 'all', path: pathOf(target, known.id), query: queryOf(wanted, known.min_id) });
    // Where there is nothing yet, everything that comes is new.
    const newest = newestId(body) ?? known.min_id ?? BEFORE_ALL;
    return {
      items: itemsOf(body, wanted, now),
      position: { ...known, min_id: newest },
      goesOn: known.min_id !== undefined && Array.isArray(body) && body.length >= LARGEST_PAGE,
      isFirst: known.min_id === undefined,
    };
  });

const queryOf = ({ includeReplies }: Wanted, minId: string | undefined) => ({
  limit: String(LARGEST_PAGE),
  ...(includeReplies ? {} : { exclude_replies: 'true' }),
  ...(minId ? { min_id: minId } : {}),
});

const pathOf = ({ type, value }: Target, id = '') =>
  type === 'account'
    ? `/api/v1/accounts/${encodeURIComponent(id)}/statuses`
    : `/api/v1/timelines/tag/${encodeURIComponent(value)}`;

/** The id of an account, which is looked up once. */
async function identified(ask: Ask, { type, value }: Target, known: Position): Promise<Position> {
  if (type !== 'account' || known.id) return known;
  const { body } = await ask({ bucket: 'all', path: '/api/v1/accounts/lookup', query: { acct: value } });
  return { ...known, id: textOf(objectOf(body).id, 100) };
}

async function statusOf(ask: Ask, id: string): Promise<unknown> {
  try {
    return (await ask({ bucket: 'all', path: `/api/v1/statuses/${encodeURIComponent(id)}` })).body;
  } catch (error) {
    if (error instanceof NetworkProblem && error.code === 'not_found') return null;
    throw error;
  }
}
