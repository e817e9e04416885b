/** X API v2: recent search and posts by id, with its quotas, headers, problems and both dialects. */
import { type Answer, type Asked, HTML } from './answer.ts';
import {
  callerOf,
  charge,
  countRequest,
  type FaultKind,
  faultOfToken,
  figures,
  followersOf,
  hashtagsIn,
  holderOf,
  type Network,
  publicPosts,
  type SimulatedPost,
  type TokenHolder,
  userId,
  type World,
} from './world.ts';

const WINDOW = 15 * 60_000;
const WEEK = 7 * 86_400_000;
/** A search without `end_time` ends here. */
const DELAY = 30_000;
const PROBLEMS = 'https://api.twitter.com/2/problems';
const MOST_IDS = 100;
/** Of each post and user that an answer has, in millionths of a dollar. */
const POST_MICROS = 5_000;
const USER_MICROS = 10_000;
const BUCKETS: Record<string, string> = {
  '/2/tweets/search/recent': 'search',
  '/2/tweets': 'lookup',
  '/2/users/me': 'me',
};

export function answerX(world: World, asked: Asked): Answer {
  const network = world.networks.x;
  const bucket = BUCKETS[asked.path];
  if (bucket === undefined) return problem(404, 'about:blank', 'Not Found');
  if (asked.token === '') return problem(401, 'about:blank', 'Unauthorized');
  // Users have other quotas than apps.
  const holder = holderOf(asked.token);
  const kind = holder ? `user_${bucket}` : bucket;
  const quota = countRequest(world, network, { bucket: kind, caller: callerOf(asked.token), windowMs: WINDOW });
  const headers = {
    'x-rate-limit-limit': String(quota.limit),
    'x-rate-limit-remaining': String(quota.remaining),
    'x-rate-limit-reset': String(Math.ceil(quota.resetsAt / 1_000)),
  };
  const fault = quota.isExceeded ? 'rate_limited' : faultOfToken(world, 'x', asked.path, asked.token, 'unauthorized');
  const answer = () => {
    if (bucket === 'me') return me(world, holder, asked.token);
    return bucket === 'search' ? search(world, asked) : lookup(world, asked);
  };
  return { headers, ...(fault ? faulty(fault, answer) : answer()) };
}

/** Apps are nobody. */
function me(world: World, holder: TokenHolder | null, token: string): Answer {
  if (!holder) return problem(403, 'client-forbidden', 'Unsupported Authentication');
  const { user } = holder;
  charge(world, token, USER_MICROS);
  return { status: 200, body: { data: { id: userId(user), username: user, name: `${user} (simulated)` } } };
}

function problem(status: number, type: string, title: string, detail = title): Answer {
  const isNamed = type !== 'about:blank';
  const body = { title, detail, type: isNamed ? `${PROBLEMS}/${type}` : type, status };
  return { status, body, type: 'application/problem+json' };
}

function faulty(kind: FaultKind, answer: () => Answer): Answer {
  switch (kind) {
    case 'unauthorized':
      return problem(401, 'about:blank', 'Unauthorized');
    case 'locked':
      return {
        status: 200,
        body: { errors: [{ code: 326, message: 'To protect our users, this account is temporarily locked.' }] },
      };
    case 'rate_limited':
      return problem(429, 'rate-limit-exceeded', 'Too Many Requests');
    case 'rate_limited_legacy':
      return { status: 429, body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } };
    case 'capped':
      return problem(403, 'usage-capped', 'UsageCapExceeded', 'Usage cap exceeded: Monthly product cap');
    case 'credits':
      return problem(402, 'credits', 'CreditsDepleted', 'Your account has no credits left.');
    case 'unavailable':
      return problem(503, 'about:blank', 'Service Unavailable');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return { status: 200, body: { meta: { result_count: 0 } } };
    default:
      return problem(500, 'about:blank', 'Internal Server Error');
  }
}

function search(world: World, { query, token }: Asked): Answer {
  const network = world.networks.x;
  const text = query.get('query') ?? '';
  const count = Number(query.get('max_results') ?? 10);
  if (text.length < 1 || text.length > 512) return invalid('query must have 1 to 512 characters');
  if (!(count >= 10 && count <= 100)) return invalid('max_results must be between 10 and 100');
  const since = query.get('since_id');
  const now = world.clock.now();
  if (since && timeOf(since) < now - WEEK) return invalid('since_id is older than the last 7 days');
  const before = query.get('next_token') ?? query.get('pagination_token');
  const isFound = queryTest(text);
  const found = publicPosts(network).filter(
    (post) =>
      isFound(post) &&
      post.at > now - WEEK &&
      post.at <= now - DELAY &&
      (!since || BigInt(post.id) > BigInt(since)) &&
      (!before || BigInt(post.id) < BigInt(before.slice(1))),
  );
  const page = found.slice(0, count);
  const [first] = page;
  const last = page.at(-1);
  if (!first || !last) return { status: 200, body: { meta: { result_count: 0 } } };
  charge(world, token, page.length * POST_MICROS + new Set(page.map(({ user }) => user)).size * USER_MICROS);
  const more = found.length > page.length ? { next_token: `b${last.id}` } : {};
  const meta = { newest_id: first.id, oldest_id: last.id, result_count: page.length, ...more };
  return { status: 200, body: { ...documents(world, page), meta } };
}

function lookup(world: World, { query, token }: Asked): Answer {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length < 1 || ids.length > MOST_IDS) return invalid('ids must have 1 to 100 ids');
  const known = new Map(world.networks.x.posts.map((post) => [post.id, post]));
  const found = ids.flatMap((id) => known.get(id) ?? []).filter(({ state }) => state === 'public');
  charge(world, token, found.length * POST_MICROS);
  const errors = ids
    .filter((id) => known.get(id)?.state !== 'public')
    .map((id) => missing(id, known.get(id)?.state === 'protected'));
  const body = { ...(found.length > 0 ? documents(world, found) : {}), ...(errors.length > 0 ? { errors } : {}) };
  return { status: 200, body };
}

const missing = (id: string, isProtected: boolean) => ({
  ...{ resource_id: id, resource_type: 'tweet', parameter: 'ids', value: id },
  ...(isProtected
    ? { title: 'Authorization Error', type: `${PROBLEMS}/not-authorized-for-resource` }
    : { title: 'Not Found Error', type: `${PROBLEMS}/resource-not-found` }),
  detail: `Could not find tweet with ids: [${id}].`,
});

const invalid = (detail: string) => problem(400, 'invalid-request', 'Invalid Request', detail);
const timeOf = (id: string) => Number(BigInt(id) >> 22n) + 1_288_834_974_657;

/** `(#tag OR "some words" OR from:name) -is:reply lang:fi` */
function queryTest(query: string): (post: SimulatedPost) => boolean {
  const [, inner = query] = /^\(([^)]*)\)/.exec(query) ?? [];
  const terms = inner.split(' OR ').map((term) => term.trim().toLowerCase());
  const [, lang] = /lang:(\w+)/.exec(query) ?? [];
  const withoutReplies = query.includes('-is:reply');
  return ({ text, user, lang: written, reply_to }) => {
    if ((lang && written !== lang) || (withoutReplies && reply_to !== null)) return false;
    const tags = hashtagsIn(text.toLowerCase());
    return terms.some((term) => {
      if (term.startsWith('#')) return tags.includes(term.slice(1));
      if (term.startsWith('from:')) return user.toLowerCase() === term.slice(5);
      return text.toLowerCase().includes(term.replaceAll('"', ''));
    });
  };
}

function documents(world: World, posts: SimulatedPost[]): object {
  const { dialect } = world.networks.x;
  const users = [...new Set(posts.map(({ user }) => user))].map((user) => userDocument(world, user, dialect));
  const media = posts.flatMap(({ id, image }) => (image ? [{ media_key: `3_${id}`, type: 'photo', url: image }] : []));
  return {
    data: posts.map((post) => postDocument(world, post, dialect)),
    includes: { users, ...(media.length > 0 ? { media } : {}) },
  };
}

/** Absent values are omitted, never null. */
function postDocument(world: World, post: SimulatedPost, dialect: Network['dialect']): object {
  const { likes, replies, shares } = figures(world, post);
  const isNew = dialect === 'new';
  const answered =
    post.reply_to === null
      ? {}
      : { [isNew ? 'referenced_posts' : 'referenced_tweets']: [{ type: 'replied_to', id: post.reply_to }] };
  return {
    ...{
      id: post.id,
      text: post.text,
      author_id: userId(post.user),
      created_at: new Date(post.at).toISOString(),
      lang: post.lang,
    },
    public_metrics: {
      ...{ [isNew ? 'repost_count' : 'retweet_count']: shares, reply_count: replies, like_count: likes },
      ...{ quote_count: 0, bookmark_count: 0, impression_count: likes * 20 },
    },
    ...answered,
    ...(post.image ? { attachments: { media_keys: [`3_${post.id}`] } } : {}),
    entities: { hashtags: hashtagsIn(post.text).map((tag) => ({ tag })) },
    [isNew ? 'edit_history_post_ids' : 'edit_history_tweet_ids']: [post.id],
  };
}

function userDocument(world: World, user: string, dialect: Network['dialect']): object {
  return {
    ...{ id: userId(user), username: user, name: `${user} (simulated)`, description: 'A simulated person.' },
    profile_image_url: `https://pictures.example/${user}_normal.jpg`,
    public_metrics: {
      ...{ followers_count: followersOf(world, user), following_count: 12, listed_count: 0 },
      [dialect === 'new' ? 'post_count' : 'tweet_count']: 321,
    },
  };
}
