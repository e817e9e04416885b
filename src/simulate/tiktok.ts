/** TikTok Display API: the videos of the account of the token, which is a user’s name. Its documents are not verified. */
import { type Answer, type Asked, HTML } from './answer.ts';
import {
  callerOf,
  countRequest,
  type FaultKind,
  faultOfToken,
  figures,
  publicPosts,
  type SimulatedPost,
  userId,
  type World,
} from './world.ts';

const WINDOW = 60_000;
const LARGEST_PAGE = 20;
const PATHS = ['/v2/video/list/', '/v2/video/query/', '/v2/user/info/'];
const MINUTE = 60_000;

export function answerTiktok(world: World, asked: Asked): Answer {
  const network = world.networks.tiktok;
  if (!PATHS.includes(asked.path)) return { status: 404, body: 'Unsupported path', type: 'text/plain' };
  if (asked.token === '')
    return refused(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
  const quota = countRequest(world, network, { bucket: asked.path, caller: callerOf(asked.token), windowMs: WINDOW });
  const over = () => faultOfToken(world, 'tiktok', asked.path, asked.token, 'unauthorized');
  const fault = quota.isExceeded ? 'rate_limited' : over();
  return fault ? faulty(fault, () => found(world, asked)) : found(world, asked);
}

/** Every answer has an error. */
const errorOf = (code: string, message = '') => ({ code, message, log_id: '20260301000000SIMULATED' });
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { data: {}, error: errorOf(code, message) },
});
const good = (data: object): Answer => ({ status: 200, body: { data, error: errorOf('ok') } });

function faulty(kind: FaultKind, answer: () => Answer): Answer {
  switch (kind) {
    case 'unauthorized':
      return refused(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
    case 'forbidden':
      return refused(401, 'scope_not_authorized', 'The user did not authorize the scope required.');
    case 'rate_limited':
      return refused(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
    case 'unavailable':
      return refused(500, 'internal_error', 'Something went wrong.');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return good({ videos: [], cursor: 0, has_more: false });
    default:
      return refused(500, 'internal_error', 'Something went wrong.');
  }
}

function found(world: World, asked: Asked): Answer {
  const creator = callerOf(asked.token);
  const own = publicPosts(world.networks.tiktok).filter(({ user }) => user === creator);
  if (asked.path === '/v2/user/info/')
    return good({
      user: {
        ...{ open_id: `open-${userId(creator)}`, display_name: `${creator} (simulated)` },
        avatar_url: `https://pictures.example/${creator}.jpg`,
      },
    });
  const fields = (asked.query.get('fields') ?? '').split(',');
  if (fields[0] === '') return refused(400, 'invalid_params', 'Fields are needed.');
  const given = JSON.parse(asked.body || '{}') as {
    max_count?: number;
    cursor?: number;
    filters?: { video_ids?: string[] };
  };
  const documents = (posts: SimulatedPost[]) => posts.map((post) => documentOf(world, post, fields));
  if (asked.path === '/v2/video/query/') {
    const ids = given.filters?.video_ids ?? [];
    if (ids.length < 1 || ids.length > LARGEST_PAGE) return refused(400, 'invalid_params', '1 to 20 ids are needed.');
    return good({ videos: documents(own.filter(({ id }) => ids.includes(id))) });
  }
  const { max_count = 10, cursor = Number.MAX_SAFE_INTEGER } = given;
  if (max_count > LARGEST_PAGE) return refused(400, 'invalid_params', 'max_count is at most 20.');
  const before = own.filter(({ at }) => at < cursor);
  const page = before.slice(0, max_count);
  // What is withheld makes pages shorter.
  const shown = world.networks.tiktok.switches.short_pages ? page.slice(1) : page;
  const last = page.at(-1)?.at ?? 0;
  return good({ videos: documents(shown), cursor: last, has_more: before.length > page.length });
}

/** Only the fields that were asked for; times are in seconds. */
function documentOf(world: World, post: SimulatedPost, fields: string[]): object {
  const { likes, replies, shares } = figures(world, post);
  const expires = Math.floor((world.clock.now() + 360 * MINUTE) / 1_000);
  const all: Record<string, unknown> = {
    ...{ id: post.id, title: '', video_description: post.text, create_time: Math.floor(post.at / 1_000) },
    cover_image_url: post.image ?? `https://pictures.example/${post.id}.jpg?x-expires=${expires}`,
    share_url: `https://www.tiktok.com/@${post.user}/video/${post.id}?utm_source=simulated`,
    embed_link: `https://www.tiktok.com/embed/v2/${post.id}`,
    ...{ like_count: likes, comment_count: replies, share_count: shares, view_count: likes * 20 },
  };
  return Object.fromEntries(fields.filter((name) => name in all).map((name) => [name, all[name]]));
}
