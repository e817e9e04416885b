import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import type { HASHTAG_SORTS } from '../../contract/insights.ts';
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
  /** Of all hashtags, not only those that are shown. */
  total: number;
}

export interface HashtagsAsked {
  networks: readonly Network[];
  range: Range;
  sort: (typeof HASHTAG_SORTS)[number];
  limit: number;
}

/** Grouped by user first: that counts users without sorting them. */
export async function hashtagRows(
  db: Db | Tx,
  campaignId: number,
  { networks, range, sort, limit }: HashtagsAsked,
): Promise<HashtagRow[]> {
  const { rows } = await sql<HashtagRow>`
    with of_user as (
      select hashtag, user_id, count(*) as entries, sum(${engagementOfEntry}) as engagement
      from campaign_entry cross join unnest(hashtags) as hashtag
      where campaign_id = ${campaignId} and item_type = any(${[...networks]}) and hashtags <> '{}' and ${inRange(range)}
      group by hashtag, user_id
    )
    select hashtag, sum(entries)::bigint as entries, count(user_id) as contributors,
      sum(engagement)::bigint as engagement, count(*) over () as total
    from of_user group by hashtag
    order by ${sql.ref(sort)} desc, hashtag collate "C" limit ${limit}`.execute(db);
  return rows;
}
