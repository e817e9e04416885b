/** Pages of Facebook in the Graph API: their posts, and single posts. */
import type { Answer } from './answer.ts';
import { type GraphAsked, graphError, missing } from './graph-errors.ts';
import { fieldsOf, picked } from './graph-fields.ts';
import { baseOf, listAnswer, listOf, sizeOf } from './graph-lists.ts';
import { figures, listedPosts, type SimulatedPost, userId, type World } from './world.ts';

const LARGEST_PAGE = 100;
const MOST_IDS = 50;

export function answerFacebook(world: World, asked: GraphAsked): Answer {
  const network = world.networks.facebook;
  const [, first = '', edge = ''] = /^\/([^/]*)\/?(.*)$/.exec(asked.path) ?? [];
  if (asked.query.has('ids') || (edge === '' && first.includes('_'))) return single(world, asked, first);
  const page = pageOf(world, first);
  if (edge === '') return page ? { status: 200, body: { id: userId(page), name: page } } : missing(first);
  if (!page) return missing(first);
  if (network.private.has(page))
    return graphError(
      10,
      'This endpoint requires the pages_read_engagement permission or the Page Public Content Access feature.',
    );
  if (!['published_posts', 'feed', 'tagged'].includes(edge)) return graphError(2500, 'Unknown path components');
  const isWanted = ({ user, text }: SimulatedPost) => (edge === 'tagged' ? text.includes(`@${page}`) : user === page);
  // `since` acts on the time of the last change, which is not that of the post.
  const since = Number(asked.query.get('since') ?? 0) * 1_000;
  const posts = listedPosts(network).filter((post) => isWanted(post) && (post.changedAt ?? post.at) >= since);
  const list = listOf(
    {
      ...{ posts, fields: fieldsOf(asked.fields), after: asked.query.get('after') },
      limit: sizeOf(asked.query.get('limit'), LARGEST_PAGE),
      document: (post) => postDocument(world, post),
    },
    baseOf(asked),
  );
  return list ? listAnswer(list) : graphError(100, 'The cursor is invalid: its post was deleted.');
}

/** By its id or its name. */
function pageOf({ networks }: World, name: string): string | undefined {
  const users = new Set(networks.facebook.posts.flatMap(({ user, text }) => [user, ...mentioned(text)]));
  return [...users].find((user) => user === name || userId(user) === name);
}

const mentioned = (text: string) => [...text.matchAll(/@([\w.]+)/g)].map(([, name = '']) => name);

function single(world: World, { query, fields }: GraphAsked, id: string): Answer {
  const network = world.networks.facebook;
  const known = new Map(network.posts.map((post) => [idOf(post), post]));
  const isShown = (one: string) => known.get(one)?.state === 'public';
  const document = (one: string) => picked(postDocument(world, known.get(one) as SimulatedPost), fieldsOf(fields)); // isShown was asked
  const ids = query.get('ids')?.split(',');
  if (!ids) return isShown(id) ? { status: 200, body: document(id) } : missing(id);
  if (ids.length > MOST_IDS) return graphError(100, 'Too many IDs. Maximum: 50.');
  const gone = ids.find((one) => !isShown(one));
  if (gone !== undefined && network.switches.ids_fail_together) return missing(gone);
  return { status: 200, body: Object.fromEntries(ids.filter(isShown).map((one) => [one, document(one)])) };
}

const idOf = ({ user, id }: SimulatedPost) => `${userId(user)}_${id}`;

/** `shares` is absent when there are none, and `from` for some visitors. */
function postDocument(world: World, post: SimulatedPost): Record<string, unknown> {
  const { likes, replies, shares } = figures(world, post);
  const { id, user, text, at, changedAt, image, kind, without } = post;
  const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000');
  const picture = image && `${image}?signature=${world.clock.now()}`;
  const sub = { data: [{ media: { image: { src: picture } } }, { media: { image: { src: picture } } }] };
  const photo = {
    ...{
      media_type: kind === 'carousel' ? 'album' : 'photo',
      type: 'photo',
      url: `https://www.facebook.com/photo/${id}`,
    },
    ...{ target: { id }, media: { image: { src: picture } }, ...(kind === 'carousel' ? { subattachments: sub } : {}) },
  };
  const document: Record<string, unknown> = {
    ...{ id: idOf(post), message: text, created_time: time(at), updated_time: time(changedAt ?? at) },
    permalink_url: `https://www.facebook.com/${userId(user)}/posts/${id}`,
    from: { id: userId(user), name: user, picture: { data: { url: `https://pictures.example/${user}.jpg` } } },
    ...(picture ? { full_picture: picture, attachments: { data: [photo] } } : {}),
    reactions: { data: [], summary: { total_count: likes } },
    comments: { data: [], summary: { total_count: replies } },
    ...(shares > 0 ? { shares: { count: shares } } : {}),
  };
  return Object.fromEntries(Object.entries(document).filter(([name]) => !without.includes(name)));
}
