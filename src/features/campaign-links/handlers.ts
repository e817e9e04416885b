import type { manageApi } from '../../contract/routes.ts';
import { notFound } from '../../core/errors.ts';
import { campaignRow } from '../campaigns/queries.ts';
import type { Handlers } from '../handler.ts';
import { createLink, revokeLink } from './commands.ts';
import { articleResult, campaignLink, createdLink } from './present.ts';
import { articlesOfEntries, entriesOfArticle, linkRows, publicId, totalsOfArticle } from './queries.ts';

const PAGE_SIZE = 20;

export const manageCampaignLinks: Handlers<typeof manageApi.campaignLinks> = {
  async create(db, { params, body, caller, sites, address }) {
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const base = address.slice(0, address.lastIndexOf('/v1/'));
    return { campaign_link: createdLink(await createLink(db, campaign, body, caller), base) };
  },
  async list(db, { params, sites }) {
    const { id } = await campaignRow(db, params.campaign_id, sites);
    return { campaign_links: (await linkRows(db, id)).map(campaignLink) };
  },
  async revoke(db, { params, caller, sites }) {
    await revokeLink(db, await campaignRow(db, params.campaign_id, sites), params.id, caller);
    return undefined;
  },
};

export const manageResults: Handlers<typeof manageApi.results> = {
  async ofArticle(db, { site, params, query }) {
    const id = await publicId(db, site.id, params.uid);
    if (id === undefined) throw notFound('There is no such article.');
    if (id === null) return { results: [], totals: { entries: 0, engagement: 0 } };
    const rows = await entriesOfArticle(db, site.id, id, query.count ?? PAGE_SIZE);
    return { results: rows.map(articleResult), totals: await totalsOfArticle(db, site.id, id) };
  },
  async articles(db, { params, query, sites }) {
    const campaign = await campaignRow(db, params.campaign_id, sites);
    return { articles: await articlesOfEntries(db, campaign, (query.ids?.split(',') ?? []).map(Number)) };
  },
};
