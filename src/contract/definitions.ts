/** What each figure of the analytics API means, in the words that a screen shows beside it. */
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
    'Posts of all networks that were published in the time asked for: at its start or later, and before its end. A repost without words of its own is no entry; replies and quotes are.',
  ),
  define('posts', 'Posts', 'Entries of one network in the time asked for.'),
  define(
    'contributors',
    'Contributors',
    'Distinct users with an entry in the time asked for. A user is a user of one network: the same person on two networks counts twice. An entry without an author has no contributor.',
  ),
  define(
    'new_contributors',
    'New contributors',
    'Contributors whose first entry ever in the campaign lies in the time asked for.',
  ),
  define(
    'engagement',
    'Engagement',
    'Likes, comments and shares that the entries of the time asked for have today. What a network hides adds nothing.',
  ),
  define(
    'potential_reach',
    'Potential reach',
    'The latest known numbers of followers of the contributors added up, each contributor once, however many entries it has. Unknown numbers add nothing.',
  ),
  define('stat1', 'Likes', 'Likes that the entries have today.'),
  define('stat2', 'Comments', 'Comments or replies that the entries have today.'),
  define('stat3', 'Shares', 'Shares or retweets that the entries have today; known for twitter and facebook only.'),
  define(
    'stat1_median',
    'Median of likes',
    'Half of the entries have fewer likes, half have more: the middle value, or the mean of the two middle ones. Hidden values are left out; empty when none is known.',
  ),
  define(
    'stat2_median',
    'Median of comments',
    'The middle value of the comments of an entry, or the mean of the two middle ones. Hidden values are left out; empty when none is known.',
  ),
  define(
    'stat3_median',
    'Median of shares',
    'The middle value of the shares of an entry, or the mean of the two middle ones. Hidden values are left out; empty when none is known.',
  ),
  define(
    'stat1_std_dev',
    'Spread of likes',
    'Population standard deviation of the likes of an entry. Hidden values are left out; empty when none is known.',
  ),
  define(
    'stat2_std_dev',
    'Spread of comments',
    'Population standard deviation of the comments of an entry. Hidden values are left out; empty when none is known.',
  ),
  define(
    'stat3_std_dev',
    'Spread of shares',
    'Population standard deviation of the shares of an entry. Hidden values are left out; empty when none is known.',
  ),
  define(
    'incomplete',
    'Incomplete',
    'The network hides a figure of the entry. It is shown as 0, and stays out of medians, deviations and distributions.',
  ),
  define(
    'score',
    'Score',
    'Of an entry: (1 + likes + 2 × comments) × (1 + F ÷ (F + 10000)), where F is the followers of its poster: fame at most doubles it. Of a user: the sum over all days (UTC) of log2(1 + entries of that day), so that many days count for more than many posts.',
  ),
  define('posted_items_count', 'Entries of a user', 'Entries of the user in the campaign, at any time.'),
  define('post_count', 'Entries of a user in the time', 'Entries of the user in the time asked for.'),
  define(
    'item_score_sum',
    'Score of a user’s entries',
    'The scores of the user’s entries in the time asked for added up.',
  ),
  define('stat1_count', 'Likes given', 'Not available: always 0.'),
  define('stat2_count', 'Replies written', 'Entries of the user that are replies, at any time.'),
  define('stat3_count', 'Shares given', 'Not available: always 0.'),
  define(
    'items_stat1_sum',
    'Likes of a user’s entries',
    'Likes that the user’s entries in the time asked for have today.',
  ),
  define(
    'items_stat2_sum',
    'Comments on a user’s entries',
    'Comments or replies that the user’s entries in the time asked for have today.',
  ),
  define(
    'items_stat3_sum',
    'Shares of a user’s entries',
    'Shares or retweets that the user’s entries in the time asked for have today.',
  ),
  define('known', 'Known', 'Entries none of whose figures in question is hidden by the network.'),
  define(
    'engagement_median',
    'Median of engagement',
    'The middle value of likes, comments and shares together of an entry, or the mean of the two middle ones, over the entries that are known.',
  ),
  define('entries_share', 'Share of entries', 'The network’s entries divided by all entries, from 0 to 1.'),
  define('engagement_share', 'Share of engagement', 'The network’s engagement divided by all engagement, from 0 to 1.'),
  define('engagement_per_entry', 'Engagement per entry', 'Engagement divided by entries.'),
  define(
    'hashtag',
    'Hashtag',
    'A word after # in the text of an entry: letters, digits and underscores with at least one letter. Capitals make no difference, and an entry counts once for each hashtag.',
  ),
];
