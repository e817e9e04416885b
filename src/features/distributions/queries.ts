import type { Network } from '../../contract/analytics.ts';
import type { DISTRIBUTED } from '../../contract/insights.ts';
import { engagementAt, isCompleteAt } from '../../core/day-entries.ts';
import { addValue, type Histogram, mergedHistogram, newHistogram } from '../../core/histogram.ts';
import type { Range } from '../../core/spans.ts';
import type { Tx } from '../../db/transaction.ts';
import { entriesInRange } from '../rollups/days.ts';
import { hasShares, rangeTotals } from '../rollups/queries.ts';
import type { RollupCache } from '../rollups/rollup-cache.ts';

export type Distributed = (typeof DISTRIBUTED)[number];

export interface Spread {
  entries: number;
  histogram: Histogram;
}

interface DistributionRequest {
  campaign: { id: number; last_user_id: number };
  networks: readonly Network[];
  range: Range;
}

const STATS = ['stat1', 'stat2', 'stat3'];

/** Rollups have one histogram per stat. Engagement is the sum of three stats of an entry, so it needs the entries. */
export async function spreadOf(
  tx: Tx,
  cache: RollupCache,
  figure: Distributed,
  asked: DistributionRequest,
): Promise<Spread> {
  if (figure === 'engagement') return engagementSpread(tx, cache, asked);
  const networks = asked.networks.filter((network) => figure !== 'stat3' || hasShares(network));
  const totals = [...(await rangeTotals(tx, cache, { ...asked, networks, parts: { stats: true } })).values()];
  return {
    entries: totals.reduce((sum, { posts }) => sum + posts, 0),
    histogram: mergedHistogram(totals.flatMap(({ stats }) => stats[STATS.indexOf(figure)] ?? [])),
  };
}

async function engagementSpread(
  tx: Tx,
  cache: RollupCache,
  { campaign, networks, range }: DistributionRequest,
): Promise<Spread> {
  const spread = { entries: 0, histogram: newHistogram() };
  for (const { network, from, to, value } of await entriesInRange(tx, cache, campaign.id, networks, range)) {
    spread.entries += to - from;
    const shares = hasShares(network);
    for (let position = from; position < to; position++)
      if (isCompleteAt(value, position, shares)) addValue(spread.histogram, engagementAt(value, position));
  }
  return spread;
}
