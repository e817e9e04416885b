/** A server of Bluesky: sessions, searches, feeds of accounts and single posts, with its quotas and headers. */
import { createHash } from 'node:crypto';
import { type Answer, type Asked, HTML } from './answer.ts';
import {
  countRequest,
  type FaultKind,
  faultOf,
  figures,
  hashtagsIn,
  publicPosts,
  type Quota,
  type SimulatedPost,
  type World,
} from './world.ts';

const WINDOW = 5 * 60_000;
const ACCESS_MS = 2 * 3_600_000;
const REFRESH_MS = 90 * 86_400_000;
const MOST_URIS = 25;
const LARGEST_PAGE = 100;
const LETTERS = '234567abcdefghijklmnopqrstuvwxyz';
const SERVER = '/xrpc/com.atproto.server.';
const FEED = '/xrpc/app.bsky.feed.';

export function answerBluesky(world: World, asked: Asked): Answer {
  const network = world.networks.bluesky;
  const isOpening = asked.path === `${SERVER}createSession`;
  const given = isOpening ? bodyOf(asked) : {};
  const bucket = isOpening ? 'session' : 'all';
  // Sessions are counted by account, all requests by address.
  const quota = countRequest(world, network, { bucket, caller: String(given.identifier ?? ''), windowMs: WINDOW });
  const fault = quota.isExceeded ? 'rate_limited' : faultOf(network, asked.path);
  const answer = () => found(world, asked, given);
  return { headers: headersOf(quota, bucket), ...(fault ? faulty(fault, answer) : answer()) };
}

const headersOf = ({ limit, remaining, resetsAt }: Quota, bucket: string) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(Math.ceil(resetsAt / 1_000)),
  'ratelimit-policy': `${limit};w=300${bucket === 'session' ? ';name=session' : ''}`,
});

const refused = (status: number, error: string, message: string): Answer => ({ status, body: { error, message } });
const EXPIRED = refused(400, 'ExpiredToken', 'Token has expired');
const WRONG = refused(401, 'AuthenticationRequired', 'Invalid identifier or password');

function faulty(kind: FaultKind, answer: () => Answer): Answer {
  switch (kind) {
    case 'unauthorized':
      return WRONG;
    case 'expired':
      return EXPIRED;
    case 'revoked':
      return refused(400, 'InvalidToken', 'Token could not be verified');
    case 'locked':
      return refused(401, 'AccountTakedown', 'Account has been taken down');
    case 'rate_limited':
      return refused(429, 'RateLimitExceeded', 'Rate Limit Exceeded');
    case 'unavailable':
      return refused(502, 'UpstreamFailure', 'Upstream Failure');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return { status: 200, body: { posts: [], feed: [] } };
    default:
      return refused(500, 'InternalServerError', 'Internal Server Error');
  }
}

function bodyOf({ body }: Asked): Record<string, unknown> {
  return JSON.parse(body || '{}');
}

function found(world: World, asked: Asked, given: Record<string, unknown>): Answer {
  const { path } = asked;
  if (path === `${SERVER}createSession`) return opened(world, given);
  if (path === `${SERVER}refreshSession`) return renewed(world, asked);
  const session = sessionOf(asked.token);
  // Anonymous requests meet a wall that is no part of the API.
  if (asked.token === '') return HTML;
  if (session?.kind !== 'access') return refused(400, 'InvalidToken', 'Token could not be verified');
  if (session.until <= world.clock.now()) return EXPIRED;
  if (path === `${FEED}searchPosts`) return search(world, asked);
  if (path === `${FEED}getAuthorFeed`) return feed(world, asked);
  if (path === `${FEED}getPosts`) return posts(world, asked);
  if (path === `${FEED}getPostThread`) return thread(world, asked);
  return refused(501, 'MethodNotImplemented', 'Method Not Implemented');
}

/** Tokens say themselves whose they are, and until when they count. */
function sessionOf(token: string): { kind: string; handle: string; until: number } | null {
  const [, kind = '', handle = '', until = ''] = /^(access|refresh)~(.+)~(\d+)$/.exec(token) ?? [];
  return kind === '' ? null : { kind, handle, until: Number(until) };
}

function sessionBody(world: World, handle: string): Answer {
  const now = world.clock.now();
  const tokens = {
    accessJwt: `access~${handle}~${now + ACCESS_MS}`,
    refreshJwt: `refresh~${handle}~${now + REFRESH_MS}`,
  };
  return { status: 200, body: { ...tokens, handle, did: didOf(handle), active: true } };
}

function opened(world: World, { identifier, password }: Record<string, unknown>): Answer {
  if (typeof identifier !== 'string' || typeof password !== 'string' || password === 'wrong') return WRONG;
  return sessionBody(world, identifier);
}

function renewed(world: World, { token }: Asked): Answer {
  const session = sessionOf(token);
  if (session?.kind !== 'refresh') return refused(400, 'InvalidToken', 'Token could not be verified');
  return session.until <= world.clock.now() ? EXPIRED : sessionBody(world, session.handle);
}

const base32 = (number: bigint, length: number) =>
  Array.from({ length }, (_, at) => LETTERS[Number((number >> BigInt(5 * (length - 1 - at))) & 31n)]).join('');
const didOf = (user: string) =>
  `did:plc:${base32(BigInt(`0x${createHash('sha256').update(user).digest('hex').slice(0, 30)}`), 24)}`;
const handleOf = (user: string) => (user.includes('.') ? user : `${user.replaceAll('_', '-')}.simulated.example`);
const uriOf = ({ user, id }: SimulatedPost) => `at://${didOf(user)}/app.bsky.feed.post/${base32(BigInt(id), 13)}`;

/** From the newest to the oldest; the cursor is a number of posts. */
function page(shown: SimulatedPost[], { query }: Asked, entry: (post: SimulatedPost) => object, key: string): Answer {
  const limit = Number(query.get('limit') ?? 25);
  const start = Number(query.get('cursor') ?? 0);
  if (!(limit >= 1 && limit <= LARGEST_PAGE)) return refused(400, 'InvalidRequest', 'Error: limit is out of range');
  if (!Number.isInteger(start)) return refused(400, 'InvalidRequest', 'Error: cursor is malformed');
  const more = shown.length > start + limit ? { cursor: String(start + limit) } : {};
  return { status: 200, body: { ...more, [key]: shown.slice(start, start + limit).map(entry) } };
}

function search(world: World, asked: Asked): Answer {
  const { query } = asked;
  const words = (query.get('q') ?? '').toLowerCase();
  if (words === '') return refused(400, 'InvalidRequest', 'Error: Params must have the property "q"');
  const tags = query.getAll('tag').map((tag) => tag.toLowerCase());
  const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
  const isFound = ({ text, at }: SimulatedPost) => {
    const known = hashtagsIn(text.toLowerCase());
    const hasWords = words.startsWith('#') || text.toLowerCase().includes(words.replaceAll('"', ''));
    return hasWords && tags.every((tag) => known.includes(tag)) && at >= since;
  };
  const all = publicPosts(world.networks.bluesky).filter(isFound);
  return page(all, asked, (post) => view(world, post), 'posts');
}

function feed(world: World, asked: Asked): Answer {
  const actor = asked.query.get('actor') ?? '';
  const isBy = ({ user }: SimulatedPost) => handleOf(user) === actor || didOf(user) === actor;
  if (!world.networks.bluesky.posts.some(isBy)) return refused(400, 'InvalidRequest', 'Profile not found');
  const withoutReplies = asked.query.get('filter') === 'posts_no_replies';
  const own = publicPosts(world.networks.bluesky).filter(
    (post) => isBy(post) && !(withoutReplies && post.reply_to !== null),
  );
  return page(own, asked, (post) => ({ post: view(world, post) }), 'feed');
}

/** Those that are gone are left out. */
function posts(world: World, { query }: Asked): Answer {
  const uris = query.getAll('uris');
  if (uris.length < 1 || uris.length > MOST_URIS)
    return refused(400, 'InvalidRequest', 'Error: uris must have 1 to 25');
  const known = new Map(publicPosts(world.networks.bluesky).map((post) => [uriOf(post), post]));
  return { status: 200, body: { posts: uris.flatMap((uri) => known.get(uri) ?? []).map((post) => view(world, post)) } };
}

function thread(world: World, { query }: Asked): Answer {
  const { switches } = world.networks.bluesky;
  const uri = query.get('uri') ?? '';
  const post = publicPosts(world.networks.bluesky).find((one) => uriOf(one) === uri);
  if (post)
    return { status: 200, body: { thread: { $type: `app.bsky.feed.defs#threadViewPost`, post: view(world, post) } } };
  // Both are in the lexicon.
  if (!switches.not_found_posts) return refused(400, 'NotFound', `Post not found: ${uri}`);
  return { status: 200, body: { thread: { $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true } } };
}

function view(world: World, post: SimulatedPost): object {
  const { likes, replies, shares } = figures(world, post);
  const at = new Date(post.at).toISOString();
  const { image } = post;
  return {
    ...{ uri: uriOf(post), cid: `bafy${post.id}`, indexedAt: at },
    author: { did: didOf(post.user), handle: handleOf(post.user), displayName: `${post.user} (simulated)`, labels: [] },
    record: {
      ...{ $type: 'app.bsky.feed.post', text: post.text, createdAt: at, langs: [post.lang], facets: facets(post.text) },
      ...(post.reply_to ? { reply: { parent: { uri: post.reply_to }, root: { uri: post.reply_to } } } : {}),
    },
    ...(image
      ? { embed: { $type: 'app.bsky.embed.images#view', images: [{ thumb: image, fullsize: image, alt: '' }] } }
      : {}),
    ...{ likeCount: likes, replyCount: replies, repostCount: shares, quoteCount: 0, bookmarkCount: 0 },
  };
}

/** Places count bytes. */
const facets = (text: string) =>
  [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(({ index, 0: whole, 1: tag }) => {
    const byteStart = Buffer.byteLength(text.slice(0, index));
    const features = [{ $type: 'app.bsky.richtext.facet#tag', tag }];
    return { index: { byteStart, byteEnd: byteStart + Buffer.byteLength(whole) }, features };
  });
