/** LinkedIn: posts of organisations, their figures in batches, versions and a quota of a day without headers. */
import { type Answer, type Asked, HTML } from './answer.ts';
import {
  callerOf,
  countRequest,
  type FaultKind,
  faultOfToken,
  figures,
  followersOf,
  type Network,
  type SimulatedPost,
  userId,
  type World,
} from './world.ts';

const DAY = 86_400_000;
const USUAL_PAGE = 10;
const LARGEST_PAGE = 100;
/** Older ones are retired. */
const OLDEST_VERSION = 202_501;
const ORGANISATION = /^urn:li:organization:(\w+)$/;

export function answerLinkedin(world: World, asked: Asked): Answer {
  const network = world.networks.linkedin;
  if (asked.token === '') return refused(401, 65_600, 'Invalid access token', 'INVALID_ACCESS_TOKEN');
  const version = asked.headers['linkedin-version'];
  if (typeof version !== 'string') return refused(400, 0, 'A version must be present.', 'VERSION_MISSING');
  const now = world.clock.now();
  const quota = countRequest(world, network, {
    bucket: 'all',
    caller: callerOf(asked.token),
    windowMs: DAY - (now % DAY),
  });
  if (!(Number(version) >= OLDEST_VERSION)) return retired(version);
  const over = () => faultOfToken(world, 'linkedin', asked.path, asked.token, 'expired');
  const fault = quota.isExceeded ? 'rate_limited' : over();
  return fault ? faulty(fault, version, () => found(world, asked)) : found(world, asked);
}

const refused = (status: number, serviceErrorCode: number, message: string, code?: string): Answer => ({
  status,
  body: { message, status, serviceErrorCode, ...(code ? { code } : {}) },
});
const retired = (version: string) =>
  refused(426, 0, `Requested version ${version} is not active`, 'NONEXISTENT_VERSION');

function faulty(kind: FaultKind, version: string, answer: () => Answer): Answer {
  switch (kind) {
    case 'unauthorized':
      return refused(401, 65_600, 'Invalid access token', 'INVALID_ACCESS_TOKEN');
    case 'revoked':
      return refused(401, 65_601, 'The token used in the request has been revoked by the user', 'REVOKED_ACCESS_TOKEN');
    case 'expired':
      return refused(401, 65_602, 'The token used in the request has expired', 'EXPIRED_ACCESS_TOKEN');
    case 'forbidden':
      return refused(403, 100, 'Not enough permissions to access: partnerApiPosts', 'ACCESS_DENIED');
    case 'version_retired':
      return retired(version);
    case 'rate_limited':
      return refused(429, 101, 'Resource level throttle limit for calls to this resource is reached.');
    case 'unavailable':
      return refused(503, 0, 'Service unavailable');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return { status: 200, body: { paging: { start: 0, count: 0, links: [] }, elements: [] } };
    default:
      return refused(500, 0, 'Internal server error');
  }
}

function found(world: World, asked: Asked): Answer {
  const network = world.networks.linkedin;
  if (asked.path === '/rest/posts' && asked.query.get('q') === 'author') return posts(network, asked);
  if (asked.path === '/rest/socialMetadata') return metadata(world, asked);
  const [, urn] = /^\/rest\/networkSizes\/([^/]+)$/.exec(asked.path) ?? [];
  const [, followed] = ORGANISATION.exec(decodeURIComponent(urn ?? '')) ?? [];
  if (followed !== undefined) return { status: 200, body: { firstDegreeSize: followersOf(world, followed) } };
  const [, id] = /^\/rest\/organizations\/(\w+)$/.exec(asked.path) ?? [];
  if (id === undefined) return refused(404, 0, 'Not found');
  // It is not known which scope names need.
  if (network.switches.names_forbidden) return refused(403, 100, 'Not enough permissions', 'ACCESS_DENIED');
  return {
    status: 200,
    body: { id: Number(id), localizedName: `Organisation ${id} (simulated)`, vanityName: `o${id}` },
  };
}

/** An organisation is the user of that name, or with that id. */
const isBy = ({ user }: SimulatedPost, organisation: string) => user === organisation || userId(user) === organisation;
const modifiedAt = ({ at, changedAt }: SimulatedPost) => changedAt ?? at;
/** There are two kinds of posts. */
const urnOf = ({ id }: SimulatedPost) => `urn:li:${BigInt(id) % 3n === 0n ? 'ugcPost' : 'share'}:${id}`;

/** By their last change: an old post that was edited comes before newer ones. */
function posts({ posts: all }: Network, { query }: Asked): Answer {
  const [, organisation = ''] = ORGANISATION.exec(query.get('author') ?? '') ?? [];
  const start = Number(query.get('start') ?? 0);
  const count = Math.min(Number(query.get('count') ?? USUAL_PAGE), LARGEST_PAGE);
  const known = all
    .filter((post) => post.state !== 'gone' && isBy(post, organisation))
    .sort((a, b) => modifiedAt(b) - modifiedAt(a) || (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
  const elements = known.slice(start, start + count).map((post) => postDocument(post, organisation));
  return { status: 200, body: { paging: { start, count, links: [] }, elements } };
}

function postDocument(post: SimulatedPost, organisation: string): object {
  return {
    ...{ id: urnOf(post), author: `urn:li:organization:${organisation}`, commentary: commentary(post.text) },
    ...{ createdAt: post.at, publishedAt: post.at, lastModifiedAt: modifiedAt(post), lifecycleState: 'PUBLISHED' },
    visibility: post.state === 'protected' ? 'LOGGED_IN' : 'PUBLIC',
    ...(post.image ? { content: { media: { id: `urn:li:image:${post.id}` } } } : {}),
  };
}

/** Characters of its syntax are escaped, and hashtags are templates. */
const commentary = (text: string) =>
  text.replace(/[|{}@[\]()<>\\*_~]/g, '\\$&').replace(/#([\p{L}\p{N}]+)/gu, '{hashtag|\\#|$1}');

function metadata(world: World, { query }: Asked): Answer {
  const network = world.networks.linkedin;
  const [, list = ''] = /^List\((.*)\)$/.exec(query.get('ids') ?? '') ?? [];
  const urns = list.split(',').filter((urn) => urn !== '');
  if (urns.length < 1) return refused(400, 0, 'ids must be a list');
  const known = new Map(network.posts.map((post) => [urnOf(post), post]));
  const isKnown = (urn: string) => known.has(urn) && known.get(urn)?.state !== 'gone';
  const results = urns.filter(isKnown).map((urn) => [urn, summary(world, urn, known.get(urn) as SimulatedPost)]);
  const missing = urns.filter((urn) => !isKnown(urn));
  // It is not known whether batches name what is missing.
  const errors = network.switches.nameless_errors
    ? []
    : missing.map((urn) => [urn, { status: 404, message: 'Could not find entity' }]);
  return { status: 200, body: { results: Object.fromEntries(results), errors: Object.fromEntries(errors) } };
}

/** Kinds of reactions without one are left out. */
function summary(world: World, urn: string, post: SimulatedPost): object {
  const { likes, replies } = figures(world, post);
  const [praise, like] = [Math.floor(likes / 4), likes - Math.floor(likes / 4)];
  return {
    ...{ entity: urn, commentsState: 'OPEN', commentSummary: { count: replies, topLevelCount: replies } },
    reactionSummaries: {
      ...(like > 0 ? { LIKE: { reactionType: 'LIKE', count: like } } : {}),
      ...(praise > 0 ? { PRAISE: { reactionType: 'PRAISE', count: praise } } : {}),
    },
  };
}
