/** Campaigns and keys in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

export const campaignOperations: OperationsOf<
  Pick<typeof manageApi, 'campaigns' | 'campaignLinks' | 'results' | 'campaignEntries' | 'apiKeys'>
> = {
  campaigns: {
    list: {
      summary: 'List campaigns',
      about: 'The campaigns of one site, or of all sites that the key may access.',
      example: { query: { site_id: 1 } },
    },
    create: {
      summary: 'Create a campaign',
      about: 'A campaign belongs to a site, or to one section of it, and cannot be moved. docs/analytics.md has more.',
      example: { body: { name: 'Autumn in the harbour', service_site_id: 1 } },
    },
    read: {
      summary: 'Read a campaign',
      about: 'One campaign.',
      example: {},
    },
    change: {
      summary: 'Change a campaign',
      about: 'Saves the fields in the body. A campaign cannot move to another site.',
      example: { body: { instagram_connected: true } },
    },
    remove: {
      summary: 'Delete a campaign',
      about: 'Deletes the campaign with its entries, users and figures, in the background.',
      example: { path: { campaign_id: 2 }, after: ['campaigns.create'] },
    },
  },
  campaignLinks: {
    create: {
      summary: 'Create a link to a campaign',
      about:
        'Creates a link to the figures of one campaign for people without an account. `url` is a dashboard to look at; `token` is a key for the analytics API that reads this campaign and nothing else, no exports and no profiles. It ends when it expires or is revoked, with the campaign, and when its creator may no longer write campaigns.',
      example: { body: { name: 'Fish market', days: 30 } },
    },
    list: {
      summary: 'List links to a campaign',
      about: 'The links that have not ended, newest first. Their tokens are never shown again.',
      example: { after: ['campaignLinks.create'] },
    },
    revoke: {
      summary: 'Revoke a link to a campaign',
      about: 'Ends the link at once.',
      example: { after: ['campaignLinks.list'] },
    },
  },
  results: {
    ofArticle: {
      summary: 'Read the results of an article',
      about:
        'Entries of campaigns of the site that belong to the article, those with the highest score first, and what all of them achieved.',
      example: {},
    },
    articles: {
      summary: 'List articles of entries',
      about: 'Titles of published articles, by the ids that entries of the campaign have in `service_article_ids`.',
      example: { query: { ids: '1,2,3' } },
    },
  },
  campaignEntries: {
    write: {
      summary: 'Write entries',
      about:
        'Creates or changes entries by (`item_type`, `item_id`): up to 1,000 as JSON, any number streamed as application/x-ndjson, one entry per line. Omitted fields keep their value; a null figure means that the network hides it.',
      example: {
        body: {
          entries: [
            {
              item_type: 'twitter',
              item_id: '1790000000000000001',
              published_at: '2026-03-14T09:30:00Z',
              text: 'Morning fog over the harbour. #SummerAtSea',
              user: { user_id: '4711', username: 'harbour.fan', followers: 1200 },
              stat1: 12,
              stat2: 3,
              stat3: 1,
            },
          ],
        },
      },
    },
    remove: {
      summary: 'Delete an entry',
      about: 'Deletes one entry by its id. The figures change at once.',
      example: { path: { entry_id: 5001 }, after: ['campaignEntries.write'] },
    },
    removeMany: {
      summary: 'Delete entries',
      about:
        'Deletes entries by (`item_type`, `item_id`): up to 1,000 as JSON, any number streamed as application/x-ndjson, one entry per line. Entries that do not exist count as `missing`, so a request can be repeated.',
      example: { body: { entries: [{ item_type: 'twitter', item_id: '1790000000000000009' }] } },
    },
  },
  apiKeys: {
    list: {
      summary: 'List API keys',
      about: 'Needs an administrator. The keys themselves are never shown again.',
      example: { after: ['apiKeys.create'] },
    },
    create: {
      summary: 'Create an API key',
      about: 'Needs an administrator. Only this answer shows the key. docs/settings.md lists the scopes.',
      example: { body: { name: 'Website', scopes: ['content:read'], site_ids: [1] } },
    },
    read: {
      summary: 'Read an API key',
      about: 'Needs an administrator. `last_used_at` is exact to the minute.',
      example: { after: ['apiKeys.create'] },
    },
    remove: {
      summary: 'Delete an API key',
      about: 'Needs an administrator. Revokes the key at once.',
      example: { after: ['apiKeys.create'] },
    },
  },
};
