/** What a media tracker would bring. */
import type { Static } from 'typebox';
import type { SourcePreview } from '../contract/source-preview.ts';
import { invalidBody, unavailable } from '../core/errors.ts';
import type { Wanted } from '../core/intake/networks/post.ts';
import type { Db } from '../db/connect.ts';
import { idsOf } from '../features/network-accounts/names.ts';
import { accountById } from '../features/network-accounts/queries.ts';
import { previewed } from '../features/sources/preview.ts';
import { NetworkProblem, type TrackerCursor } from '../networks/connector.ts';
import { CONNECTORS } from '../networks/connectors.ts';
import { askerOf } from './asking.ts';
import type { NetworkTools } from './network-tools.ts';

type Preview = Static<typeof SourcePreview>;

export interface Tracked {
  account_id: number;
  wanted: Wanted;
}

const SHOWN_ITEMS = 20;
/** Of X, which charges for posts: its smallest page. */
const BACKLOG = 10;
const MOST_PAGES = 5;

/** The newest page of each target, until there are enough items. */
export async function trackerPreview(
  db: Db,
  tools: NetworkTools,
  siteId: number,
  { account_id, wanted }: Tracked,
  { now, ms }: { now: Date; ms: number },
): Promise<Preview> {
  const account = await accountById(db, siteId, account_id);
  const signal = AbortSignal.timeout(ms);
  const ask = askerOf(db, tools, account, signal);
  const ids = { read: idsOf(db, account.network).read, write: async () => undefined };
  const items: Preview['items'] = [];
  let cursor: TrackerCursor = {};
  try {
    for (let pages = 0; pages < MOST_PAGES && items.length < SHOWN_ITEMS; pages += 1) {
      const options = { now, backlog: BACKLOG, account: account.external_id, ids };
      const page = await CONNECTORS[account.network].nextPage(ask, wanted, cursor, options);
      if (page.problem) throw page.problem;
      items.push(...page.items.map(previewed));
      if (page.isLast) break;
      cursor = page.cursor;
    }
  } catch (error) {
    if (signal.aborted) throw unavailable('The network took too long to answer.', 5);
    if (!(error instanceof NetworkProblem)) throw error;
    throw invalidBody([{ path: '/account_id', message: `cannot be asked: ${error.message}` }]);
  }
  const newest = items.toSorted((a, b) => String(b.published_at).localeCompare(String(a.published_at)));
  const about = { format: 'posts' as const, title: account.name, url: null, unread: 0 };
  return { ...about, total_count: items.length, items: newest.slice(0, SHOWN_ITEMS) };
}
