import { definitions } from '../../contract/definitions.ts';
import type { analyticsApi } from '../../contract/routes.ts';
import { rangeOf } from '../../core/spans.ts';
import { campaignRow } from '../campaigns/queries.ts';
import type { Handlers } from '../handler.ts';
import { campaignReport, networkFigures } from './present.ts';
import { reportFigures } from './queries.ts';

export const analyticsReports: Handlers<
  Pick<typeof analyticsApi, 'readCampaignReport' | 'listNetworks' | 'listDefinitions'>
> = {
  async readCampaignReport(db, { params, sites, query, rollupCache }) {
    const range = rangeOf(query);
    const { id } = await campaignRow(db, params.campaign_id, sites);
    return { campaign_report: campaignReport(id, await reportFigures(db, rollupCache, id, range)) };
  },
  async listNetworks(db, { params, sites, query, rollupCache }) {
    const range = rangeOf(query);
    const { id } = await campaignRow(db, params.campaign_id, sites);
    return { networks: networkFigures(await reportFigures(db, rollupCache, id, range)) };
  },
  async listDefinitions(db, { params, sites }) {
    await campaignRow(db, params.campaign_id, sites);
    return { definitions };
  },
};
