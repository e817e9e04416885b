import { MOST_BINS } from '../../contract/insights.ts';
import type { analyticsApi } from '../../contract/routes.ts';
import { binCount } from '../../core/bins.ts';
import { badParameter } from '../../core/errors.ts';
import { pairs } from '../../core/histogram.ts';
import { rangeOf } from '../../core/spans.ts';
import { snapshot } from '../../db/transaction.ts';
import { campaignRow } from '../campaigns/queries.ts';
import { askedNetworks } from '../entries/queries.ts';
import type { Handlers } from '../handler.ts';
import { distribution } from './present.ts';
import { spreadOf } from './queries.ts';

export const analyticsDistributions: Handlers<Pick<typeof analyticsApi, 'readDistribution'>> = {
  async readDistribution(db, { params, sites, query, rollupCache }) {
    const { figure = 'engagement', bin_width: width, item_type } = query;
    const range = rangeOf(query);
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const networks = askedNetworks(item_type);
    const spread = await snapshot(db, (tx) => spreadOf(tx, rollupCache, figure, { campaign, networks, range }));
    if (width && binCount(pairs(spread.histogram), width) > MOST_BINS)
      throw badParameter('bin_width', `There would be more than ${MOST_BINS} bins; request wider ones.`);
    return { distribution: distribution(figure, spread, width) };
  },
};
