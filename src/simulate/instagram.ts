/** Instagram in the Graph API: hashtags, own, tagged and single media, and business discovery. */
import type { Answer } from './answer.ts';
import { type GraphAsked, graphError, missing } from './graph-errors.ts';
import { fieldsOf, picked } from './graph-fields.ts';
import { baseOf, type Listed, listAnswer, listOf, sameCursorList, sizeOf } from './graph-lists.ts';
import {
  countAbove,
  figures,
  followersOf,
  hashtagsIn,
  listedPosts,
  type SimulatedPost,
  userId,
  type World,
} from './world.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const HASHTAGS_A_WEEK = 30;
const LARGEST_PAGE = 50;
/** Fields that only own and tagged media have. */
const OWN_FIELDS = ['username', 'thumbnail_url', 'owner'];

/** Ids of hashtags and media are Instagram's. */
export function isInstagram(world: World, { path, query, fields }: GraphAsked): boolean {
  if (path === '/ig_hashtag_search' || query.has('user_id')) return true;
  if (fields.startsWith('business_discovery')) return true;
  const [, first = '', edge = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
  if (['media', 'tags', 'recently_searched_hashtags', 'recent_media', 'top_media'].includes(edge)) return true;
  const ids = (query.get('ids') ?? first).split(',');
  return edge === '' && ids.some((id) => world.networks.instagram.posts.some((post) => post.id === id));
}

export function answerInstagram(world: World, asked: GraphAsked): Answer {
  const { path, query } = asked;
  if (path === '/ig_hashtag_search') return searchHashtag(world, asked);
  const [, id = '', edge = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
  switch (edge) {
    case 'recent_media':
    case 'top_media':
      return hashtagMedia(world, asked, id);
    case 'recently_searched_hashtags':
      return { status: 200, body: { data: [...namesOf(world, id)].map((name) => ({ id: hashtagId(name) })) } };
    case 'media':
      return ownList(world, asked, ({ user }) => userId(user) === id);
    case 'tags':
      return ownList(world, asked, ({ text }) => mentioned(text).some((name) => userId(name) === id));
    default:
      return query.has('ids') || !asked.fields.startsWith('business_discovery')
        ? single(world, asked, id)
        : discovery(world, asked);
  }
}

const mentioned = (text: string) => [...text.matchAll(/@([\w.]+)/g)].map(([, name = '']) => name);

/** The same for everyone, for ever. */
const hashtagId = (name: string) => `1784${userId(`#${name}`).slice(3)}`;

/** What an account has looked at in a week; another look does not begin the week again. */
function namesOf(world: World, account: string): Set<string> {
  const names = world.networks.instagram.names.get(account) ?? new Map<string, number>();
  const now = world.clock.now();
  return new Set([...names].filter(([, at]) => at > now - WEEK).map(([name]) => name));
}

/** Null: the hashtag is counted, or was already. */
function refusedName(world: World, account: string, name: string): Answer | null {
  const held = namesOf(world, account);
  if (held.has(name)) return null;
  if (held.size >= HASHTAGS_A_WEEK) {
    countAbove(world, world.networks.instagram, 'hashtags');
    return graphError(18, 'The account has looked at 30 hashtags within 7 days.', 2207034);
  }
  const { names } = world.networks.instagram;
  names.set(account, (names.get(account) ?? new Map<string, number>()).set(name, world.clock.now()));
  return null;
}

const EMOJI = /\p{Extended_Pictographic}/u;

function searchHashtag(world: World, { query }: GraphAsked): Answer {
  const name = (query.get('q') ?? '').toLowerCase();
  const account = query.get('user_id') ?? '';
  if (account === '') return graphError(100, 'The parameter user_id is required.');
  const { switches, posts } = world.networks.instagram;
  const refused = switches.search_is_free ? null : refusedName(world, account, name);
  if (refused) return refused;
  const isKnown = posts.some(({ text }) => hashtagsIn(text.toLowerCase()).includes(name));
  if (EMOJI.test(name) || (!isKnown && !switches.unknown_hashtags))
    return graphError(24, 'The requested resource does not exist', 2207024);
  return { status: 200, body: { data: [{ id: hashtagId(name) }] } };
}

function hashtagMedia(world: World, asked: GraphAsked, id: string): Answer {
  const network = world.networks.instagram;
  const account = asked.query.get('user_id') ?? '';
  const tags = new Set(network.posts.flatMap(({ text }) => hashtagsIn(text.toLowerCase())));
  const name = [...tags].find((one) => hashtagId(one) === id);
  if (name === undefined) return network.switches.unknown_hashtags ? listAnswer({ data: [] }) : missing(id);
  const refused = refusedName(world, account, name) ?? refusedFields(asked);
  if (refused) return refused;
  const posts = listedPosts(network).filter(
    (post) => post.at > world.clock.now() - 24 * HOUR && hashtagsIn(post.text.toLowerCase()).includes(name),
  );
  const listed = listedOf(world, asked, posts, false);
  const caller = `${asked.token} ${account} ${id}`;
  return listAnswer(sameCursorList(network, caller, listed, `${baseOf(asked)}&user_id=${account}`));
}

/** Media of others have no poster. */
function refusedFields({ fields }: GraphAsked): Answer | null {
  const wrong = fieldsOf(fields).find(({ name }) => OWN_FIELDS.includes(name));
  return wrong ? graphError(100, `Tried accessing nonexisting field (${wrong.name}) on node type (IGMedia)`) : null;
}

const listedOf = (world: World, { query, fields }: GraphAsked, posts: SimulatedPost[], isOwn: boolean): Listed => ({
  ...{ posts, fields: fieldsOf(fields), after: query.get('after') },
  limit: sizeOf(query.get('limit'), LARGEST_PAGE),
  document: (post) => mediaDocument(world, post, isOwn),
});

function ownList(world: World, asked: GraphAsked, isWanted: (post: SimulatedPost) => boolean): Answer {
  const posts = listedPosts(world.networks.instagram).filter(isWanted);
  const list = listOf(listedOf(world, asked, posts, true), baseOf(asked));
  return list ? listAnswer(list) : graphError(100, 'Invalid cursor');
}

/** `business_discovery.username(name){…,media.after(…).limit(50){…}}`: of professional accounts only. */
function discovery(world: World, asked: GraphAsked): Answer {
  const [field] = fieldsOf(asked.fields);
  const user = field?.options.username ?? '';
  const network = world.networks.instagram;
  const posts = listedPosts(network).filter((post) => post.user === user);
  if (!field || posts.length === 0 || network.private.has(user)) return graphError(110, 'Invalid user id', 2207013);
  const media = field.fields.find(({ name }) => name === 'media');
  const listed: Listed = {
    ...{ posts, fields: media?.fields ?? [], after: media?.options.after ?? null },
    limit: sizeOf(media?.options.limit, LARGEST_PAGE),
    document: (post) => mediaDocument(world, post, false),
  };
  const list = listOf(listed, baseOf(asked));
  if (!list) return graphError(100, 'Invalid cursor');
  // The next page of a field has no address.
  const { next, ...cursors } = list.paging ?? {};
  const account = { ...accountDocument(world, user), media: { ...list, ...(list.paging ? { paging: cursors } : {}) } };
  const others = field.fields.filter(({ name }) => name !== 'media');
  const shown = {
    ...picked(account, others),
    media: next ? { ...account.media, paging: { ...cursors, next } } : account.media,
  };
  return { status: 200, body: { business_discovery: shown, id: asked.path.slice(1) } };
}

const accountDocument = (world: World, user: string) => ({
  ...{ id: userId(user), username: user, name: `${user} (simulated)`, biography: 'A simulated account.' },
  ...{ profile_picture_url: `https://pictures.example/${user}.jpg`, followers_count: followersOf(world, user) },
  ...{ follows_count: 12, media_count: 321 },
});

/** By id: with several of them, the ones that are missing make all fail, or are left out. */
function single(world: World, asked: GraphAsked, id: string): Answer {
  const network = world.networks.instagram;
  const known = new Map(network.posts.map((post) => [post.id, post]));
  const isShown = (one: string) => known.get(one)?.state === 'public' && !network.switches.hides_media;
  const document = (one: string) =>
    picked(mediaDocument(world, known.get(one) as SimulatedPost, false), fieldsOf(asked.fields)); // isShown was asked
  const ids = asked.query.get('ids')?.split(',');
  if (!ids) return isShown(id) ? { status: 200, body: document(id) } : missing(id);
  if (ids.length > LARGEST_PAGE) return graphError(100, 'Too many IDs. Maximum: 50.');
  const gone = ids.find((one) => !isShown(one));
  if (gone !== undefined && network.switches.ids_fail_together) return missing(gone);
  return { status: 200, body: Object.fromEntries(ids.filter(isShown).map((one) => [one, document(one)])) };
}

/** Some media have no address, of some the likes are hidden. */
function mediaDocument(world: World, post: SimulatedPost, isOwn: boolean): Record<string, unknown> {
  const { likes, replies } = figures(world, post);
  const { id, text, at, image, user, kind, without } = post;
  const type = kind.toUpperCase();
  const address = image === null ? {} : { media_url: `${image}?signature=${world.clock.now()}` };
  const children = { data: [{ id: `${id}1`, media_type: 'IMAGE', ...address }] };
  const document: Record<string, unknown> = {
    ...{ id, caption: text, media_type: type === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : type },
    permalink: `https://www.instagram.com/p/${Buffer.from(id).toString('base64url')}/`,
    timestamp: new Date(at).toISOString().replace(/\.\d+Z$/, '+0000'),
    ...{ like_count: likes, comments_count: replies },
    ...(type === 'CAROUSEL' ? { children } : address),
    ...(isOwn ? { username: user } : {}),
    ...(isOwn && type === 'VIDEO' ? { thumbnail_url: image } : {}),
  };
  return Object.fromEntries(Object.entries(document).filter(([name]) => !without.includes(name)));
}
