/** Instagram: hashtags, the media of professional accounts, and own and tagged media. */
import { figuresOf, itemOf, posterOf } from '../core/intake/networks/instagram.ts';
import { objectOf, type Target, textOf } from '../core/intake/networks/post.ts';
import { type Ask, type Connector, NetworkProblem, type PageOptions, type Position } from './connector.ts';
import { BUCKET, graph, lookAt, targetPage, VERSION, WINDOWS } from './graph.ts';
import { nextOfTargets } from './targets.ts';

const PAGE = '50';
const CHILDREN = 'children{media_type,media_url}';
/** Of hashtags and other accounts: their network refuses requests for more. */
const FIELDS = `id,caption,media_type,media_url,permalink,timestamp,like_count,comments_count,${CHILDREN}`;
const OWN_FIELDS = `${FIELDS},thumbnail_url,username`;
const ACCOUNT = 'id,username,name,biography,profile_picture_url,followers_count,follows_count,media_count';
const HASHTAGS_A_WEEK = 30;

export const instagram: Connector = {
  network: 'instagram',
  ...graph(WINDOWS.day),
  names: { bucket: 'hashtags', ceiling: HASHTAGS_A_WEEK, window: 7 * WINDOWS.day },
  mayHide: true,
  nextPage: (ask, wanted, cursor, options) =>
    nextOfTargets(wanted, cursor, (target, position) => READERS[target.type](ask, target, position, options)),
  look: (ask, ids) => lookAt(ask, ids, 'id,like_count,comments_count', figuresOf),
};

type Read = (ask: Ask, target: Target, known: Position, options: PageOptions) => ReturnType<typeof media>;

/** By target; the contract lets no other ones through. */
const READERS: Record<Target['type'], Read> = {
  hashtag: ofHashtag,
  account: ofAccount,
  own: (ask, _, known, options) => media(ask, `/${options.account}/media`, known, options, OWN_FIELDS),
  tagged: (ask, _, known, options) => media(ask, `/${options.account}/tags`, known, options, OWN_FIELDS),
  phrase: ofHashtag,
};

async function media(
  ask: Ask,
  path: string,
  known: Position,
  { now }: PageOptions,
  fields: string,
  more: { query?: Record<string, string>; name?: string } = {},
) {
  const after: Record<string, string> = known.page ? { after: known.page } : {};
  const query = { fields, limit: PAGE, ...more.query, ...after };
  const { body } = await ask({
    bucket: BUCKET,
    path: `${VERSION}${path}`,
    query,
    ...(more.name ? { name: more.name } : {}),
  });
  return targetPage(known, { list: body, now, timeField: 'timestamp', itemOf: (row) => itemOf(row, null, now) });
}

/** The id of a hashtag never changes. Both requests count the hashtag. */
async function ofHashtag(ask: Ask, { value }: Target, known: Position, options: PageOptions) {
  const name = value.toLowerCase();
  const user_id = options.account ?? '';
  const id = (await options.ids.read(`hashtag:${name}`)) ?? (await searched(ask, name, user_id, options));
  return media(ask, `/${id}/recent_media`, known, options, FIELDS, { query: { user_id }, name });
}

async function searched(ask: Ask, name: string, user_id: string, { ids }: PageOptions): Promise<string> {
  const { body } = await ask({
    bucket: BUCKET,
    path: `${VERSION}/ig_hashtag_search`,
    query: { user_id, q: name },
    name,
  });
  const { data } = objectOf(body);
  const id = textOf(objectOf(Array.isArray(data) ? data[0] : null).id, 100);
  if (!/^\d+$/.test(id))
    throw new NetworkProblem({ code: 'not_found', message: 'The network knows no such hashtag.', isDefinite: false });
  await ids.write(`hashtag:${name}`, id);
  return id;
}

/** Business discovery: a field of the own account that names another one. */
async function ofAccount(ask: Ask, { value }: Target, known: Position, { account, now }: PageOptions) {
  const after = known.page ? `.after(${known.page})` : '';
  const fields = `business_discovery.username(${value}){${ACCOUNT},media${after}.limit(${PAGE}){${FIELDS}}}`;
  const { body } = await ask({ bucket: BUCKET, path: `${VERSION}/${account}`, query: { fields } });
  const discovered = objectOf(objectOf(body).business_discovery);
  const poster = posterOf(discovered);
  const list = objectOf(discovered.media);
  return targetPage(known, { list, now, timeField: 'timestamp', itemOf: (row) => itemOf(row, poster, now) });
}
