import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import type { DISTRIBUTED } from '../../contract/insights.ts';
import type { Range } from '../../core/spans.ts';
import { addValue, mergedTally, newTally, type Tally } from '../../core/tally.ts';
import type { Tx } from '../../db/transaction.ts';
import { inRange } from '../entries/queries.ts';
import { engagementOfEntry, isComplete, rangeTotals } from '../rollups/queries.ts';

export type Distributed = (typeof DISTRIBUTED)[number];

export interface Spread {
  entries: number;
  tally: Tally;
}

interface Asked {
  campaign: { id: number; last_user_id: number };
  networks: readonly Network[];
  range: Range;
}

const STATS = ['stat1', 'stat2', 'stat3'];
const SHARING: readonly Network[] = ['twitter', 'facebook'];

/** The rollups hold a histogram of each stat; engagement, where three of them come together, is read from the entries. */
export async function spreadOf(tx: Tx, figure: Distributed, asked: Asked): Promise<Spread> {
  if (figure === 'engagement') return engagementSpread(tx, asked);
  const networks = asked.networks.filter((network) => figure !== 'stat3' || SHARING.includes(network));
  const totals = [...(await rangeTotals(tx, { ...asked, networks, parts: { stats: true } })).values()];
  return {
    entries: totals.reduce((sum, { posts }) => sum + posts, 0),
    tally: mergedTally(totals.flatMap(({ stats }) => stats[STATS.indexOf(figure)] ?? [])),
  };
}

async function engagementSpread(tx: Tx, { campaign, networks, range }: Asked): Promise<Spread> {
  const { rows } = await sql<{ engagement: number | null; entries: number }>`
    select case when ${isComplete} then ${engagementOfEntry} end as engagement, count(*) as entries from campaign_entry
    where campaign_id = ${campaign.id} and item_type = any(${[...networks]}) and ${inRange(range)}
    group by 1`.execute(tx);
  const tally = newTally();
  for (const { engagement, entries } of rows) if (engagement !== null) addValue(tally, engagement, entries);
  return { entries: rows.reduce((sum, { entries }) => sum + entries, 0), tally };
}
