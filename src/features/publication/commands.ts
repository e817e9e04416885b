/**
 * The one place that writes what is served: snapshots, their filter rows, the counts of lists, and the events. Every
 * function runs in a transaction that holds the site's row, and records what it does under the version drawn there. One
 * article or five hundred are written by the same statements.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ArticleWire } from '../../contract/article.ts';
import { conflict, type RequestError } from '../../core/errors.ts';
import { notificationJson } from '../../core/notification.ts';
import { tagNames } from '../../core/tags.ts';
import { prepared } from '../../db/prepared.ts';
import { insertion } from '../../db/rows.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { countMoves, recountAll } from './counts.ts';
import { type ArticleEvent, type Audience, articleEvents, eventRows, issuesTouched, record } from './events.ts';
import { article, notice, type Publication } from './present.ts';
import { type Snapshot, snapshotOf, snapshotsFeaturing, snapshotsOf } from './queries.ts';
import { putSearchRows, searchRows } from './search-row.ts';

/** Articles of a section that a statement hides or shows: about a second's work on a busy machine. */
const MOST_AT_ONCE = 2_000;

const UNIQUE_VIOLATION = '23505';

interface Rendered {
  served: ArticleWire;
  after: Snapshot;
  before: Snapshot | undefined;
}

/** Puts the snapshots of articles in place of those before, and tells. */
export async function putSnapshots(
  tx: Tx,
  site: Site,
  publications: Publication[],
  audience: Audience = 'all',
): Promise<void> {
  const rendered = await renderedAll(tx, site, publications);
  await replaceRows(
    tx,
    site,
    rendered,
    rendered.flatMap(({ before, after }) => articleEvents(before, after, audience)),
  );
}

/** The same for articles that nobody changed: receivers are told only when an address is another one, or in any case. */
export async function putRenderings(
  tx: Tx,
  site: Site,
  publications: Publication[],
  { audience = 'all', isAlwaysNotified = false }: { audience?: Audience | undefined; isAlwaysNotified?: boolean } = {},
): Promise<void> {
  const rendered = (await renderedAll(tx, site, publications)).filter(({ before }) => before);
  const [changed, same] = [
    rendered.filter(({ before, after }) => isAlwaysNotified || before?.doc !== after.doc),
    rendered.filter(({ before, after }) => !isAlwaysNotified && before?.doc === after.doc),
  ];
  await replaceRows(
    tx,
    site,
    changed,
    changed
      .filter(({ after }) => after.is_served)
      .map(({ before, after, served }) => {
        const { full_url } = JSON.parse(before?.doc ?? '{}') as ArticleWire; // our own rendering
        const isNotified = isAlwaysNotified || full_url !== served.full_url;
        return { snapshot: after, action: 'update', scope: isNotified ? audience : 'feed' };
      }),
  );
  // The site's language decides how words are stemmed, and shows in no document.
  await putSearchRows(
    tx,
    site,
    same.map(({ served }) => served),
  );
}

/** Takes an article out of everything that is served. */
export async function removeSnapshot(tx: Tx, site: Site, id: number, audience: Audience = 'all'): Promise<void> {
  const before = await snapshotOf(tx, site.id, id);
  if (!before) return;
  for (const other of await snapshotsFeaturing(tx, site.id, id)) await dropFeature(tx, site, other, id, audience);
  await tx.deleteFrom('published_article').where('site_id', '=', site.id).where('id', '=', id).execute();
  await countMoves(site.id, [{ before, after: undefined }]).execute(tx);
  if (before.is_served) await record(tx, site, [{ snapshot: before, action: 'unpublish', scope: audience }]);
}

/** Pins act on the public article at once; nothing else of it changes. */
export async function putPins(
  tx: Tx,
  site: Site,
  id: number,
  pins: Pick<ArticleWire, 'pinned_index' | 'site_pinned_index'>,
): Promise<void> {
  const before = await snapshotOf(tx, site.id, id);
  if (before) await rewrite(tx, site, before, pins);
}

/**
 * Hides or shows all articles of a section, in one transaction but by so many statements that none of them takes long. However
 * many the articles are, none of their texts comes here.
 */
export async function serveSection(
  tx: Tx,
  site: Site,
  sectionId: number,
  isPublic: boolean,
  { audience = 'all', atOnce = MOST_AT_ONCE }: { audience?: Audience; atOnce?: number } = {},
): Promise<void> {
  const action = isPublic ? 'publish' : 'unpublish';
  for (let last = 0; ; ) {
    const { rows } = await sql<Pick<Snapshot, 'id' | 'section_id'>>`
      update published_article set is_served = ${isPublic}
      where site_id = ${site.id} and id in (
        select id from published_article
        where site_id = ${site.id} and section_id = ${sectionId} and is_served <> ${isPublic} and id > ${last}
        order by id limit ${atOnce})
      returning id, section_id`.execute(tx);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await recountAll(tx, site.id, ids, isPublic ? 1 : -1);
    await record(
      tx,
      site,
      rows.map((snapshot) => ({ snapshot, action, scope: audience })),
    );
    last = Math.max(...ids);
  }
}

async function renderedAll(tx: Tx, site: Site, publications: Publication[]): Promise<Rendered[]> {
  const known = await snapshotsOf(
    tx,
    site.id,
    publications.filter(({ isFirst }) => !isFirst).map(({ id }) => id),
  );
  return publications.map((publication) => {
    const served = article(publication, site);
    const after: Snapshot = {
      site_id: site.id,
      id: served.id,
      uid: publication.row.uid,
      section_id: served.section_id,
      category_id: served.category_id,
      article_url: served.article_url,
      pinned_index: served.pinned_index,
      site_pinned_index: served.site_pinned_index,
      is_served: publication.isPublicSection,
      doc: JSON.stringify(served),
      notice: notice(served, publication),
    };
    return { served, after, before: known.get(served.id) };
  });
}

async function dropFeature(
  tx: Tx,
  site: Site,
  snapshot: Snapshot,
  featuredId: number,
  audience: Audience,
): Promise<void> {
  const { featured_articles } = JSON.parse(snapshot.doc) as ArticleWire; // our own rendering
  const others = featured_articles.filter((id) => id !== featuredId);
  await rewrite(tx, site, snapshot, { featured_articles: others }, audience);
  await tx
    .deleteFrom('published_article_feature')
    .where('site_id', '=', site.id)
    .where('id', '=', snapshot.id)
    .where('featured_id', '=', featuredId)
    .execute();
}

/** Changes fields that the wire shows without rendering the article anew: pending edits of its editors stay out. */
async function rewrite(
  tx: Tx,
  site: Site,
  before: Snapshot,
  changes: Partial<ArticleWire>,
  audience: Audience = 'all',
): Promise<void> {
  const doc = { ...JSON.parse(before.doc), ...changes } as ArticleWire; // our own rendering
  const pins = { pinned_index: doc.pinned_index, site_pinned_index: doc.site_pinned_index };
  const texts = { doc: JSON.stringify(doc), notice: notificationJson({ ...JSON.parse(before.notice), ...pins }) };
  await tx
    .updateTable('published_article')
    .set({ ...pins, ...texts })
    .where('site_id', '=', site.id)
    .where('id', '=', before.id)
    .execute();
  if (before.is_served) await record(tx, site, [{ snapshot: before, action: 'update', scope: audience }]);
}

/** In one statement: each that is sent costs as much as writing a few rows. */
async function replaceRows(tx: Tx, site: Site, rendered: Rendered[], events: ArticleEvent[]): Promise<void> {
  if (rendered.length === 0) return;
  const snapshots = rendered.map(({ after }) => after);
  const served = rendered.map((one) => one.served);
  const statement = prepared(sql`
    with snapshot as (
      ${insertion('published_article', snapshots, { key: ['site_id', 'id'], taken: 'replace' })}
      returning site_id, id, doc, notice
    ),
    ${linkRows(site.id, rendered)},
    searched as (${searchRows(site, served)}),
    counted as (${countMoves(site.id, rendered)}),
    touched as (${issuesTouched(site.id, events)})
    ${eventRows(site, events, 'snapshot')}`);
  await statement.execute(tx).catch((error) => {
    throw isAddressTaken(error) ? addressTaken(snapshots) : error;
  });
}

const isAddressTaken = ({ code, constraint }: { code?: string; constraint?: string }) =>
  code === UNIQUE_VIOLATION && constraint === 'published_article_address';

function addressTaken(snapshots: Snapshot[]): RequestError {
  const slugs = snapshots.length === 1 ? `: ${snapshots[0]?.article_url}` : '';
  return conflict(`Another article of the section is served at this address${slugs}.`);
}

/** Parts of a statement: tags, authors and featured articles, of which those that stay are left alone. */
function linkRows(siteId: number, rendered: Rendered[]): RawBuilder<unknown> {
  const replaced = rendered.filter(({ before }) => before).map(({ after }) => after.id);
  const tags = links(rendered, ({ tags }) => new Set(tags.flatMap(tagNames)));
  const authors = links(rendered, ({ author_ids }) => author_ids);
  const features = links(rendered, ({ featured_articles }) => new Set(featured_articles));
  const old = sql`where site_id = ${siteId} and id = any(${replaced}::bigint[])`;
  return sql`
    tag as (select * from unnest(${tags.ids}::bigint[], ${tags.to}::text[]) as new(id, tag)),
    author as (select * from unnest(${authors.ids}::bigint[], ${authors.to}::bigint[]) as new(id, author_id)),
    feature as (select * from unnest(${features.ids}::bigint[], ${features.to}::bigint[]) as new(id, featured_id)),
    old_tag as (delete from published_article_tag ${old} and (id, tag) not in (table tag)),
    old_author as (delete from published_article_author ${old} and (id, author_id) not in (table author)),
    old_feature as (delete from published_article_feature ${old} and (id, featured_id) not in (table feature)),
    new_tag as (insert into published_article_tag (site_id, id, tag) select ${siteId}, id, tag from tag on conflict do nothing),
    new_author as (
      insert into published_article_author (site_id, id, author_id)
      select ${siteId}, id, author_id from author on conflict do nothing
    ),
    new_feature as (
      insert into published_article_feature (site_id, id, featured_id)
      select ${siteId}, id, featured_id from feature on conflict do nothing
    )`;
}

/** Pairs of an article and what it links to, as two columns. */
function links<To>(rendered: Rendered[], of: (served: ArticleWire) => Iterable<To>): { ids: number[]; to: To[] } {
  const pairs = rendered.flatMap(({ served }) => [...of(served)].map((to) => ({ id: served.id, to })));
  return { ids: pairs.map(({ id }) => id), to: pairs.map(({ to }) => to) };
}
