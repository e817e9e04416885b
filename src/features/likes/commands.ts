/**
 * Counters of likes. Writes lock the counter's row and never the site's: votes must not wait
 * for publications, so they do not raise `content_version`.
 */
import { sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { LikeRow } from './present.ts';
import { isServed, likeOf, TOTALS } from './queries.ts';

export type Vote = 'up' | 'down' | 'none';

const SIGNS = { up: 1, down: -1, none: 0 } as const;
const FOREIGN_KEY_VIOLATION = '23503';

/** Sets the imported counters of an article that need not be served; the votes of visitors are added to them. */
export async function setLike(
  db: Db | Tx,
  siteId: number,
  articleId: number,
  counters: { upvotes: number; downvotes: number },
  { caller, ifMatch }: { caller: Actor; ifMatch?: string | undefined },
): Promise<LikeRow> {
  return transaction(db, async (tx) => {
    if (ifMatch !== undefined) await refuseStaleArticle(tx, siteId, articleId, ifMatch);
    const row = await putLike(tx, siteId, articleId, counters);
    const sites = [siteId];
    await recordChange(tx, caller, { action: 'change', noun: 'like', id: articleId, sites, after: counters });
    return row;
  });
}

/** Counters have no version of their own. The article cannot be saved until they are written. */
async function refuseStaleArticle(tx: Tx, siteId: number, articleId: number, ifMatch: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from article where site_id = ${siteId} and id = ${articleId} and deleted_at is null for share`.execute(
    tx,
  );
  if (rows[0]) refuseStale(ifMatch, rows[0].version, 'article');
}

async function putLike(
  db: Db | Tx,
  siteId: number,
  articleId: number,
  { upvotes, downvotes }: { upvotes: number; downvotes: number },
): Promise<LikeRow> {
  const { rows } = await sql<LikeRow>`
    insert into article_like (site_id, article_id, upvotes, downvotes)
    select site_id, id, ${upvotes}, ${downvotes} from article
    where site_id = ${siteId} and id = ${articleId} and deleted_at is null
    on conflict (site_id, article_id) do update set upvotes = excluded.upvotes, downvotes = excluded.downvotes
    returning ${TOTALS}`
    .execute(db)
    .catch(refuseDeleted);
  if (!rows[0]) throw noSuchArticle();
  return rows[0];
}

/** Replaces a visitor's vote. Null is an unknown visitor, of whom nothing is stored. */
export async function castVote(
  db: Db | Tx,
  siteId: number,
  articleId: number,
  { visitor, vote }: { visitor: Buffer | null; vote: Vote },
): Promise<LikeRow> {
  return transaction(db, async (tx) => {
    if (!(await isServed(tx, siteId, articleId))) throw noSuchArticle();
    if (vote === 'none') await lockCounters(tx, siteId, articleId);
    else await makeCounters(tx, siteId, articleId);
    if (visitor) await moveVote(tx, siteId, articleId, visitor, SIGNS[vote]);
    return likeOf(tx, siteId, articleId);
  }).catch(refuseDeleted);
}

/** The article was deleted meanwhile. */
function refuseDeleted(error: { code?: string }): never {
  throw error.code === FOREIGN_KEY_VIOLATION ? noSuchArticle() : error;
}

async function lockCounters(tx: Tx, siteId: number, articleId: number): Promise<void> {
  await sql`select from article_like where site_id = ${siteId} and article_id = ${articleId} for no key update`.execute(
    tx,
  );
}

async function makeCounters(tx: Tx, siteId: number, articleId: number): Promise<void> {
  await sql`
    insert into article_like (site_id, article_id, upvotes, downvotes) values (${siteId}, ${articleId}, 0, 0)
    on conflict (site_id, article_id) do nothing`.execute(tx);
  await lockCounters(tx, siteId, articleId);
}

/** The counters are locked, so the vote read here is the one replaced. */
async function moveVote(tx: Tx, siteId: number, articleId: number, visitor: Buffer, sign: number): Promise<void> {
  const own = sql`site_id = ${siteId} and article_id = ${articleId} and visitor = ${visitor}`;
  await sql`
    with before as (select coalesce((select vote from article_vote where ${own}), 0) as vote),
    withdrawn as (delete from article_vote where ${own} and ${sign} = 0),
    given as (
      insert into article_vote (site_id, article_id, visitor, vote)
      select ${siteId}, ${articleId}, ${visitor}, ${sign}::smallint where ${sign} <> 0
      on conflict (site_id, article_id, visitor) do update set vote = excluded.vote
      where article_vote.vote <> excluded.vote
    )
    update article_like set
      voted_up = voted_up + (${sign} = 1)::int - (before.vote = 1)::int,
      voted_down = voted_down + (${sign} = -1)::int - (before.vote = -1)::int
    from before where site_id = ${siteId} and article_id = ${articleId} and before.vote <> ${sign}`.execute(tx);
}

const noSuchArticle = () => notFound('There is no such article.');
