import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { LikeRow } from './present.ts';

/** Of the articles that are served those that have counters, newest first. */
export async function servedLikes(db: Db | Tx, siteId: number): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select article_id, upvotes, downvotes from article_like counted
    join published_article article on article.site_id = counted.site_id and article.id = counted.article_id
    where counted.site_id = ${siteId} and article.is_served order by article_id desc`.execute(db);
  return rows;
}
