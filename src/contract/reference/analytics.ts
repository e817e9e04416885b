/** The analytics API in the reference: words and examples, under the names of the rows. */
import { MOST_BUCKETS } from '../insights.ts';
import type { analyticsApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

export const analyticsOperations: OperationsOf<typeof analyticsApi> = {
  listCampaigns: {
    summary: 'List campaigns',
    about: 'All campaigns that the key may read.',
    example: {},
  },
  readCampaign: {
    summary: 'Read a campaign',
    about: 'One campaign, with the state of its connections to the networks.',
    example: {},
  },
  readCampaignReport: {
    summary: 'Read a campaign’s report',
    about:
      'Entries, contributors, engagement and reach, in total and per network, for the whole campaign or a range. Every figure is exact. docs/analytics.md defines each of them.',
    example: {},
  },
  readTimeseries: {
    summary: 'Read a timeseries',
    about: `The figures per hour, day, week or month, in any time zone; at most ${MOST_BUCKETS} buckets. \`compare\` adds a second series. docs/insights.md has more.`,
    example: { query: { unit: 'month' } },
  },
  readHeatmap: {
    summary: 'Read a heatmap',
    about: 'Published posts and their median engagement, for each of the 168 hours of the week.',
    example: { query: { time_zone: 'Europe/Helsinki' } },
  },
  listNetworks: {
    summary: 'List networks',
    about: 'The figures of each network side by side, with its share of all entries and of all engagement.',
    example: {},
  },
  listHashtags: {
    summary: 'List hashtags',
    about: 'The hashtags of the campaign, the most used first by default.',
    example: { query: { count: 3 } },
  },
  readDistribution: {
    summary: 'Read a distribution',
    about: 'How a figure is spread over the entries: mean, median, percentiles and bins.',
    example: { query: { figure: 'stat1' } },
  },
  exportCampaign: {
    summary: 'Export a campaign',
    about:
      'Streams all entries or users as a file. In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe.',
    example: { query: { what: 'users', item_type: 'linkedin' } },
  },
  listDefinitions: {
    summary: 'List definitions',
    about: 'The definition of each figure, for display beside it.',
    example: {},
  },
  listEntries: {
    summary: 'List entries',
    about: 'The posts of the campaign. Follow `pagination.older` until it is null to read all of them.',
    example: { query: { sort: 'score', count: 1 } },
  },
  listUsers: {
    summary: 'List users',
    about:
      'The users who posted, with the figures of their entries in the range. Follow `pagination.older` until it is null to read all of them.',
    example: { query: { sort: 'followers', user_type: 'twitter', count: 1 } },
  },
  readUser: {
    summary: 'Read a user',
    about: 'One user of the campaign. The user is the whole body, without a wrapper key.',
    example: {},
  },
  findUser: {
    summary: 'Find a user',
    about: 'Redirects to the user with this id in the originating network. An unknown id is 404 with `Invalid id`.',
    example: { path: { user_type: 'facebook', user_id: '700000' } },
  },
};
