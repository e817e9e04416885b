/** The definition of each figure of the analytics API, to be shown beside it. */
import type { Static } from 'typebox';
import type { Definition } from './insights.ts';

const define = (figure: string, label: string, definition: string): Static<typeof Definition> => ({
  figure,
  label,
  definition,
});

export const definitions = [
  define(
    'entries',
    'Entries',
    'Posts on all networks that were published in the requested period: at its start or later, and before its end. Replies and quotes count as entries; reposts without a comment do not.',
  ),
  define('posts', 'Posts', 'Entries of one network in the requested period.'),
  define(
    'contributors',
    'Contributors',
    'Distinct users with an entry in the requested period. A user belongs to one network: the same person on two networks counts twice. An entry without an author has no contributor.',
  ),
  define(
    'new_contributors',
    'New contributors',
    'Contributors whose first entry in the campaign is in the requested period.',
  ),
  define(
    'engagement',
    'Engagement',
    'Likes, comments and shares that the entries of the requested period have today. Hidden figures count as 0.',
  ),
  define(
    'potential_reach',
    'Potential reach',
    'The sum of the contributors’ latest known numbers of followers. Each contributor counts once; unknown numbers count as 0.',
  ),
  define('stat1', 'Likes', 'Likes that the entries have today.'),
  define('stat2', 'Comments', 'Comments or replies that the entries have today.'),
  define('stat3', 'Shares', 'Shares or retweets that the entries have today; known for twitter and facebook only.'),
  define(
    'stat1_median',
    'Median of likes',
    'The middle value of the likes per entry, or the mean of the two middle ones. Hidden values are excluded; empty when none is known.',
  ),
  define(
    'stat2_median',
    'Median of comments',
    'The middle value of the comments per entry, or the mean of the two middle ones. Hidden values are excluded; empty when none is known.',
  ),
  define(
    'stat3_median',
    'Median of shares',
    'The middle value of the shares per entry, or the mean of the two middle ones. Hidden values are excluded; empty when none is known.',
  ),
  define(
    'stat1_std_dev',
    'Spread of likes',
    'Population standard deviation of the likes per entry. Hidden values are excluded; empty when none is known.',
  ),
  define(
    'stat2_std_dev',
    'Spread of comments',
    'Population standard deviation of the comments per entry. Hidden values are excluded; empty when none is known.',
  ),
  define(
    'stat3_std_dev',
    'Spread of shares',
    'Population standard deviation of the shares per entry. Hidden values are excluded; empty when none is known.',
  ),
  define(
    'incomplete',
    'Incomplete',
    'The network hides a figure of the entry. It is shown as 0, and excluded from medians, deviations and distributions.',
  ),
  define(
    'score',
    'Score',
    'Of an entry: (1 + likes + 2 × comments) × (1 + F ÷ (F + 10000)), where F is the number of followers of its poster; followers at most double the score. Of a user: the sum over all days (UTC) of log2(1 + entries of that day), so that activity on many days counts for more than many posts on one.',
  ),
  define('posted_items_count', 'Entries of a user', 'Entries of the user in the campaign, at any time.'),
  define('post_count', 'Entries of a user in the period', 'Entries of the user in the requested period.'),
  define(
    'item_score_sum',
    'Score of a user’s entries',
    'The sum of the scores of the user’s entries in the requested period.',
  ),
  define('stat1_count', 'Likes given', 'Not available: always 0.'),
  define('stat2_count', 'Replies written', 'Entries of the user that are replies, at any time.'),
  define('stat3_count', 'Shares given', 'Not available: always 0.'),
  define(
    'items_stat1_sum',
    'Likes of a user’s entries',
    'Likes that the user’s entries in the requested period have today.',
  ),
  define(
    'items_stat2_sum',
    'Comments on a user’s entries',
    'Comments or replies that the user’s entries in the requested period have today.',
  ),
  define(
    'items_stat3_sum',
    'Shares of a user’s entries',
    'Shares or retweets that the user’s entries in the requested period have today.',
  ),
  define('known', 'Known', 'Entries for which the network hides none of the figures concerned.'),
  define(
    'engagement_median',
    'Median of engagement',
    'The middle value of the engagement per entry, or the mean of the two middle ones, over the known entries.',
  ),
  define('entries_share', 'Share of entries', 'The network’s entries divided by all entries, from 0 to 1.'),
  define('engagement_share', 'Share of engagement', 'The network’s engagement divided by all engagement, from 0 to 1.'),
  define('engagement_per_entry', 'Engagement per entry', 'Engagement divided by entries.'),
  define(
    'hashtag',
    'Hashtag',
    'A word after # in the text of an entry: letters, digits and underscores with at least one letter. Case does not matter, and an entry counts once for each hashtag.',
  ),
];
