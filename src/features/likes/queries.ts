import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { LikeRow } from './present.ts';

/** Imported counters plus visitors' votes. */
export const TOTALS = sql`
  article_id, upvotes::bigint + voted_up as upvotes, downvotes::bigint + voted_down as downvotes`;

/** Served articles with counters, newest first. */
export async function servedLikes(db: Db | Tx, siteId: number): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select ${TOTALS} from article_like counted
    join published_article article on article.site_id = counted.site_id and article.id = counted.article_id
    where counted.site_id = ${siteId} and article.is_served order by article_id desc`.execute(db);
  return rows;
}

/** The counters of an article; zero without votes and imported counters. */
export async function likeOf(db: Db | Tx, siteId: number, articleId: number): Promise<LikeRow> {
  const { rows } = await sql<LikeRow>`
    select ${TOTALS} from article_like where site_id = ${siteId} and article_id = ${articleId}`.execute(db);
  return rows[0] ?? { article_id: articleId, upvotes: 0, downvotes: 0 };
}

export async function isServed(db: Db | Tx, siteId: number, articleId: number): Promise<boolean> {
  const { rows } = await sql`
    select from published_article where site_id = ${siteId} and id = ${articleId} and is_served`.execute(db);
  return rows.length > 0;
}

/** Made by a migration, and the same for all processes. */
export async function visitorSecret(db: Db | Tx): Promise<Buffer> {
  const { secret } = await db.selectFrom('visitor_secret').select('secret').executeTakeFirstOrThrow();
  return secret;
}
