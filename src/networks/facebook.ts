/** Facebook: the posts of own and permitted pages, and posts that tag the own one. There is no search. */
import { figuresOf, itemOf } from '../core/intake/networks/facebook.ts';
import type { Target } from '../core/intake/networks/post.ts';
import type { Connector, PageOptions } from './connector.ts';
import { BUCKET, graph, lookAt, targetPage, VERSION, WINDOWS } from './graph.ts';
import { nextOfTargets } from './targets.ts';

const PAGE = '100';
const FIGURES = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).filter(stream).limit(0)';
const FIELDS = `id,message,story,created_time,permalink_url,full_picture,from{id,name,picture{url}},attachments{media_type,type,title,description,url,unshimmed_url,target,media,subattachments},${FIGURES}`;

export const facebook: Connector = {
  network: 'facebook',
  ...graph(WINDOWS.hour),
  nextPage: (ask, wanted, cursor, options) =>
    nextOfTargets(wanted, cursor, async (target, known) => {
      const after: Record<string, string> = known.page ? { after: known.page } : {};
      const query = { fields: FIELDS, limit: PAGE, ...after };
      const { body } = await ask({ bucket: BUCKET, path: `${VERSION}${pathOf(target, options)}`, query });
      const { now } = options;
      return targetPage(known, { list: body, now, timeField: 'created_time', itemOf: (row) => itemOf(row, now) });
    }),
  look: (ask, ids) => lookAt(ask, ids, `id,${FIGURES}`, figuresOf),
};

const pathOf = ({ type, value }: Target, { account }: PageOptions) =>
  type === 'tagged'
    ? `/${account}/tagged`
    : `/${encodeURIComponent(type === 'own' ? (account ?? '') : value)}/published_posts`;
