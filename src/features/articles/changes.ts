/** The change feed: every event of served articles, in commit order. */
import { sql } from 'kysely';
import { PAGE_BYTES } from '../../core/answer-size.ts';
import type { ChangePosition } from '../../core/change-cursor.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Limited } from './own.ts';

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

/**
 * One row per article and version, in commit order, which is also its cursor. A move appears as its update
 * only, and several changes in one commit as their final result.
 */
export async function changesAfter(
  db: Db | Tx,
  siteId: number,
  { version, articleId }: ChangePosition,
  limit: number,
  { createdBy = null }: Limited = {},
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with page as (
      select content_version, article_id, max(at) as at,
        (array_agg(action order by action <> 'unpublish', action <> 'publish'))[1] as action,
        -- what is published and changed in one commit is shown as it was after the change
        case when not bool_or(action = 'unpublish') then (array_agg(action order by action = 'publish'))[1] end as shown
      from article_event
      where site_id = ${siteId} and scope <> 'section' and (content_version, article_id) > (${version}, ${articleId})
        and ${createdBy === null ? sql`true` : isOwn(siteId, createdBy)}
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

/** The feed has texts that are no longer public: authors see those of their own articles. */
function isOwn(siteId: number, createdBy: string) {
  return sql<boolean>`article_id in (select id from article where site_id = ${siteId} and created_by = ${createdBy})`;
}

/** Whether the feed has the change that a cursor names. */
export async function isInFeed(
  db: Db | Tx,
  siteId: number,
  { version, articleId, at }: ChangePosition,
): Promise<boolean> {
  // A version without an article is before the changes of that version.
  if (articleId === 0) return true;
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from article_event
    where site_id = ${siteId} and content_version = ${version} and article_id = ${articleId} and scope <> 'section'`.execute(
    db,
  );
  const known = rows[0]?.at ?? null;
  return known !== null && (at === null || known.getTime() === at);
}
