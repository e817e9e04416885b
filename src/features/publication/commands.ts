/**
 * The one place that writes what is served: snapshots, their filter rows, the counts of lists, and the events. Every
 * function runs in a transaction that holds the site's row, and records what it does under the version drawn there.
 */
import { sql } from 'kysely';
import type { ArticleWire } from '../../contract/article.ts';
import { notificationJson } from '../../core/notification.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { article, notice, notificationBody, type Publication } from './present.ts';
import { type Snapshot, snapshotOf, snapshotsFeaturing } from './queries.ts';
import { putSearchRow } from './search-row.ts';

type Action = 'publish' | 'update' | 'unpublish';
type Scope = 'all' | 'site' | 'section' | 'feed';

/** Puts the snapshot of an article in place of the one before, and tells. */
export async function putSnapshot(
  tx: Tx,
  site: Site,
  publication: Publication,
  isPublicSection: boolean,
): Promise<void> {
  const served = article(publication, site);
  const before = await snapshotOf(tx, site.id, served.id);
  const after: Snapshot = {
    site_id: site.id,
    id: served.id,
    uid: publication.row.uid,
    section_id: served.section_id,
    category_id: served.category_id,
    article_url: served.article_url,
    pinned_index: served.pinned_index,
    site_pinned_index: served.site_pinned_index,
    is_served: isPublicSection,
    doc: JSON.stringify(served),
    notice: notice(served, publication),
  };
  await replaceRows(tx, site, after, served);
  await recount(tx, site.id, before, after);
  await tell(tx, site, before, after);
}

/** The same for an article that nobody changed: receivers are told only when its address is another one. */
export async function putRendering(
  tx: Tx,
  site: Site,
  publication: Publication,
  isPublicSection: boolean,
): Promise<void> {
  const served = article(publication, site);
  const before = await snapshotOf(tx, site.id, served.id);
  if (!before) return;
  // The site's language decides how words are stemmed, and shows in no document.
  if (before.doc === JSON.stringify(served)) return putSearchRow(tx, site, served);
  const { full_url } = JSON.parse(before.doc) as ArticleWire; // our own rendering
  const after = {
    ...before,
    is_served: isPublicSection,
    doc: JSON.stringify(served),
    notice: notice(served, publication),
  };
  await replaceRows(tx, site, after, served);
  await recount(tx, site.id, before, after);
  if (after.is_served) await record(tx, site, after, 'update', full_url === served.full_url ? 'feed' : 'all');
}

/** Takes an article out of everything that is served. */
export async function removeSnapshot(tx: Tx, site: Site, id: number): Promise<void> {
  const before = await snapshotOf(tx, site.id, id);
  if (!before) return;
  for (const other of await snapshotsFeaturing(tx, site.id, id)) await dropFeature(tx, site, other, id);
  await tx.deleteFrom('published_article').where('site_id', '=', site.id).where('id', '=', id).execute();
  await recount(tx, site.id, before, undefined);
  if (before.is_served) await record(tx, site, before, 'unpublish', 'all');
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

/** Hides or shows all articles of a section. */
export async function serveSection(tx: Tx, site: Site, sectionId: number, isPublic: boolean): Promise<void> {
  const { rows } = await sql<Snapshot>`
    update published_article set is_served = ${isPublic}
    where site_id = ${site.id} and section_id = ${sectionId} and is_served <> ${isPublic} returning *`.execute(tx);
  for (const snapshot of rows.sort((a, b) => a.id - b.id)) {
    const [before, after] = isPublic ? [undefined, snapshot] : [{ ...snapshot, is_served: true }, undefined];
    await recount(tx, site.id, before, after);
    await record(tx, site, snapshot, isPublic ? 'publish' : 'unpublish', 'all');
  }
}

async function dropFeature(tx: Tx, site: Site, snapshot: Snapshot, featuredId: number): Promise<void> {
  const { featured_articles } = JSON.parse(snapshot.doc) as ArticleWire; // our own rendering
  await rewrite(tx, site, snapshot, { featured_articles: featured_articles.filter((id) => id !== featuredId) });
  await tx
    .deleteFrom('published_article_feature')
    .where('site_id', '=', site.id)
    .where('id', '=', snapshot.id)
    .where('featured_id', '=', featuredId)
    .execute();
}

/** Changes fields that the wire shows without rendering the article anew: pending edits of its editors stay out. */
async function rewrite(tx: Tx, site: Site, before: Snapshot, changes: Partial<ArticleWire>): Promise<void> {
  const doc = { ...JSON.parse(before.doc), ...changes } as ArticleWire; // our own rendering
  const pins = { pinned_index: doc.pinned_index, site_pinned_index: doc.site_pinned_index };
  const texts = { doc: JSON.stringify(doc), notice: notificationJson({ ...JSON.parse(before.notice), ...pins }) };
  await tx
    .updateTable('published_article')
    .set({ ...pins, ...texts })
    .where('site_id', '=', site.id)
    .where('id', '=', before.id)
    .execute();
  if (before.is_served) await record(tx, site, { ...before, ...texts }, 'update', 'all');
}

async function replaceRows(tx: Tx, site: Site, after: Snapshot, served: ArticleWire): Promise<void> {
  const { site_id, id } = after;
  await tx
    .insertInto('published_article')
    .values(after)
    .onConflict((row) => row.columns(['site_id', 'id']).doUpdateSet(after))
    .execute();
  const tags = [...new Set(served.tags.map((tag) => tag.toLowerCase()))];
  await sql`
    with old_tag as (delete from published_article_tag where site_id = ${site_id} and id = ${id} and tag <> all(${tags}::text[])),
    old_author as (delete from published_article_author where site_id = ${site_id} and id = ${id} and author_id <> all(${served.author_ids}::bigint[])),
    old_feature as (delete from published_article_feature where site_id = ${site_id} and id = ${id} and featured_id <> all(${served.featured_articles}::bigint[])),
    new_tag as (insert into published_article_tag (site_id, id, tag) select ${site_id}, ${id}, unnest(${tags}::text[]) on conflict do nothing),
    new_author as (insert into published_article_author (site_id, id, author_id) select ${site_id}, ${id}, unnest(${served.author_ids}::bigint[]) on conflict do nothing)
    insert into published_article_feature (site_id, id, featured_id)
    select ${site_id}, ${id}, unnest(${served.featured_articles}::bigint[]) on conflict do nothing`.execute(tx);
  await putSearchRow(tx, site, served);
}

/** Raises and lowers the counts of the lists that the article enters and leaves. */
async function recount(
  tx: Tx,
  siteId: number,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): Promise<void> {
  const [left, entered] = [listsOf(before), listsOf(after)];
  const changes = [
    ...[...entered].filter((list) => !left.has(list)).map((list) => ({ list, change: 1 })),
    ...[...left].filter((list) => !entered.has(list)).map((list) => ({ list, change: -1 })),
  ];
  if (changes.length === 0) return;
  await sql`
    insert into article_count (site_id, list, total)
    select ${siteId}, list, change from unnest(${changes.map(({ list }) => list)}::text[], ${changes.map(({ change }) => change)}::int[]) as changed(list, change)
    on conflict (site_id, list) do update set total = article_count.total + excluded.total`.execute(tx);
}

function listsOf(snapshot: Snapshot | undefined): Set<string> {
  if (!snapshot?.is_served) return new Set();
  const { section_id, category_id, author_ids, tags } = JSON.parse(snapshot.doc) as ArticleWire; // our own rendering
  return new Set([
    'site',
    `section:${section_id}`,
    ...(category_id === null ? [] : [`category:${category_id}`]),
    ...author_ids.map((id) => `author:${id}`),
    ...tags.map((tag) => `tag:${tag.toLowerCase()}`),
  ]);
}

/** A move between sections is three actions: the site hears of an update, the sections of a departure and an arrival. */
async function tell(tx: Tx, site: Site, before: Snapshot | undefined, after: Snapshot): Promise<void> {
  if (!before?.is_served) return after.is_served ? record(tx, site, after, 'publish', 'all') : undefined;
  if (!after.is_served) return record(tx, site, before, 'unpublish', 'all');
  if (before.section_id === after.section_id) return record(tx, site, after, 'update', 'all');
  await record(tx, site, before, 'unpublish', 'section');
  await record(tx, site, after, 'publish', 'section');
  await record(tx, site, after, 'update', 'site');
}

async function record(tx: Tx, site: Site, snapshot: Snapshot, action: Action, scope: Scope): Promise<void> {
  if (scope === 'all' || scope === 'site') await touchIssues(tx, site.id, snapshot.id);
  const isGone = action === 'unpublish';
  await tx
    .insertInto('article_event')
    .values({
      site_id: site.id,
      content_version: site.content_version,
      article_id: snapshot.id,
      action,
      scope,
      section_id: snapshot.section_id,
      body: notificationBody(action, isGone ? JSON.stringify({ id: snapshot.id }) : snapshot.notice),
      doc: isGone ? null : snapshot.doc,
    })
    // Twice in one transaction: what was told last is what holds.
    .onConflict((row) =>
      row.columns(['site_id', 'content_version', 'article_id', 'action']).doUpdateSet((event) => ({
        body: event.ref('excluded.body'),
        doc: event.ref('excluded.doc'),
        scope: event.ref('excluded.scope'),
        section_id: event.ref('excluded.section_id'),
      })),
    )
    .execute();
}

/** An issue's `updated_at` moves when any of its content is edited; its own save counter does not. */
async function touchIssues(tx: Tx, siteId: number, articleId: number): Promise<void> {
  await sql`
    update issue set updated_at = greatest(updated_at, date_trunc('second', now())) from issue_article member
    where member.site_id = ${siteId} and member.article_id = ${articleId}
      and issue.site_id = member.site_id and issue.id = member.issue_id`.execute(tx);
}

/** Takes changes older than 30 days out of the feed, and notes on the site how far that went. */
export async function forgetChanges(tx: Tx): Promise<void> {
  await sql`
    with forgotten as (
      delete from article_event where at < now() - interval '30 days' returning site_id, content_version
    ), furthest as (select site_id, max(content_version) as version from forgotten group by site_id)
    update site set changes_forgotten = greatest(changes_forgotten, furthest.version)
    from furthest where site.id = furthest.site_id`.execute(tx);
}
