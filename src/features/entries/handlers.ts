import type { analyticsApi, manageApi } from '../../contract/routes.ts';
import { campaignRow } from '../campaigns/queries.ts';
import type { Handlers } from '../handler.ts';
import { entriesIn } from '../rollups/counts.ts';
import { analyticsPage } from '../rollups/pages.ts';
import { batchOf } from './batches.ts';
import { deleteEntries, deleteEntry, writeEntries } from './commands.ts';
import { entry } from './present.ts';
import { askedNetworks, entriesOfUser, entryPage, listedNetworks, userIdIn } from './queries.ts';
import { deleteLines, MOST_REFUSED, writeLines } from './streams.ts';

export const analyticsEntries: Handlers<Pick<typeof analyticsApi, 'listEntries'>> = {
  async listEntries(db, asked) {
    const { params, sites, query } = asked;
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const { item_type, analytics_user_id: of } = query;
    const userId = of === undefined ? undefined : userIdIn(of);
    const networks = userId === undefined ? listedNetworks(item_type) : askedNetworks(item_type);
    const { walk, present } = analyticsPage(asked, query.sort ?? 'published_at');
    const list = { ...walk, campaignId: campaign.id, networks, userId };
    const rows = await entryPage(db, list);
    const total =
      userId === undefined
        ? await entriesIn(db, asked.rollupCache, { campaign, range: walk.range, networks })
        : await entriesOfUser(db, list, userId);
    const { items, ...page } = present(rows, total);
    return { ...page, entries: items.map(entry) };
  },
};

export const manageCampaignEntries: Handlers<typeof manageApi.campaignEntries> = {
  async write(db, { params, query, body, lines, caller, sites, now }) {
    const { id } = await campaignRow(db, params.campaign_id, sites);
    if (lines)
      return writeLines(db, id, lines, { caller, now, isStrict: query.strict ?? false, mostRefused: MOST_REFUSED });
    const written = await writeEntries(db, id, batchOf(body.entries, now), { caller, now });
    return { ...written, refused: 0, errors: [] };
  },
  async removeMany(db, { params, query, body, lines, caller, sites, now }) {
    const { id } = await campaignRow(db, params.campaign_id, sites);
    if (lines)
      return deleteLines(db, id, lines, { caller, now, isStrict: query.strict ?? false, mostRefused: MOST_REFUSED });
    return { ...(await deleteEntries(db, id, body.entries, { caller, now })), refused: 0, errors: [] };
  },
  async remove(db, { params, caller, now }) {
    await deleteEntry(db, params.campaign_id, params.entry_id, { caller, now });
    return undefined;
  },
};
