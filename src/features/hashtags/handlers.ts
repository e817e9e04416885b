import type { analyticsApi } from '../../contract/routes.ts';
import { rangeOf } from '../../core/spans.ts';
import { snapshot } from '../../db/transaction.ts';
import { campaignRow } from '../campaigns/queries.ts';
import { askedNetworks } from '../entries/queries.ts';
import type { Handlers } from '../handler.ts';
import { hashtagsOf } from './queries.ts';

const PAGE_SIZE = 20;

export const analyticsHashtags: Handlers<Pick<typeof analyticsApi, 'listHashtags'>> = {
  async listHashtags(db, { params, sites, query, rollupCache }) {
    const { count = PAGE_SIZE, sort = 'entries', item_type } = query;
    const range = rangeOf(query);
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const asked = { campaign, networks: askedNetworks(item_type), range, sort, limit: count };
    const { total, rows } = await snapshot(db, (tx) => hashtagsOf(tx, rollupCache, asked));
    return { meta: { total_count: total, count: rows.length }, hashtags: rows };
  },
};
