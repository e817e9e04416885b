/**
 * The only writer of served content: documents, their filter rows, the counts of lists, and the events. Every
 * function runs in a transaction that locks the site's row and records its changes under the version drawn there. One
 * article or five hundred take the same statements.
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
import { refreshFeatured } from './featured.ts';
import { packedRow } from './packing.ts';
import { article, notification, type Publication, writtenOf } from './present.ts';
import { type Snapshot, snapshotOf, snapshotsOf } from './queries.ts';
import { fetchCoversLater, isFetched } from './remote-covers.ts';
import { searchRows } from './search-row.ts';

/** Articles per statement when a section is hidden or shown: about a second on a busy machine. */
const MOST_AT_ONCE = 2_000;

const UNIQUE_VIOLATION = '23505';

interface Rendered {
  served: ArticleWire;
  /** The articles that the text features, public or not. */
  featured: number[];
  after: Snapshot;
  before: Snapshot | undefined;
}

/** Replaces the snapshots of articles and adds events. */
export async function putSnapshots(
  tx: Tx,
  site: Site,
  publications: Publication[],
  audience: Audience = 'all',
): Promise<void> {
  const rendered = await renderedAll(tx, site, publications);
  const events = rendered.flatMap(({ before, after }) => articleEvents(before, after, audience));
  const turned = rendered.filter(({ before, after }) => (before?.is_served ?? false) !== after.is_served);
  const ids = turned.map(({ after }) => after.id);
  const { isFeatured } = await replaceRows(tx, site, rendered, events, ids);
  if (isFeatured) await refreshFeatured(tx, site, { ids }, { audience });
  const remote = publications.flatMap(({ id, row, cachedCover }) => {
    const url = writtenOf(row).cover_url;
    return cachedCover === undefined && isFetched(site, url) ? [{ id, url }] : [];
  });
  await fetchCoversLater(tx, site, remote);
}

/**
 * The same for articles whose derived fields changed, such as an author's name: only the documents
 * are written. Receivers are notified when an address changed, or always if asked.
 */
export async function putRenderings(
  tx: Tx,
  site: Site,
  publications: Publication[],
  { audience = 'all', isAlwaysNotified = false }: { audience?: Audience | undefined; isAlwaysNotified?: boolean } = {},
): Promise<void> {
  const changed = (await renderedAll(tx, site, publications)).flatMap(({ before, after, ...rendered }) =>
    before && (isAlwaysNotified || before.doc !== after.doc || before.notification_json !== after.notification_json)
      ? [{ ...rendered, before, after: { ...after, is_served: before.is_served } }]
      : [],
  );
  const events = changed.flatMap(({ before, served }): ArticleEvent[] => {
    if (!before.is_served) return [];
    const { full_url } = JSON.parse(before.doc) as ArticleWire; // our own rendering
    const isNotified = isAlwaysNotified || full_url !== served.full_url;
    return [{ snapshot: before, action: 'update', scope: isNotified ? audience : 'feed' }];
  });
  // A re-examined article is written completely: its text may have been sanitised since.
  if (isAlwaysNotified) await replaceRows(tx, site, changed, events, []);
  else await replaceTexts(tx, site, changed, events);
}

/** Removes an article from everything that is served. */
export async function removeSnapshot(tx: Tx, site: Site, id: number, audience: Audience = 'all'): Promise<void> {
  const before = await snapshotOf(tx, site.id, id);
  if (!before) return;
  await tx.deleteFrom('published_article').where('site_id', '=', site.id).where('id', '=', id).execute();
  await countMoves(site.id, [{ before, after: undefined }]).execute(tx);
  if (!before.is_served) return;
  await refreshFeatured(tx, site, { ids: [id] }, { audience });
  await record(tx, site, [{ snapshot: before, action: 'unpublish', scope: audience }]);
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
 * Hides or shows all articles of a section in batches, in one transaction. Their texts
 * stay in the database.
 */
export async function serveSection(
  tx: Tx,
  site: Site,
  sectionId: number,
  isPublic: boolean,
  { audience = 'all', atOnce = MOST_AT_ONCE }: { audience?: Audience; atOnce?: number } = {},
): Promise<void> {
  const turned = await turnSection(tx, site, sectionId, isPublic, atOnce);
  if (turned.length === 0) return;
  const ids = turned.map(({ id }) => id);
  // Before their events, which carry the documents.
  await refreshFeatured(tx, site, { ids, sectionId }, { audience, quiet: new Set(ids) });
  const action = isPublic ? 'publish' : 'unpublish';
  const events = turned.map((snapshot) => ({ snapshot, action, scope: audience }) as const);
  for (let from = 0; from < events.length; from += atOnce) await record(tx, site, events.slice(from, from + atOnce));
}

/** The articles that changed between served and not served. */
async function turnSection(
  tx: Tx,
  site: Site,
  sectionId: number,
  isPublic: boolean,
  atOnce: number,
): Promise<Pick<Snapshot, 'id' | 'section_id'>[]> {
  const turned: Pick<Snapshot, 'id' | 'section_id'>[] = [];
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from published_article where site_id = ${site.id} and section_id = ${sectionId}
        and is_served = ${!isPublic} and id > ${last} order by id limit ${atOnce}`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return turned;
    await sql`
      update published_article set is_served = ${isPublic}
      where site_id = ${site.id} and id = any(${ids}::bigint[])`.execute(tx);
    await recountAll(tx, site.id, ids, isPublic ? 1 : -1);
    turned.push(...ids.map((id) => ({ id, section_id: sectionId })));
    last = ids.at(-1) ?? 0;
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
      notification_json: notification(served, publication),
    };
    const featured = [...new Set(writtenOf(publication.row).featured_articles)];
    return { served, featured, after, before: known.get(served.id) };
  });
}

/** Changes served fields without rendering the article again: pending edits stay out. */
async function rewrite(
  tx: Tx,
  site: Site,
  before: Snapshot,
  changes: Partial<ArticleWire>,
  audience: Audience = 'all',
): Promise<void> {
  const doc = { ...JSON.parse(before.doc), ...changes } as ArticleWire; // our own rendering
  const pins = { pinned_index: doc.pinned_index, site_pinned_index: doc.site_pinned_index };
  const texts = {
    doc: JSON.stringify(doc),
    notification_json: notificationJson({ ...JSON.parse(before.notification_json), ...pins }),
  };
  await tx
    .updateTable('published_article')
    .set({ ...pins, ...texts, ...packedRow(texts.doc) })
    .where('site_id', '=', site.id)
    .where('id', '=', before.id)
    .execute();
  if (before.is_served) await record(tx, site, [{ snapshot: before, action: 'update', scope: audience }]);
}

/**
 * One statement: each round trip costs as much as writing a few rows. `turned` are articles that become public or stop being
 * public; the result says whether any document features one of them.
 */
async function replaceRows(
  tx: Tx,
  site: Site,
  rendered: Rendered[],
  events: ArticleEvent[],
  turned: number[],
): Promise<{ isFeatured: boolean }> {
  if (rendered.length === 0) return { isFeatured: false };
  const snapshots = rendered.map(({ after }) => after);
  const served = rendered.map((one) => one.served);
  const statement = prepared(sql<{ is_featured: boolean }>`
    with snapshot as (
      ${insertion('published_article', snapshots.map(withPacked), { key: ['site_id', 'id'], taken: 'replace' })}
      returning site_id, id, doc, notification_json
    ),
    ${linkRows(site.id, rendered)},
    searched as (${searchRows(site, served)}),
    counted as (${countMoves(site.id, rendered)}),
    touched as (${issuesTouched(site.id, events)}),
    recorded as (${eventRows(site, events, 'snapshot')})
    select exists (
      select from published_article_feature where site_id = ${site.id} and featured_id = any(${turned}::bigint[])
    ) as is_featured`);
  const { rows } = await statement.execute(tx).catch((error) => {
    throw isAddressTaken(error) ? addressTaken(snapshots) : error;
  });
  return { isFeatured: rows[0]?.is_featured ?? false };
}

const withPacked = (snapshot: Snapshot) => ({ ...snapshot, ...packedRow(snapshot.doc) });

const isAddressTaken = ({ code, constraint }: { code?: string; constraint?: string }) =>
  code === UNIQUE_VIOLATION && constraint === 'published_article_address';

function addressTaken(snapshots: Snapshot[]): RequestError {
  const slugs = snapshots.length === 1 ? `: ${snapshots[0]?.article_url}` : '';
  return conflict(`Another article of the section is served at this address${slugs}.`, { taken_field: 'article_url' });
}

async function replaceTexts(tx: Tx, site: Site, rendered: Rendered[], events: ArticleEvent[]): Promise<void> {
  if (rendered.length === 0) return;
  const rows = rendered.map(({ after }) => withPacked(after));
  const column = (name: 'id' | 'doc' | 'notification_json' | 'packed' | 'packed_hash') => rows.map((row) => row[name]);
  // An author's new name edits no issue.
  const edits = events.filter(({ scope }) => scope !== 'feed');
  await sql`
    with snapshot as (
      update published_article old set doc = new.doc, notification_json = new.notification_json,
        packed = new.packed, packed_hash = new.packed_hash
      from unnest(${column('id')}::bigint[], ${column('doc')}::text[], ${column('notification_json')}::text[],
        ${column('packed')}::bytea[], ${column('packed_hash')}::text[]
      ) as new(id, doc, notification_json, packed, packed_hash)
      where old.site_id = ${site.id} and old.id = new.id returning old.site_id, old.id, old.doc, old.notification_json
    ),
    touched as (${issuesTouched(site.id, edits)})
    ${eventRows(site, events, 'snapshot')}`.execute(tx);
}

/** Parts of a statement: tags, authors and featured articles; unchanged rows stay. */
function linkRows(siteId: number, rendered: Rendered[]): RawBuilder<unknown> {
  const replaced = rendered.filter(({ before }) => before).map(({ after }) => after.id);
  const tags = links(rendered, ({ tags }) => new Set(tags.flatMap(tagNames)));
  const authors = links(rendered, ({ author_ids }) => author_ids);
  const features = rendered.flatMap(({ after: { id }, featured }) =>
    featured.map((to, position) => ({ id, to, position })),
  );
  const old = sql`where site_id = ${siteId} and id = any(${replaced}::bigint[])`;
  return sql`
    tag as (select * from unnest(${tags.ids}::bigint[], ${tags.to}::text[]) as new(id, tag)),
    author as (select * from unnest(${authors.ids}::bigint[], ${authors.to}::bigint[]) as new(id, author_id)),
    feature as (
      select * from json_to_recordset(${JSON.stringify(features)}) as new(id bigint, "to" bigint, position integer)
    ),
    old_tag as (delete from published_article_tag ${old} and (id, tag) not in (table tag)),
    old_author as (delete from published_article_author ${old} and (id, author_id) not in (table author)),
    old_feature as (
      delete from published_article_feature ${old} and (id, featured_id) not in (select id, "to" from feature)
    ),
    new_tag as (insert into published_article_tag (site_id, id, tag) select ${siteId}, id, tag from tag on conflict do nothing),
    new_author as (
      insert into published_article_author (site_id, id, author_id)
      select ${siteId}, id, author_id from author on conflict do nothing
    ),
    new_feature as (
      insert into published_article_feature (site_id, id, featured_id, position)
      select ${siteId}, id, "to", position from feature
      on conflict (site_id, featured_id, id) do update set position = excluded.position
    )`;
}

/** Article and link target pairs, as two columns. */
function links<To>(rendered: Rendered[], of: (served: ArticleWire) => Iterable<To>): { ids: number[]; to: To[] } {
  const pairs = rendered.flatMap(({ served }) => [...of(served)].map((to) => ({ id: served.id, to })));
  return { ids: pairs.map(({ id }) => id), to: pairs.map(({ to }) => to) };
}
