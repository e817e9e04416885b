import type { analyticsApi } from '../../contract/routes.ts';
import { rangeOf } from '../../core/spans.ts';
import { standingCampaign } from '../campaigns/queries.ts';
import type { Handlers } from '../handler.ts';
import { campaignReport } from './present.ts';
import { reportFigures } from './queries.ts';

export const analyticsReports: Handlers<Pick<typeof analyticsApi, 'readCampaignReport'>> = {
  async readCampaignReport(db, { params, caller, query }) {
    const range = rangeOf(query);
    const { id } = await standingCampaign(db, params.campaign_id, caller.sites);
    return { campaign_report: campaignReport(id, await reportFigures(db, id, range)) };
  },
};
