import type { Network } from '../../contract/analytics.ts';
import { sumOfFollowers } from '../../core/followers.ts';
import type { Totals } from '../../core/rollup.ts';
import type { Range } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import { snapshot, type Tx } from '../../db/transaction.ts';
import { rangeTotals } from '../rollups/queries.ts';
import type { RollupCache } from '../rollups/rollup-cache.ts';
import { storedFollowers } from '../rollups/stored.ts';

export interface ReportFigures {
  totals: Map<Network, Totals>;
  /** Per network. A contributor is a user of one network, so the reaches add up. */
  potentialReach: Map<Network, number>;
}

export async function reportFigures(
  db: Db | Tx,
  cache: RollupCache,
  campaignId: number,
  range: Range,
): Promise<ReportFigures> {
  return snapshot(db, async (tx) => {
    const totals = await rangeTotals(tx, cache, {
      campaign: { id: campaignId },
      range,
      parts: { stats: true, contributors: true },
    });
    const followers = await storedFollowers(tx, cache, campaignId);
    const potentialReach = new Map<Network, number>();
    for (const [network, { contributors }] of totals)
      potentialReach.set(network, sumOfFollowers(followers, contributors));
    return { totals, potentialReach };
  });
}
