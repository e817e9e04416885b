import type { analyticsApi } from '../../contract/routes.ts';
import { notFound } from '../../core/errors.ts';
import { link } from '../../core/pagination.ts';
import { campaignRow } from '../campaigns/queries.ts';
import { listedNetworks, userIdIn } from '../entries/queries.ts';
import { type Handlers, Redirected } from '../handler.ts';
import { usersIn } from '../rollups/counts.ts';
import { analyticsPage } from '../rollups/pages.ts';
import { user } from './present.ts';
import { userIdOf, userPage, userRow } from './queries.ts';

export const analyticsUsers: Handlers<Pick<typeof analyticsApi, 'listUsers' | 'readUser' | 'findUser'>> = {
  async listUsers(db, asked) {
    const { params, sites, query } = asked;
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const networks = listedNetworks(query.user_type);
    const { walk, present } = analyticsPage(asked, query.sort ?? 'score');
    const rows = await userPage(db, { ...walk, campaignId: campaign.id, networks });
    const total = await usersIn(db, asked.rollupCache, { campaign, range: walk.range, networks });
    const { items, ...page } = present(rows, total);
    return { ...page, users: items.map(user) };
  },
  async readUser(db, { params, sites }) {
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const row = await userRow(db, campaign.id, userIdIn(params.analytics_user_id));
    if (!row) throw notFound('There is no such user.');
    return user(row);
  },
  async findUser(db, { params, sites, address, apiKey }) {
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const id = await userIdOf(db, campaign.id, params.user_type, params.user_id);
    // The message of the interface.
    if (id === undefined) throw notFound('Invalid id');
    const users = address.split('/').slice(0, -2).join('/');
    return new Redirected(link(`${users}/${id}`, { api_key: apiKey }));
  },
};
