/** A server of Mastodon: the timelines of hashtags and accounts, and single posts, with its quota and headers. */
import { type Answer, type Asked, HTML } from './answer.ts';
import {
  countRequest,
  type FaultKind,
  faultOfToken,
  figures,
  followersOf,
  hashtagsIn,
  holderOf,
  publicPosts,
  type SimulatedPost,
  userId,
  type World,
} from './world.ts';

const WINDOW = 5 * 60_000;
const USUAL_PAGE = 20;
const LARGEST_PAGE = 40;
const HOST = 'social.simulated.example';

export function answerMastodon(world: World, asked: Asked): Answer {
  const network = world.networks.mastodon;
  const quota = countRequest(world, network, { bucket: 'all', caller: asked.token, windowMs: WINDOW });
  const headers = {
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-ratelimit-reset': new Date(quota.resetsAt).toISOString(),
  };
  const over = () => faultOfToken(world, 'mastodon', asked.path, asked.token, 'unauthorized');
  const fault = quota.isExceeded ? 'rate_limited' : over();
  const answer = fault ? faulty(fault, () => found(world, asked)) : found(world, asked);
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

const refused = (status: number, error: string): Answer => ({ status, body: { error } });
const NOT_FOUND = refused(404, 'Record not found');

function faulty(kind: FaultKind, answer: () => Answer): Answer {
  switch (kind) {
    case 'unauthorized':
      return refused(401, 'The access token is invalid');
    case 'locked':
      return refused(403, 'Your login is currently disabled');
    case 'unavailable':
      return refused(503, 'Service unavailable');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return { status: 200, body: [] };
    case 'rate_limited':
    case 'rate_limited_legacy':
      return refused(429, 'Too many requests');
    default:
      return refused(500, 'Internal server error');
  }
}

function found(world: World, asked: Asked): Answer {
  const network = world.networks.mastodon;
  const [, tag] = /^\/api\/v1\/timelines\/tag\/([^/]+)$/.exec(asked.path) ?? [];
  if (tag !== undefined) {
    const wanted = decodeURIComponent(tag).toLowerCase();
    return page(world, asked, ({ text }) => hashtagsIn(text.toLowerCase()).includes(wanted));
  }
  if (asked.path === '/api/v1/accounts/verify_credentials') {
    const holder = holderOf(asked.token);
    return holder ? { status: 200, body: account(world, holder.user) } : refused(401, 'The access token is invalid');
  }
  if (asked.path === '/api/v1/accounts/lookup') {
    const acct = (asked.query.get('acct') ?? '').toLowerCase();
    const isKnown = network.posts.some(({ user }) => user === acct);
    return isKnown ? { status: 200, body: account(world, acct) } : NOT_FOUND;
  }
  const [, of] = /^\/api\/v1\/accounts\/(\d+)\/statuses$/.exec(asked.path) ?? [];
  if (of !== undefined) {
    const withoutReplies = asked.query.get('exclude_replies') === 'true';
    return page(world, asked, ({ user, reply_to }) => userId(user) === of && !(withoutReplies && reply_to !== null));
  }
  const [, id] = /^\/api\/v1\/statuses\/(\d+)$/.exec(asked.path) ?? [];
  const post = publicPosts(network).find((one) => one.id === id);
  return post ? { status: 200, body: status(world, post) } : NOT_FOUND;
}

/** `min_id` has the posts right after it, `since_id` the newest ones; both are answered newest first. */
function page(world: World, { query, path, base }: Asked, isWanted: (post: SimulatedPost) => boolean): Answer {
  const limit = Math.min(Number(query.get('limit') ?? USUAL_PAGE), LARGEST_PAGE);
  const [min, since, max] = ['min_id', 'since_id', 'max_id'].map((name) => query.get(name));
  const after = min ?? since;
  const posts = publicPosts(world.networks.mastodon).filter(
    (post) => isWanted(post) && (!after || BigInt(post.id) > BigInt(after)) && (!max || BigInt(post.id) < BigInt(max)),
  );
  const shown = min ? posts.slice(-limit) : posts.slice(0, limit);
  const [first] = shown;
  const last = shown.at(-1);
  const to = (name: string, id: string, rel: string) => `<${base}${path}?${name}=${id}>; rel="${rel}"`;
  const link = first && last ? { link: `${to('max_id', last.id, 'next')}, ${to('min_id', first.id, 'prev')}` } : {};
  return { status: 200, body: shown.map((post) => status(world, post)), headers: link };
}

function status(world: World, post: SimulatedPost): object {
  const { likes, replies, shares } = figures(world, post);
  const { id, user, text, at, lang, reply_to, image } = post;
  const picture = { id, type: 'image', url: image, preview_url: image, description: 'A simulated picture.' };
  return {
    ...{ id, uri: `https://${HOST}/users/${user}/statuses/${id}`, url: `https://${HOST}/@${user}/${id}` },
    ...{ created_at: new Date(at).toISOString(), edited_at: null, content: `<p>${escaped(text)}</p>` },
    ...{
      visibility: 'public',
      sensitive: false,
      spoiler_text: '',
      language: lang,
      in_reply_to_id: reply_to,
      reblog: null,
    },
    ...{ favourites_count: likes, replies_count: replies, reblogs_count: shares },
    tags: hashtagsIn(text).map((name) => ({ name, url: `https://${HOST}/tags/${name}` })),
    media_attachments: image ? [picture] : [],
    account: account(world, user),
  };
}

function account(world: World, user: string): object {
  return {
    ...{
      id: userId(user),
      username: user,
      acct: user,
      display_name: `${user} (simulated)`,
      note: '<p>A simulated person.</p>',
    },
    ...{ url: `https://${HOST}/@${user}`, avatar: `https://${HOST}/avatars/${user}.png`, bot: false },
    ...{ followers_count: followersOf(world, user), following_count: 12, statuses_count: 321 },
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
