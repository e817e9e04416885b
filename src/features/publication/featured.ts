/**
 * `featured_articles` as served: the articles named in the published text that are public now. When an
 * article becomes public or stops being public, the same transaction rewrites the documents that name it; beyond a limit
 * the queue does. Documents of a hidden section are rewritten when it is shown.
 *
 * Each statement reads one table: without table statistics, joins of them took a minute.
 */
import { type RawBuilder, sql } from 'kysely';
import { progressSentence } from '../../core/progress.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { discardOvertaken } from '../../jobs/failed.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { type Audience, record } from './events.ts';

/** Articles that became public or stopped being public; when a section is shown, their own documents are refreshed too. */
interface Turned {
  ids: number[];
  sectionId?: number;
}

export interface FeatureRefresh {
  site_id: number;
  /** Where progress is reported: the section that was hidden or shown, else the site. */
  of: 'section' | 'site';
  id: number;
  after_id: number;
  /** Documents in total and processed. */
  total: number;
  done: number;
  audience: Audience;
}

/** Rewrites the documents beyond the limit in batches: of all that feature articles, those that are outdated. */
export const featureRefreshing = jobKind<FeatureRefresh>('publication.features');

/** Documents per statement; documents a write rewrites itself; documents it examines for that. */
const AT_ONCE = 1_000;
const MOST_REWRITTEN = 1_000;
const MOST_SEEN = 10_000;

/** `quiet` articles get their own event in this transaction. */
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

/** One batch by the queue; it enqueues the rest in the same transaction. */
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
  behind: Pick<FeatureRefresh, 'after_id' | 'done' | 'audience'>,
): Promise<void> {
  const of = sectionId ? { of: 'section' as const, id: sectionId } : { of: 'site' as const, id: site.id };
  const isOvertaking = await discardOvertaken(tx, featureRefreshing, String(site.id), of);
  const rest = isOvertaking ? { ...behind, after_id: 0, done: 0 } : behind;
  const { rows } = await sql<{ left: number }>`
    select count(distinct id) as left from published_article_feature
    where site_id = ${site.id} and id > ${rest.after_id}`.execute(tx);
  const left = rows[0]?.left ?? 0;
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

/** Rewrites the served documents that are outdated and returns their number. */
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

/** The ids of public articles that each document features, in the order of its text. */
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
 * Replaces the list within the JSON text, without parsing it here: a quote inside a string has a backslash before
 * it, and attachments, whose keys are free, come after this field.
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
