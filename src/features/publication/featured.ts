/**
 * `featured_articles` of what is served: those of the articles named in the published text that are public right now. When an
 * article becomes public or ceases to be, the documents that name it are rewritten in the same transaction, the rest of very
 * many by the queue. What is hidden with its section is rewritten when it is shown.
 *
 * Each statement reads one table: on a site that PostgreSQL has no figures of yet, joins of these took a minute.
 */
import { type RawBuilder, sql } from 'kysely';
import { progressSentence } from '../../core/progress.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { type Audience, record } from './events.ts';

/** Articles that became public or ceased to be; of a section that is shown, their own documents are refreshed too. */
interface Turned {
  ids: number[];
  sectionId?: number;
}

export interface FeatureRefresh {
  site_id: number;
  /** The section that was hidden or shown, whose answer shows the progress; else the site. */
  of: 'section' | 'site';
  id: number;
  after_id: number;
  /** Documents in all, and those that were looked at. */
  total: number;
  done: number;
  audience: Audience;
}

/** Rewrites the documents that a transaction left, a part at a time: of all that name any article, those that are wrong. */
export const featureRefreshing = jobKind<FeatureRefresh>('publication.features');

/** Documents that a statement looks at, that a write rewrites itself, and that it looks at for that. */
const AT_ONCE = 1_000;
const MOST_REWRITTEN = 1_000;
const MOST_SEEN = 10_000;

/** `quiet` are articles that get an event of their own in this transaction. */
export async function refreshFeatured(
  tx: Tx,
  site: Site,
  turned: Turned,
  { audience, quiet = new Set() }: { audience: Audience; quiet?: ReadonlySet<number> },
): Promise<void> {
  const isNaming = sql<boolean>`featured_id = any(${turned.ids}::bigint[])`;
  const isOwn = sql<boolean>`id = any(${turned.sectionId ? turned.ids : []}::bigint[])`;
  let [rewritten, seen, last] = [0, 0, 0];
  while (rewritten < MOST_REWRITTEN && seen < MOST_SEEN) {
    const ids = await documents(tx, site, last, sql`(${isNaming} or ${isOwn})`);
    rewritten += await refresh(tx, site, ids, audience, quiet);
    seen += ids.length;
    last = ids.at(-1) ?? 0;
    if (ids.length < AT_ONCE) return;
  }
  await refreshRest(tx, site, turned, { after_id: last, done: seen, audience });
}

/** One part by the queue; what is left is enqueued behind it, in the same transaction. */
export async function refreshFeaturedLater(tx: Tx, refreshing: FeatureRefresh): Promise<string | null> {
  const site = await lockSite(tx, refreshing.site_id);
  const ids = await documents(tx, site, refreshing.after_id, sql`true`);
  await refresh(tx, site, ids, refreshing.audience);
  const last = ids.at(-1);
  const isDone = !last || ids.length < AT_ONCE;
  const payload = { ...refreshing, after_id: last ?? 0, done: refreshing.done + ids.length };
  if (!isDone) await enqueue(tx, featureRefreshing, { key: String(site.id), payload });
  const words = `articles that feature others on site ${site.id}`;
  return progressSentence(words, refreshing, isDone ? refreshing.total : payload.done);
}

async function refreshRest(
  tx: Tx,
  site: Site,
  { sectionId }: Turned,
  rest: Pick<FeatureRefresh, 'after_id' | 'done' | 'audience'>,
): Promise<void> {
  const { rows } = await sql<{ left: number }>`
    select count(distinct id) as left from published_article_feature
    where site_id = ${site.id} and id > ${rest.after_id}`.execute(tx);
  const left = rows[0]?.left ?? 0;
  const of = sectionId ? { of: 'section' as const, id: sectionId } : { of: 'site' as const, id: site.id };
  const payload = { ...rest, ...of, site_id: site.id, total: rest.done + left };
  if (left > 0) await enqueue(tx, featureRefreshing, { key: String(site.id), payload });
}

/** The next documents that feature articles. */
async function documents(tx: Tx, site: Site, after: number, which: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from published_article_feature
    where site_id = ${site.id} and id > ${after} and ${which} order by id limit ${AT_ONCE}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Rewrites those that are served and wrong, and says how many that were. */
async function refresh(
  tx: Tx,
  site: Site,
  ids: number[],
  audience: Audience,
  quiet: ReadonlySet<number> = new Set(),
): Promise<number> {
  if (ids.length === 0) return 0;
  const rewritten = await rewriteLists(tx, site, await publicLists(tx, site, ids));
  const events = rewritten.filter(({ id }) => !quiet.has(id));
  await record(
    tx,
    site,
    events.map((snapshot) => ({ snapshot, action: 'update', scope: audience })),
  );
  return rewritten.length;
}

/** By document, the ids of those that it features and that are public, in the order of its text. */
async function publicLists(tx: Tx, site: Site, ids: number[]): Promise<Map<number, number[]>> {
  const { rows: features } = await sql<{ id: number; featured_id: number }>`
    select id, featured_id from published_article_feature
    where site_id = ${site.id} and id = any(${ids}::bigint[]) order by id, position`.execute(tx);
  const named = [...new Set(features.map(({ featured_id }) => featured_id))];
  const { rows: served } = await sql<{ id: number }>`
    select id from published_article where site_id = ${site.id} and id = any(${named}::bigint[]) and is_served`.execute(
    tx,
  );
  const isPublic = new Set(served.map(({ id }) => id));
  const lists = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const { id, featured_id } of features) if (isPublic.has(featured_id)) lists.get(id)?.push(featured_id);
  return lists;
}

/**
 * The list is replaced in the text, without reading the document here: a quote inside of a string has a backslash before
 * it, and what others may name as they like, the attachments, comes after this field.
 */
const LIST = sql.lit('"featured_articles":\\[([0-9,]*)\\]');

async function rewriteLists(
  tx: Tx,
  site: Site,
  lists: Map<number, number[]>,
): Promise<{ id: number; section_id: number }[]> {
  const texts = [...lists.values()].map((list) => list.join());
  const { rows } = await sql<{ id: number; section_id: number }>`
    update published_article snapshot set doc = regexp_replace(doc, ${LIST}, '"featured_articles":[' || list || ']')
    from unnest(${[...lists.keys()]}::bigint[], ${texts}::text[]) as shown(id, list)
    where snapshot.site_id = ${site.id} and snapshot.id = shown.id and is_served and substring(doc from ${LIST}) <> list
    returning snapshot.id, snapshot.section_id`.execute(tx);
  return rows;
}
