/** Campaigns as a noun of lists and forms, with the trackers that collect for them. Their addresses in the API have no site. */
import type { Campaign, Source } from '../../../src/sdk/client.ts';
import type { Api } from '../../api/api.ts';
import { type Noun, nounApi, type Stored } from '../../parts/noun.ts';

/** `tracker_ids` is read and written with the campaign, so that one Save stores both. */
export type CampaignWithTrackers = Campaign & { tracker_ids: number[] };

const MOST = 100;

export const campaigns: Noun<CampaignWithTrackers> = {
  key: 'campaigns',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => {
    const { campaigns: methods } = manage;
    const stored = nounApi(siteId, 'campaign', {
      list: (site_id, options) => methods.list({ site_id, ...options }),
      read: (_, id) => methods.read(id),
      create: (service_site_id, values: Partial<Campaign>) =>
        methods.create({ name: values.name ?? '', ...values, service_site_id }),
      change: (_, id, values, options) => methods.change(id, values, options),
      remove: (_, id) => methods.remove(id),
    });
    const withTrackers = (read: Stored<Campaign>, tracker_ids: number[]): Stored<CampaignWithTrackers> => ({
      ...read,
      item: { ...read.item, tracker_ids },
    });
    const idsOf = async (id: number) => collecting(await trackersOf(manage, siteId), id);
    return {
      list: async () => (await stored.list()).map((campaign) => ({ ...campaign, tracker_ids: [] })),
      read: async (id) => withTrackers(await stored.read(id), await idsOf(id)),
      create: async ({ tracker_ids: _, ...values }) => withTrackers(await stored.create(values), []),
      // The trackers first: if one is refused, nothing of the campaign has been saved, and Save sends the rest again.
      change: async (id, { tracker_ids, ...values }, etag) => {
        if (tracker_ids) await setTrackers(manage, siteId, id, tracker_ids);
        const isMore = Object.keys(values).length > 0;
        const saved = isMore ? await stored.change(id, values, etag) : await stored.read(id);
        return withTrackers(saved, await idsOf(id));
      },
      remove: (id) => stored.remove(id),
    };
  },
  required: ['name'],
  blank: {
    tracker_ids: [],
    id: 0,
    name: '',
    last_update_at: '',
    update_enabled: true,
    disabled_by_user: false,
    service_section_id: null,
    service_site_id: 0,
    site_name: '',
    facebook_access_token_expired: false,
    facebook_api_token_expired: false,
    facebook_password_changed: false,
    instagram_access_token_invalid: false,
    twitter_access_token_invalid: false,
    twitter_spam_protection_triggered: false,
    being_deleted: false,
    section_deleted: false,
    old_articles_fetched: false,
    instagram_items_exist: false,
    twitter_items_exist: false,
    facebook_items_exist: false,
    linkedin_items_exist: false,
    facebook_connected: false,
    instagram_connected: false,
    twitter_connected: false,
    is_initiated: true,
  },
};

export async function trackersOf(manage: Api['manage'], siteId: number): Promise<Source[]> {
  const found: Source[] = [];
  for await (const source of manage.sources.list(siteId, { count: MOST }))
    if (source.kind === 'media_tracker') found.push(source);
  return found;
}

const collecting = (trackers: readonly Source[], campaignId: number) =>
  trackers
    .filter(({ campaign_id }) => campaign_id === campaignId)
    .map(({ id }) => id)
    .sort((one, other) => one - other);

async function setTrackers(
  manage: Api['manage'],
  siteId: number,
  campaignId: number,
  wanted: readonly number[],
): Promise<void> {
  for (const { id, campaign_id } of await trackersOf(manage, siteId)) {
    const isOurs = campaign_id === campaignId;
    if (wanted.includes(id) !== isOurs)
      await manage.sources.change(siteId, id, { campaign_id: isOurs ? null : campaignId });
  }
}
