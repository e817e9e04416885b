import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

export interface ChangedArticle {
  site_id: number;
  uid: string;
  id: number | null;
  state: string;
  version: number;
  published_version: number | null;
  updated_by: string;
  updated_at: Date;
  created_by: string | null;
  deleted_at: Date | null;
}

export interface Changes {
  /** The snapshot that they were read in. */
  asOf: string;
  articles: ChangedArticle[];
  /** The sites with more changes than requested; their articles are omitted. */
  crowded: Set<number>;
  /** Whether `since` is a snapshot of another server, or of this one before it was restored. */
  isForeign: boolean;
}

/**
 * The articles whose last change a snapshot does not show, up to `most` of each site, as in the editors' list (docs/decisions/025-still-lists.md). Rows and
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
      select changed.* from unnest(${siteIds}::bigint[]) as site(id) cross join lateral (
        select article.site_id, article.uid, article.id, state, version, published_version, updated_by, updated_at, created_by, deleted_at
        from article_change change join article using (site_id, uid)
        where change.site_id = site.id and ${isNew}
        limit ${most + 1}
      ) as changed
    ) as changed on true`.execute(db);
  const articles = rows.filter((row): row is typeof row & ChangedArticle => row.uid !== null);
  const counts = new Map<number, number>();
  for (const { site_id } of articles) counts.set(site_id, (counts.get(site_id) ?? 0) + 1);
  const crowded = new Set(siteIds.filter((id) => (counts.get(id) ?? 0) > most));
  const [first] = rows;
  return {
    asOf: first?.as_of ?? '',
    articles: articles.filter(({ site_id }) => !crowded.has(site_id)),
    crowded,
    isForeign: first?.is_foreign ?? false,
  };
}
