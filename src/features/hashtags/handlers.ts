import type { analyticsApi } from '../../contract/routes.ts';
import { rangeOf } from '../../core/spans.ts';
import { standingCampaign } from '../campaigns/queries.ts';
import { askedNetworks } from '../entries/queries.ts';
import type { Handlers } from '../handler.ts';
import { hashtagRows } from './queries.ts';

const PAGE_SIZE = 20;

export const analyticsHashtags: Handlers<Pick<typeof analyticsApi, 'listHashtags'>> = {
  async listHashtags(db, { params, caller, query }) {
    const { count = PAGE_SIZE, sort = 'entries', item_type } = query;
    const range = rangeOf(query);
    const { id } = await standingCampaign(db, params.campaign_id, caller.sites);
    const rows = await hashtagRows(db, id, { networks: askedNetworks(item_type), range, sort, limit: count });
    return {
      meta: { total_count: rows[0]?.total ?? 0, count: rows.length },
      hashtags: rows.map(({ total: _, ...hashtag }) => hashtag),
    };
  },
};
