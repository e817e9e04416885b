import type { analyticsApi, manageApi } from '../../contract/routes.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { changeCampaign, createCampaign, deleteCampaign } from './commands.ts';
import { campaign } from './present.ts';
import { campaignCount, campaignPage, campaignRow, campaignRows } from './queries.ts';

const PAGE_SIZE = 20;

export const analyticsCampaigns: Handlers<Pick<typeof analyticsApi, 'listCampaigns' | 'readCampaign'>> = {
  async listCampaigns(db, { sites }) {
    return { campaigns: (await campaignRows(db, sites)).map(campaign) };
  },
  async readCampaign(db, { params, sites }) {
    return { campaign: campaign(await campaignRow(db, params.campaign_id, sites)) };
  },
};

export const manageCampaigns: Handlers<typeof manageApi.campaigns> = {
  async list(db, { sites, query }) {
    const { count = PAGE_SIZE, page = 1, site_id } = query;
    const filter = { sites, siteId: site_id };
    const rows = await campaignPage(db, filter, count, (page - 1) * count);
    return {
      campaigns: rows.map(campaign),
      meta: { total_count: await campaignCount(db, filter), count: rows.length },
    };
  },
  async create(db, { body, caller }) {
    const made = await createCampaign(db, body, caller);
    return new Versioned({ campaign: campaign(made) }, made.version);
  },
  async read(db, { params, sites }) {
    const row = await campaignRow(db, params.campaign_id, sites);
    return new Versioned({ campaign: campaign(row) }, row.version);
  },
  async change(db, { params, body, caller, ifMatch }) {
    const changed = await changeCampaign(db, params.campaign_id, body, { caller, ifMatch });
    return new Versioned({ campaign: campaign(changed) }, changed.version);
  },
  async remove(db, { params, caller, ifMatch }) {
    await deleteCampaign(db, params.campaign_id, { caller, ifMatch });
    return undefined;
  },
};
