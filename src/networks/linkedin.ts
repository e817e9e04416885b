/** LinkedIn: the posts of organisations, by their last change, and the figures of posts in batches. */

import {
  datesIn,
  failureOf,
  figuresIn,
  followersOf,
  itemsOf,
  listParameter,
  looksOf,
  modifiedAt,
  nameOf,
  organisationUrn,
  postsIn,
  wantedIds,
} from '../core/intake/networks/linkedin.ts';
import type { Target } from '../core/intake/networks/post.ts';
import { type NewestPage, nextByTarget } from './by-target.ts';
import { type Answered, type Ask, type Asking, type Connector, NetworkProblem } from './connector.ts';

const PAGE = 50;
/** A post that is deleted while pages are read moves the later ones forward. */
const OVERLAP = 10;
const BATCH = { 'x-restli-method': 'BATCH_GET' };

export const linkedin: Connector = {
  network: 'linkedin',
  url: 'https://api.linkedin.com',
  // Of a day, in UTC. LinkedIn names no number: an app in development has 500, and a refusal counts until midnight.
  limits: { all: { ceiling: 500, window: { dayIn: 'UTC' } } },
  headers: ({ linkedinVersion }) => ({ 'linkedin-version': linkedinVersion, 'x-restli-protocol-version': '2.0.0' }),
  mostLooked: 50,
  nextPage: (ask, wanted, cursor, { now }) =>
    nextByTarget(wanted, cursor, (target, { page }, sinceMs) => read(ask, target, Number(page ?? 0), sinceMs, now)),
  async look(ask, ids) {
    return looksOf((await ask(metadataOf(ids))).body);
  },
  failureOf,
  /** No header says anything. */
  announced: () => null,
};

const metadataOf = (ids: string[]): Asking => ({
  ...{ bucket: 'all', path: `/rest/socialMetadata?ids=${listParameter(ids)}`, headers: BATCH },
});

/** Posts that were changed since the poll before come first; what is asked about them beside is asked for those alone. */
async function read(ask: Ask, { value }: Target, start: number, sinceMs: number, now: Date): Promise<NewestPage> {
  const urn = organisationUrn(value);
  const query = { q: 'author', author: urn, count: String(PAGE), start: String(start), sortBy: 'LAST_MODIFIED' };
  const { body } = await ask({ bucket: 'all', path: '/rest/posts', query, headers: { 'x-restli-method': 'FINDER' } });
  const posts = postsIn(body);
  const changed = { elements: posts.filter((post) => modifiedAt(post) >= sinceMs) };
  const ids = wantedIds(changed);
  const page = { next: posts.length < PAGE ? null : String(start + PAGE - OVERLAP), dates: datesIn(posts) };
  if (ids.length === 0) return { ...page, items: [] };
  const metadata = figuresIn((await ask(metadataOf(ids))).body);
  const path = `/rest/networkSizes/${encodeURIComponent(urn)}`;
  const followers = await ifPermitted(ask({ bucket: 'all', path, query: { edgeType: 'CompanyFollowedByMember' } }));
  const named = await ifPermitted(ask({ bucket: 'all', path: `/rest/organizations/${value}` }));
  const by = { urn, name: nameOf(named), followers: followersOf(followers) };
  return { ...page, items: itemsOf(changed, by, metadata, now) };
}

/** A token that reads posts need not read more. */
async function ifPermitted(asked: Promise<Answered>): Promise<unknown> {
  try {
    return (await asked).body;
  } catch (error) {
    if (error instanceof NetworkProblem && ['permission_missing', 'forbidden', 'not_found'].includes(error.code))
      return null;
    throw error;
  }
}
