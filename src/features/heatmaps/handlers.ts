import type { analyticsApi } from '../../contract/routes.ts';
import { offsetPeriods } from '../../core/buckets.ts';
import { rangeOf } from '../../core/spans.ts';
import { snapshot } from '../../db/transaction.ts';
import { campaignRow } from '../campaigns/queries.ts';
import { askedNetworks } from '../entries/queries.ts';
import type { Handlers } from '../handler.ts';
import { entriesWithin } from '../rollups/queries.ts';
import { heatmap } from './present.ts';
import { hoursOfWeek } from './queries.ts';

export const analyticsHeatmaps: Handlers<Pick<typeof analyticsApi, 'readHeatmap'>> = {
  async readHeatmap(db, { params, sites, query, rollupCache }) {
    const { time_zone: timeZone = 'UTC' } = query;
    const range = rangeOf(query, timeZone);
    const { id } = await campaignRow(db, params.campaign_id, sites);
    const networks = askedNetworks(query.item_type);
    return snapshot(db, async (tx) => {
      const within = await entriesWithin(tx, id, networks, range);
      const periods = within ? offsetPeriods(within, timeZone) : [];
      return { heatmap: heatmap(timeZone, await hoursOfWeek(tx, rollupCache, id, networks, periods)) };
    });
  },
};
