/** Lists of the Graph API: pages that may be short or empty, and cursors. */
import type { Answer } from './answer.ts';
import type { GraphAsked } from './graph-errors.ts';
import { type Field, picked } from './graph-fields.ts';
import type { Network, SimulatedPost } from './world.ts';

const USUAL_PAGE = 25;

export interface Listed {
  /** Newest first. The network counts those that may not be seen, and leaves them out of the page. */
  posts: SimulatedPost[];
  document(post: SimulatedPost): Record<string, unknown>;
  fields: Field[];
  limit: number;
  after: string | null;
}

export interface List {
  data: object[];
  paging?: { cursors: { after: string }; next?: string };
}

/** By the id of the last post, which makes the cursor invalid when that post is deleted. */
export function listOf({ posts, document, fields, limit, after }: Listed, base: string): List | null {
  const at = after === null ? -1 : posts.findIndex(({ id }) => cursorOf(id) === after);
  if (after !== null && at < 0) return null;
  return pageFrom({ posts, document, fields, limit, after }, at + 1, base, (last) => cursorOf(last.id));
}

const SAME_CURSOR = 'QVFIUkZAsimulated';

/** The cursor is the same on every page: the network remembers how far a caller has read. */
export function sameCursorList(network: Network, name: string, listed: Listed, base: string): List {
  const from = listed.after === null ? 0 : (network.read.get(name) ?? 0);
  network.read.set(name, from + listed.limit);
  return pageFrom(listed, from, base, () => SAME_CURSOR);
}

function pageFrom(
  { posts, document, fields, limit }: Listed,
  from: number,
  base: string,
  cursor: (last: SimulatedPost) => string,
): List {
  const page = posts.slice(from, from + limit);
  const last = page.at(-1);
  const shown = page.filter(({ state }) => state === 'public').map((post) => picked(document(post), fields));
  if (!last) return { data: [] };
  const after = cursor(last);
  const isLast = from + limit >= posts.length;
  return { data: shown, paging: { cursors: { after }, ...(isLast ? {} : { next: `${base}&after=${after}` }) } };
}

const cursorOf = (id: string) => Buffer.from(id).toString('base64url');

export const sizeOf = (given: string | null | undefined, most: number) => Math.min(Number(given ?? USUAL_PAGE), most);

/** With the token in it, as the network does. */
export const baseOf = ({ base, path, query, token }: GraphAsked) =>
  `${base}/v26.0${path}?access_token=${encodeURIComponent(token)}&fields=${encodeURIComponent(query.get('fields') ?? '')}`;

export const listAnswer = (list: List): Answer => ({ status: 200, body: list });
