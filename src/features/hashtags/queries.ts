import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import type { HASHTAG_SORTS } from '../../contract/insights.ts';
import { newHeadcount } from '../../core/headcount.ts';
import { eachKnown } from '../../core/rollup.ts';
import type { Range } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { inRange } from '../entries/queries.ts';
import { engagementOfEntry } from '../rollups/queries.ts';

export interface HashtagRow {
  hashtag: string;
  entries: number;
  contributors: number;
  engagement: number;
}

export interface HashtagsAsked {
  campaign: { id: number; last_user_id: number };
  networks: readonly Network[];
  range: Range;
  sort: (typeof HASHTAG_SORTS)[number];
  limit: number;
}

export interface Hashtags {
  /** How many there are in all. */
  total: number;
  rows: HashtagRow[];
}

/**
 * The users of each hashtag come packed and are counted here: in the database it would take more than twice the time of all
 * the rest. Which hashtags have the most users is known only then, so for that order all of them are read.
 */
export async function hashtagsOf(db: Db | Tx, { campaign, ...asked }: HashtagsAsked): Promise<Hashtags> {
  const packed = await packedHashtags(db, campaign.id, asked);
  const headcount = newHeadcount(campaign.last_user_id, new Map());
  const rows = packed.map(({ user_ids, total: _, ...row }) => {
    headcount.begin();
    eachKnown(user_ids, headcount.add);
    return { ...row, contributors: headcount.counted().contributors };
  });
  // The order of equal ones is kept.
  if (asked.sort === 'contributors') rows.sort((one, other) => other.contributors - one.contributors);
  return { total: packed[0]?.total ?? 0, rows: rows.slice(0, asked.limit) };
}

interface PackedHashtag extends Omit<HashtagRow, 'contributors'> {
  user_ids: Buffer;
  total: number;
}

async function packedHashtags(
  db: Db | Tx,
  campaignId: number,
  { networks, range, sort, limit }: Omit<HashtagsAsked, 'campaign'>,
): Promise<PackedHashtag[]> {
  const [order, most] = sort === 'contributors' ? [sql``, sql``] : [sql`${sql.ref(sort)} desc,`, sql`limit ${limit}`];
  const { rows } = await sql<PackedHashtag>`
    select hashtag, count(*) as entries, sum(engagement)::bigint as engagement,
      string_agg(int4send(coalesce(user_id, -1)), ''::bytea) as user_ids, count(*) over () as total
    from (
      select unnest(hashtags) as hashtag, user_id, ${engagementOfEntry} as engagement from campaign_entry
      where campaign_id = ${campaignId} and item_type = any(${[...networks]}) and hashtags <> '{}' and ${inRange(range)}
    ) as used
    group by hashtag order by ${order} hashtag collate "C" ${most}`.execute(db);
  return rows;
}
