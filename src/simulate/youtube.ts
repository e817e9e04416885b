/** YouTube Data API v3: searches, playlists, videos and channels, with two quotas of a day in California and errors by reason. */
import { createHash } from 'node:crypto';
import { type Answer, type Asked, HTML } from './answer.ts';
import {
  countRequest,
  type FaultKind,
  faultOfToken,
  figures,
  hashtagsIn,
  holderOf,
  publicPosts,
  type SimulatedPost,
  type World,
} from './world.ts';

const MOST_IDS = 50;
const DAY_MS = 86_400_000;
const BASE = '/youtube/v3/';
const NAMES = ['search', 'videos', 'channels', 'playlistItems'];

export function answerYoutube(world: World, asked: Asked): Answer {
  const network = world.networks.youtube;
  const name = asked.path.startsWith(BASE) ? asked.path.slice(BASE.length) : '';
  if (!NAMES.includes(name)) return { status: 404, body: 'Not Found', type: 'text/html' };
  const holder = holderOf(asked.token);
  const key = holder?.user ?? asked.query.get('key') ?? '';
  if (key === '' || key === 'wrong') return refused(400, 'badRequest', 'keyInvalid', 'API key not valid.');
  const bucket = name === 'search' ? 'search' : 'units';
  const quota = countRequest(world, network, { bucket, caller: key, windowMs: untilMidnight(world.clock.now()) });
  const over = () => faultOfToken(world, 'youtube', asked.path, asked.token, 'unauthorized');
  const fault = quota.isExceeded ? 'capped' : over();
  const answer = () => found(world, name, asked);
  return fault ? faulty(fault, answer) : answer();
}

/** The day in California, which has 23 or 25 hours when the clocks change. */
export function untilMidnight(now: number): number {
  const end = now + DAY_MS - sinceMidnight(now);
  const past = sinceMidnight(end);
  return end - now - (past > DAY_MS / 2 ? past - DAY_MS : past);
}

function sinceMidnight(now: number): number {
  const options = { timeZone: 'America/Los_Angeles', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en', { ...options, hour: 'numeric', minute: 'numeric', second: 'numeric' });
  const part = (type: string) => Number(format.formatToParts(now).find((one) => one.type === type)?.value ?? 0);
  return (part('hour') * 3_600 + part('minute') * 60 + part('second')) * 1_000 + (now % 1_000);
}

function refused(code: number, domain: string, reason: string, message: string): Answer {
  return { status: code, body: { error: { code, message, errors: [{ message, domain, reason }] } } };
}

function faulty(kind: FaultKind, answer: () => Answer): Answer {
  switch (kind) {
    case 'unauthorized':
      return refused(401, 'global', 'authError', 'Invalid Credentials');
    case 'locked':
      return refused(401, 'youtube.header', 'authenticatedUserAccountSuspended', 'The account is suspended.');
    case 'forbidden':
      return refused(403, 'global', 'forbidden', 'Access forbidden.');
    case 'capped':
      return refused(
        403,
        'youtube.quota',
        'quotaExceeded',
        'The request cannot be completed: you have exceeded your quota.',
      );
    case 'rate_limited':
      return refused(403, 'usageLimits', 'rateLimitExceeded', 'Rate Limit Exceeded');
    case 'bad_page':
      return refused(400, 'youtube.parameter', 'invalidPageToken', 'The page token is not valid.');
    case 'unavailable':
      return refused(503, 'global', 'backendError', 'Backend Error');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return list([]);
    default:
      return refused(500, 'global', 'internalError', 'Internal Error');
  }
}

const list = (items: object[], more: object = {}): Answer => ({ status: 200, body: { kind: 'list', ...more, items } });

const idOf = ({ id }: SimulatedPost) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(id));
  return bytes.toString('base64url');
};
/** The last letter of a channel has two bits. */
export const channelOf = (user: string) =>
  user.startsWith('UC')
    ? user
    : `UC${createHash('sha256').update(user).digest().subarray(0, 16).toString('base64url')}`;
const pictureOf = (name: string) => ({
  default: { url: `https://pictures.example/${name}.jpg`, width: 120, height: 90 },
});

function found(world: World, name: string, asked: Asked): Answer {
  if (name === 'search') return search(world, asked);
  if (name === 'videos') return videos(world, asked);
  return name === 'channels' ? channels(world, asked) : playlist(world, asked);
}

/** Newest first; a page token is a number of videos. */
function page(shown: SimulatedPost[], { query }: Asked, item: (post: SimulatedPost) => object): Answer {
  const count = Math.min(Number(query.get('maxResults') ?? 5), MOST_IDS);
  const start = Number(query.get('pageToken') ?? 0);
  if (!Number.isInteger(start))
    return refused(400, 'youtube.parameter', 'invalidPageToken', 'The page token is not valid.');
  const more = shown.length > start + count ? { nextPageToken: String(start + count) } : {};
  const pageInfo = { totalResults: shown.length, resultsPerPage: count };
  return list(shown.slice(start, start + count).map(item), { ...more, pageInfo });
}

function search(world: World, asked: Asked): Answer {
  const { query } = asked;
  const words = (query.get('q') ?? '').toLowerCase().replaceAll('"', '');
  const after = Date.parse(query.get('publishedAfter') ?? '1970-01-01T00:00:00Z');
  const isFound = ({ text, at }: SimulatedPost) => {
    const known = text.toLowerCase();
    const has = words.startsWith('#') ? hashtagsIn(known).includes(words.slice(1)) : known.includes(words);
    return has && at >= after;
  };
  const shown = publicPosts(world.networks.youtube).filter(isFound);
  return page(shown, asked, (post) => ({ id: { kind: 'youtube#video', videoId: idOf(post) }, snippet: snippet(post) }));
}

function playlist(world: World, asked: Asked): Answer {
  const id = asked.query.get('playlistId') ?? '';
  const own = publicPosts(world.networks.youtube).filter(({ user }) => channelOf(user).slice(2) === id.slice(2));
  if (own.length === 0 && !world.networks.youtube.posts.some(({ user }) => channelOf(user).slice(2) === id.slice(2)))
    return refused(404, 'youtube.playlistItem', 'playlistNotFound', 'The playlist cannot be found.');
  return page(own, asked, (post) => ({
    contentDetails: { videoId: idOf(post), videoPublishedAt: new Date(post.at).toISOString() },
  }));
}

const idsIn = ({ query }: Asked) => (query.get('id') ?? '').split(',').filter((id) => id !== '');

/** Videos that are gone or private are left out. */
function videos(world: World, asked: Asked): Answer {
  const ids = idsIn(asked);
  if (ids.length > MOST_IDS) return refused(400, 'youtube.parameter', 'invalidParameter', 'Too many ids.');
  const known = new Map(publicPosts(world.networks.youtube).map((post) => [idOf(post), post]));
  const parts = (asked.query.get('part') ?? '').split(',');
  const { switches } = world.networks.youtube;
  return list(
    ids
      .flatMap((id) => known.get(id) ?? [])
      .map((post) => {
        const { likes, replies } = figures(world, post);
        const counts = { viewCount: String(likes * 20), likeCount: String(likes), commentCount: String(replies) };
        // Channels may hide them.
        const { likeCount: _, ...shown } = counts;
        return {
          id: idOf(post),
          ...(parts.includes('snippet') ? { snippet: snippet(post) } : {}),
          ...(parts.includes('statistics') ? { statistics: switches.hidden_likes ? shown : counts } : {}),
        };
      }),
  );
}

function snippet(post: SimulatedPost): object {
  const title = post.text.split('\n')[0] ?? '';
  return {
    ...{
      publishedAt: new Date(post.at).toISOString(),
      channelId: channelOf(post.user),
      channelTitle: `${post.user} (simulated)`,
    },
    ...{ title, description: post.text, tags: hashtagsIn(post.text), defaultAudioLanguage: post.lang },
    thumbnails: post.image ? { default: { url: post.image } } : pictureOf('video'),
  };
}

/** A channel is known from its videos on. */
function channels(world: World, asked: Asked): Answer {
  const known = new Set(world.networks.youtube.posts.map(({ user }) => channelOf(user)));
  const parts = (asked.query.get('part') ?? '').split(',');
  const holder = holderOf(asked.token);
  const isMine = asked.query.get('mine') === 'true';
  if (isMine && !holder) return refused(401, 'youtube.parameter', 'authorizationRequired', 'The request needs a user.');
  const shown = isMine && holder ? [channelOf(holder.user)] : idsIn(asked).filter((id) => known.has(id));
  return list(
    shown.map((id) => ({
      id,
      ...(parts.includes('snippet') ? { snippet: { title: id, thumbnails: pictureOf('channel') } } : {}),
      ...(parts.includes('contentDetails')
        ? { contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${id.slice(2)}` } } }
        : {}),
    })),
  );
}
