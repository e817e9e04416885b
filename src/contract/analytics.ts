/** Campaigns, reports, entries and users: answers of the analytics API, and bodies of the management API. */
import { type TSchema, Type } from 'typebox';
import {
  count,
  DROPS_UNKNOWN,
  flag,
  id,
  instant,
  integer,
  LARGEST_ID,
  link,
  nullable,
  oneOf,
  Problem,
  page,
  photoUser,
  readOnly,
  text,
  title,
  webAddress,
} from './common.ts';
import { change, creation } from './manage.ts';

export const NETWORKS = ['instagram', 'twitter', 'facebook', 'linkedin'] as const;
export type Network = (typeof NETWORKS)[number];
const networks = [...NETWORKS];

const off = { default: false };
/** Counters of social networks are large, but stay within four bytes. */
const counter = (description: string, options: Record<string, unknown> = {}) =>
  integer(description, { minimum: 0, ...options });
/** Sums of counters are exact up to the largest safe integer. */
export const sum = (description: string) =>
  Type.Integer({ description, maximum: LARGEST_ID, examples: [1], ...readOnly });
const figure = (description: string) => nullable(Type.Number({ description, examples: [2.5], ...readOnly }));

export const Campaign = Type.Object(
  {
    id: id('Campaign id.', readOnly),
    name: title('Name of the campaign.', { examples: ['Summer at sea'] }),
    last_update_at: instant('When entries were last written.', { ...readOnly, examples: ['2026-03-29T09:00:00.000Z'] }),
    update_enabled: flag('Whether new posts are collected for the campaign.', { default: true }),
    disabled_by_user: flag('Whether a person switched it off.', off),
    service_section_id: nullable(id('The campaign’s section; null for a campaign of the whole site.')),
    service_site_id: id('The campaign’s site; a campaign cannot move to another site.'),
    site_name: text('The name of the site.', { ...readOnly, examples: ['Harbour Post'] }),
    facebook_access_token_expired: flag('Whether facebook needs to be reconnected.', off),
    facebook_api_token_expired: flag('The same as `facebook_access_token_expired`.', readOnly),
    facebook_password_changed: flag('Whether facebook needs to be reconnected because of a new password.', off),
    instagram_access_token_invalid: flag('Whether instagram needs to be reconnected.', off),
    twitter_access_token_invalid: flag('Whether twitter needs to be reconnected.', off),
    twitter_spam_protection_triggered: flag('Whether twitter treated the collection as spam.', off),
    being_deleted: flag('Whether the campaign is being deleted.', readOnly),
    section_deleted: flag('Whether its section was deleted.', readOnly),
    old_articles_fetched: flag('Whether posts from before the campaign have been collected.', off),
    instagram_items_exist: flag('Whether the campaign has entries from instagram.', readOnly),
    twitter_items_exist: flag('Whether the campaign has entries from twitter.', readOnly),
    facebook_items_exist: flag('Whether the campaign has entries from facebook.', readOnly),
    linkedin_items_exist: flag('Whether the campaign has entries from linkedin.', readOnly),
    facebook_connected: flag('Whether a facebook account is connected.', off),
    instagram_connected: flag('Whether an instagram account is connected.', off),
    twitter_connected: flag('Whether a twitter account is connected.', off),
    is_initiated: flag('Whether the campaign is ready to be read.', { default: true }),
  },
  { title: 'Campaign' },
);
export const NewCampaign = creation(Campaign, ['name', 'service_site_id']);
export const CampaignChange = change(Campaign);

/** A figure with its spread: `stat1`, `stat1_median`, `stat1_std_dev`. */
const measured = <const Name extends string>(name: Name, words: string) =>
  ({
    [name]: sum(`Sum of ${words}.`),
    [`${name}_median`]: figure(`Median of ${words} per post; null if none is known.`),
    [`${name}_std_dev`]: figure(`Population standard deviation of ${words} per post; null if none is known.`),
  }) as Record<Name, ReturnType<typeof sum>> & Record<`${Name}_median` | `${Name}_std_dev`, ReturnType<typeof figure>>; // computed keys are typed as any string

const block = {
  posts: sum('Entries of the network in the range.'),
  id: text('Id of the block. It never changes for a campaign and network.', readOnly),
  ...measured('stat1', 'likes'),
  ...measured('stat2', 'comments or replies'),
};
export const NetworkBlock = Type.Object(block, { title: 'NetworkBlock', description: 'One network.' });
export const SharingNetworkBlock = Type.Object(
  { ...block, ...measured('stat3', 'shares or retweets') },
  { title: 'SharingNetworkBlock', description: 'One network, with shares.' },
);
export const CampaignReport = Type.Object(
  {
    id: text('The campaign id.', { examples: ['1'], ...readOnly }),
    entries: sum('Entries in the range, of all networks.'),
    contributors: sum('Distinct users with an entry in the range.'),
    new_contributors: sum('Contributors whose first entry in the campaign is in the range.'),
    engagement: sum('Likes, comments and shares of all entries in the range.'),
    potential_reach: sum('Latest known followers of the contributors, each counted once.'),
    instagram: NetworkBlock,
    twitter: SharingNetworkBlock,
    facebook: SharingNetworkBlock,
    linkedin: NetworkBlock,
  },
  { title: 'CampaignReport' },
);

const address = (description: string) => webAddress(description, { default: '' });
/** Networks add fields to these; only listed fields are stored. */
const loose = { [DROPS_UNKNOWN]: 'always' };
const failureReason = Type.Object(
  { code: text('The kind of failure.'), message: nullable(text('The message.')), details: text('Details.') },
  { description: 'Why the last refresh failed.', ...loose },
);

/** The post itself. */
const content = {
  item_url: address('Address in the originating network.'),
  image_url: address('Address of the picture; empty if the post has only text.'),
  text: text('Text of the post.', { maxLength: 20_000, default: '' }),
  post_type: nullable(text('Kind of post, where the network reports it.', { maxLength: 200 })),
};
const links = {
  service_article_id: nullable(id('The article that shows the entry in the content API.')),
  service_article_ids: Type.Array(id('An article.'), {
    description: 'All articles that show the entry.',
    maxItems: 100,
  }),
};
const refreshes = {
  last_successful_data_update_at: nullable(instant('When the entry’s figures were last read from the network.')),
  last_data_update_attempt_at: nullable(instant('When a read was last attempted.')),
  last_data_update_failure_reason: nullable(failureReason),
};
const furtherFigures = {
  users_in_photo: Type.Array(photoUser(loose), { description: 'Users tagged in the picture.', maxItems: 100 }),
  engagement_count: counter('Engagement as the network counts it.', { default: 0 }),
  impressions_count: counter('Impressions as the network counts them.', { default: 0 }),
  reach_count: counter('Reach as the network counts it.', { default: 0 }),
  saved_count: counter('How often the post was saved, as the network counts it.', { default: 0 }),
};
const profile = {
  username: text('Name in the network.', { maxLength: 500, examples: ['harbour.fan'] }),
  fullname: text('Full name; unknown for instagram users.', { maxLength: 500 }),
  bio: text('Biography.', { maxLength: 10_000 }),
  profile_url: address('Address of the profile.'),
  profile_picture_url: address('Picture of the profile.'),
};
const reach = {
  followers: nullable(counter('Followers; null where the network does not report it.')),
  following: nullable(counter('How many users the user follows; null where the network does not report it.')),
  posts_published: nullable(counter('All posts of the user; null where the network does not report it.')),
};
const itemId = text('Id in the originating network.', { minLength: 1, maxLength: 200, examples: ['1234567890'] });
const publishedAt = instant('When the post was published.');

export const Entry = Type.Object(
  {
    id: text('Entry id.', { examples: ['1'] }),
    item_id: itemId,
    item_type: oneOf(networks, 'The network.'),
    ...content,
    published_at: publishedAt,
    username: profile.username,
    user_id: nullable(text('Id of the poster in the originating network.')),
    user_profile_url: profile.profile_url,
    user_profile_picture_url: profile.profile_picture_url,
    analytics_user_id: nullable(text('Id of the matching user record.')),
    ...reach,
    ...links,
    stat1: counter('Likes.'),
    stat2: counter('Comments or replies.'),
    stat3: counter('Shares or retweets; 0 where the network has none.'),
    score: Type.Number({ description: '(1 + stat1 + 2·stat2) · (1 + F / (F + 10000)), F being the followers.' }),
    incomplete: flag('Whether the network hides a figure, which is then served as 0.'),
    ...refreshes,
    ...furtherFigures,
  },
  { title: 'Entry' },
);

export const AnalyticsUser = Type.Object(
  {
    id: text('Id of this user record.', { examples: ['1'] }),
    user_id: text('Id in the originating network.'),
    user_type: oneOf(networks, 'The network.'),
    ...profile,
    ...reach,
    posted_items_count: counter('Entries of the user in the campaign.'),
    post_count: counter('Entries of the user in the requested range.'),
    score: Type.Number({ description: 'Sum over all days (UTC) of log2(1 + entries of that day).' }),
    item_score_sum: Type.Number({ description: 'Sum of the scores of the user’s entries in the requested range.' }),
    stat1_count: counter('Not available: always 0.'),
    stat2_count: counter('Entries of the user that are replies.'),
    stat3_count: counter('Not available: always 0.'),
    items_stat1_sum: sum('Likes of the user’s entries in the requested range.'),
    items_stat2_sum: sum('Comments on or replies to the user’s entries in the requested range.'),
    items_stat3_sum: sum('Shares or retweets of the user’s entries in the requested range.'),
  },
  { title: 'AnalyticsUser' },
);

const optional = <P extends Record<string, TSchema>>(properties: P) => Type.Partial(Type.Object(properties)).properties;

export const NewEntryUser = Type.Object(
  { user_id: itemId, ...optional({ ...profile, ...reach }) },
  { title: 'NewEntryUser', description: 'The user who posted the entry.', additionalProperties: false },
);
/** Fields that the body omits keep their value; a null figure means that the network hides it. */
export const NewEntry = Type.Object(
  {
    item_type: oneOf(networks, 'The network.'),
    item_id: itemId,
    published_at: publishedAt,
    user: Type.Optional(nullable(NewEntryUser)),
    is_reply: Type.Optional(flag('Whether the entry is a reply to another post.', off)),
    stat1: Type.Optional(nullable(counter('Likes; null if unknown.'))),
    stat2: Type.Optional(nullable(counter('Comments or replies; null if unknown.'))),
    stat3: Type.Optional(nullable(counter('Shares or retweets; null if unknown.'))),
    ...optional({ ...content, ...links, ...refreshes, ...furtherFigures }),
  },
  { title: 'NewEntry', additionalProperties: false },
);
export const MOST_ENTRIES = 1_000;
export const NewEntries = Type.Object(
  { entries: Type.Array(NewEntry, { description: 'Entries, by (item_type, item_id).', maxItems: MOST_ENTRIES }) },
  { title: 'NewEntries', additionalProperties: false },
);
const refusals = {
  refused: counter('Invalid lines.'),
  errors: Type.Array(
    Type.Object({
      line: counter('The number of the line, starting at 1.'),
      problems: Type.Array(Problem),
    }),
    { description: 'The first invalid lines.' },
  ),
};
export const IngestResult = Type.Object(
  {
    created: counter('Entries that are new.'),
    updated: counter('Entries that were changed.'),
    unchanged: counter('Entries that already had these values.'),
    ...refusals,
  },
  { title: 'IngestResult' },
);

export const EntryName = Type.Object(
  { item_type: oneOf(networks, 'The network.'), item_id: itemId },
  { title: 'EntryName', description: 'An entry, by its network and its id there.', additionalProperties: false },
);
export const EntryNames = Type.Object(
  { entries: Type.Array(EntryName, { description: 'The entries to delete.', maxItems: MOST_ENTRIES }) },
  { title: 'EntryNames', additionalProperties: false },
);
export const DeletionResult = Type.Object(
  {
    deleted: counter('Entries that were deleted.'),
    missing: counter('Entries that did not exist.'),
    ...refusals,
  },
  { title: 'DeletionResult' },
);

export const AnalyticsPagination = Type.Object(
  {
    base: link('The address with `count`.'),
    older: nullable(link('The next page; null on the last one.')),
  },
  { title: 'AnalyticsPagination' },
);

export const range = {
  start_date: Type.Optional(
    instant('Entries from this time on. A bare date is 00:00 UTC.', { examples: ['2026-03-01'] }),
  ),
  end_date: Type.Optional(instant('Entries before this time. A bare date is 00:00 UTC.', { examples: ['2026-04-01'] })),
};
const walk = {
  ...count,
  page: page.page,
  reverse: Type.Optional(flag('Reverses the order.', off)),
  after: Type.Optional(text('The cursor of the previous page, from its `older` link.')),
  ...range,
};
export const ENTRY_SORTS = ['published_at', 'score', 'item_id', 'stat1', 'stat2', 'stat3'] as const;
export const entryWalk = {
  ...walk,
  sort: Type.Optional(
    oneOf([...ENTRY_SORTS], 'The field to sort by: numbers and dates descending, ids ascending.', {
      default: 'published_at',
    }),
  ),
  item_type: Type.Optional(
    oneOf(
      networks,
      'Only entries from this network. Entries from linkedin are listed only with `linkedin`, and with `analytics_user_id`.',
    ),
  ),
  analytics_user_id: Type.Optional(
    text('Only entries of this user of the campaign.', { maxLength: 20, examples: ['17'] }),
  ),
};
export const USER_SORTS = [
  'followers',
  'following',
  'score',
  'username',
  'user_id',
  'item_score_sum',
  'posts_published',
  'posted_items_count',
] as const;
export const userWalk = {
  ...walk,
  sort: Type.Optional(
    oneOf([...USER_SORTS], 'The field to sort by: numbers descending, names and ids ascending.', { default: 'score' }),
  ),
  user_type: Type.Optional(
    oneOf(networks, 'Only users of this network. Users of linkedin are listed only with `linkedin`.'),
  ),
};
