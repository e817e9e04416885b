/** TikTok: the videos of the account that gave its consent. Hashtags are for research only. */
import { creatorOf, failureOf, figuresIn, itemsOf, pageOf } from '../core/intake/networks/tiktok.ts';
import { type NewestPage, nextByTarget } from './by-target.ts';
import type { Ask, Connector } from './connector.ts';
import { looksByOmission } from './omission.ts';

const PAGE = 20;
const WINDOW = 60;
/** TikTok counts 600 requests of each kind in any minute: two windows of ours may touch one of them. */
const MOST = 300;
const FIELDS =
  'id,title,video_description,create_time,cover_image_url,share_url,embed_link,like_count,comment_count,share_count';

export const tiktok: Connector = {
  network: 'tiktok',
  url: 'https://open.tiktokapis.com',
  limits: {
    list: { ceiling: MOST, window: WINDOW },
    query: { ceiling: MOST, window: WINDOW },
    user: { ceiling: MOST, window: WINDOW },
  },
  mostLooked: PAGE,
  nextPage: (ask, wanted, cursor, { now }) =>
    nextByTarget(wanted, cursor, (_, { page }, sinceMs) => read(ask, page, sinceMs, now)),
  look: (ask, ids) =>
    looksByOmission(ids, async (some) => {
      const path = '/v2/video/query/';
      const query = { fields: 'id,like_count,comment_count,share_count' };
      return figuresIn((await ask({ bucket: 'query', path, query, post: { filters: { video_ids: some } } })).body);
    }),
  failureOf,
  /** No header says anything. */
  announced: () => null,
};

/** The cursor is a time, before which the videos are. */
async function read(ask: Ask, page: string | undefined, sinceMs: number, now: Date): Promise<NewestPage> {
  const post = { max_count: PAGE, ...(page === undefined ? {} : { cursor: Number(page) }) };
  const { body } = await ask({ bucket: 'list', path: '/v2/video/list/', query: { fields: FIELDS }, post });
  const { isNew, next, dates } = pageOf(body, sinceMs);
  if (!isNew) return { items: [], next, dates };
  const query = { fields: 'open_id,display_name,avatar_url' };
  const by = creatorOf((await ask({ bucket: 'user', path: '/v2/user/info/', query })).body);
  return { items: itemsOf(body, by, now), next, dates };
}
