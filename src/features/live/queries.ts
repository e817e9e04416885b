import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

export interface ChangedArticle {
  site_id: number;
  uid: string;
  id: number | null;
  state: string;
  version: number;
  updated_by: string;
  updated_at: Date;
  created_by: string | null;
  deleted_at: Date | null;
}

export interface Changes {
  /** The snapshot that they were read in. */
  asOf: string;
  articles: ChangedArticle[];
  /** Whether there are more than were asked for. */
  isMore: boolean;
  /** Whether `since` is a snapshot of another server, or of this one before it was restored. */
  isForeign: boolean;
}

/**
 * The articles whose last change a snapshot does not show, as in the editors' list (docs/decisions/025-still-lists.md). Rows and
 * the new snapshot are of one statement, so nothing can fall between two of them.
 */
export async function changesSince(db: Db, siteIds: number[], since: string | null, most: number): Promise<Changes> {
  const isNew =
    since === null
      ? sql`false`
      : sql`
    changed_in >= pg_snapshot_xmin(${since}::pg_snapshot) and changed_in < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(changed_in, ${since}::pg_snapshot)`;
  const { rows } = await sql<
    { as_of: string; is_foreign: boolean } & { [Name in keyof ChangedArticle]: ChangedArticle[Name] | null }
  >`
    select pg_current_snapshot()::text as as_of,
      coalesce(pg_snapshot_xmax(${since}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()), false) as is_foreign, changed.*
    from (select) as nothing left join (
      select article.site_id, article.uid, article.id, state, version, updated_by, updated_at, created_by, deleted_at
      from article_change change join article using (site_id, uid)
      where change.site_id = any(${siteIds}::bigint[]) and ${isNew}
      limit ${most + 1}
    ) as changed on true`.execute(db);
  const articles = rows.filter((row): row is typeof row & ChangedArticle => row.uid !== null);
  const [first] = rows;
  return {
    asOf: first?.as_of ?? '',
    articles: articles.slice(0, most),
    isMore: articles.length > most,
    isForeign: first?.is_foreign ?? false,
  };
}
