import { sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { LikeRow } from './present.ts';

/**
 * Sets the counters of an article, which need not be served. One statement that locks the counters' own row and never the
 * site's: likes come at any rate and must not stand in line with publications, so they do not move `content_version`.
 */
export async function setLike(
  db: Db | Tx,
  siteId: number,
  articleId: number,
  { upvotes, downvotes }: { upvotes: number; downvotes: number },
): Promise<LikeRow> {
  const { rows } = await sql<LikeRow>`
    insert into article_like (site_id, article_id, upvotes, downvotes)
    select site_id, id, ${upvotes}, ${downvotes} from article where site_id = ${siteId} and id = ${articleId}
    on conflict (site_id, article_id) do update set upvotes = excluded.upvotes, downvotes = excluded.downvotes
    returning article_id, upvotes, downvotes`.execute(db);
  if (!rows[0]) throw notFound('There is no such article.');
  return rows[0];
}
