/** Reads for editors. */
import { type RawBuilder, sql } from 'kysely';
import { PAGE_BYTES } from '../../core/answer-size.ts';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { isTrash } from '../publication/trash.ts';
import type { ManagedRow } from './present.ts';

export interface ChangeRow {
  content_version: number;
  action: 'publish' | 'update' | 'unpublish';
  article_id: number;
  at: Date;
  /** Null for an article that was unpublished, and for a change that exceeds the size of the page. */
  doc: string | null;
  /** Of the document. */
  bytes: number;
}

/** An article by its uid or id, locked until the transaction ends (`for no key update`: rows can still refer to it). */
export async function lockedArticle(tx: Tx, siteId: number, uid: string): Promise<ArticleRow> {
  const row = await lockedArticleIfAny(tx, siteId, uid);
  if (!row) throw notFound('There is no such article.');
  return row;
}

export async function lockedArticleIfAny(tx: Tx, siteId: number, uid: string): Promise<ArticleRow | undefined> {
  const { rows } = await prepared(
    sql<ArticleRow>`select * from article where site_id = ${siteId} and ${called(uid)} and deleted_at is null for no key update`,
  ).execute(tx);
  return rows[0];
}

export async function lockedTrash(tx: Tx, siteId: number, uid: string): Promise<ArticleRow> {
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${siteId} and ${called(uid)} and ${isTrash} for no key update`.execute(tx);
  if (!rows[0]) throw notFound('There is no such article in the trash.');
  return rows[0];
}

export async function managedByUid(
  db: Db | Tx,
  siteId: number,
  uid: string,
): Promise<ManagedRow & Pick<ArticleRow, 'created_by'>> {
  const { rows } = await prepared(sql<ManagedRow & Pick<ArticleRow, 'created_by'>>`
    select article.*, section.section_url from article join section on section.site_id = article.site_id and section.id = section_id
    where article.site_id = ${siteId} and ${called(uid)} and deleted_at is null`).execute(db);
  if (!rows[0]) throw notFound('There is no such article.');
  return rows[0];
}

/**
 * The change feed: one row per article and version, in commit order, which is also its cursor. A move appears as its update
 * only, and several changes in one commit as their final result.
 */
export async function changesAfter(
  db: Db | Tx,
  siteId: number,
  version: number,
  articleId: number,
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with page as (
      select content_version, article_id, max(at) as at,
        (array_agg(action order by action <> 'unpublish', action <> 'publish'))[1] as action,
        -- what is published and changed in one commit is shown as it was after the change
        case when not bool_or(action = 'unpublish') then (array_agg(action order by action = 'publish'))[1] end as shown
      from article_event
      where site_id = ${siteId} and scope <> 'section' and (content_version, article_id) > (${version}, ${articleId})
      group by content_version, article_id order by content_version, article_id limit ${limit}
    ), sized as (
      select page.content_version, page.article_id, page.at, page.action, doc, coalesce(octet_length(doc), 0) as bytes
      from page left join article_event event on event.site_id = ${siteId} and event.content_version = page.content_version
        and event.article_id = page.article_id and event.action = page.shown
    )
    select content_version, article_id, at, action, bytes,
      case when sum(bytes) over (order by content_version, article_id) - bytes < ${sql.lit(PAGE_BYTES)} then doc end as doc
    from sized order by content_version, article_id`.execute(db);
  return rows;
}

/** Slugs that a new one could collide with, of working copies and served articles: the same, or the same with a number. */
export async function takenArticleSlugs(tx: Tx, siteId: number, sectionId: number, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    with taken as (
      select article_url as slug from article
      where site_id = ${siteId} and section_id = ${sectionId} and deleted_at is null
      union all
      select article_url from published_article where site_id = ${siteId} and section_id = ${sectionId}
    ), equal as materialized (select slug from taken where slug = ${slug})
    table equal
    union all
    -- numbers are looked for in the whole section, and only where the slug itself is taken
    select slug from taken where starts_with(slug, ${`${slug}-`}) and exists (table equal)`.execute(tx);
  return new Set(rows.map((row) => row.slug));
}

/** Allocates an id: the given one or the next. */
export async function drawnId(tx: Tx, brought: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`select draw_id('article_id', ${brought}) as id`.execute(tx);
  return rows[0]?.id ?? 0;
}

function called(uid: string): RawBuilder<boolean> {
  return uid.includes('-') ? sql`article.uid = ${uid}` : sql`article.id = ${Number(uid)}`;
}
