import { sql } from 'kysely';
import { Like } from '../contract/content.ts';
import { NewLike } from '../contract/manage.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { type LikeRow, like } from '../features/likes/present.ts';
import { TOTALS } from '../features/likes/queries.ts';
import { lineSchema, siteId } from './format.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';

type LikeLine = LikeRow & { site_id: number };

const AT_ONCE = 1_000;

export const likes: Noun<LikeLine> = {
  key: 'like',
  schema: lineSchema(NewLike, { site_id: siteId, article_id: Like.properties.article_id }, [
    'site_id',
    'article_id',
    'upvotes',
    'downvotes',
  ]),
  async *pages(tx, site) {
    for await (const rows of keyset<LikeRow>((after) => likeRows(tx, site, after?.article_id ?? 0)))
      yield rows.map((row) => ({ site_id: site.id, ...like(row) }));
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ article_id }) => [String(article_id)],
  /**
   * A line has the totals as they are served, which include the votes of visitors here. Only the counters are locked, as when
   * they are set one by one.
   */
  async importBatch(tx, { siteId }, values) {
    const before = await likesBefore(tx, siteId, values);
    const outcomes = values.map((value) => outcome(value, before.get(value.article_id)));
    const changed = values.filter((_, index) => outcomes[index] === 'new' || outcomes[index] === 'changed');
    await sql`
      insert into article_like (site_id, article_id, upvotes, downvotes)
      select ${siteId}, article_id, upvotes, downvotes
      from json_to_recordset(${JSON.stringify(changed)}) as line(article_id bigint, upvotes integer, downvotes integer)
      on conflict (site_id, article_id) do update set
        upvotes = greatest(0, excluded.upvotes - article_like.voted_up),
        downvotes = greatest(0, excluded.downvotes - article_like.voted_down)`.execute(tx);
    return outcomes;
  },
};

interface Counters {
  id: number;
  upvotes: number | null;
  downvotes: number | null;
  voted_up: number | null;
  voted_down: number | null;
}

/** The counters of those articles that there are; null where an article has none yet. */
async function likesBefore(tx: Tx, siteId: number, values: LikeLine[]) {
  const { rows } = await sql<Counters>`
    select id, upvotes, downvotes, voted_up, voted_down from article left join article_like counted
      on counted.site_id = article.site_id and counted.article_id = article.id
    where article.site_id = ${siteId} and deleted_at is null and id = any(${values.map(({ article_id }) => article_id)}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function outcome({ article_id, upvotes, downvotes }: LikeLine, before: Counters | undefined): LineOutcome {
  if (!before) return { reason: `article_id names no article of this site: ${article_id}` };
  if (before.upvotes === null) return 'new';
  const imported = (total: number, voted: number | null) => Math.max(0, total - (voted ?? 0));
  const isSame =
    before.upvotes === imported(upvotes, before.voted_up) &&
    before.downvotes === imported(downvotes, before.voted_down);
  return isSame ? 'same' : 'changed';
}

async function likeRows(tx: Tx, { id }: Site, after: number): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select ${TOTALS} from article_like
    where site_id = ${id} and article_id > ${after} and exists (
      select from article where article.site_id = ${id} and article.id = article_id and deleted_at is null)
    order by article_id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
