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
    'Posts that were published in the period, on all networks. The period includes the moment of its start, not that of its end. Replies and quotes count, reposts without a comment do not.',
  ),
  define('posts', 'Posts', 'Posts that were published in the period, on one network.'),
  define(
    'contributors',
    'Contributors',
    'Different accounts that posted in the period. A person who posts on two networks has two accounts and counts twice. Posts without a known author add nobody.',
  ),
  define('new_contributors', 'New contributors', 'Contributors whose first post in this campaign is in the period.'),
  define(
    'engagement',
    'Engagement',
    'Likes, comments and shares that the posts of the period have received so far. What a network hides counts as 0.',
  ),
  define(
    'potential_reach',
    'Potential reach',
    'The followers of all contributors added up, by the last number known. Each contributor counts once; a person who follows two of them counts twice. An unknown number counts as 0.',
  ),
  define('stat1', 'Likes', 'Likes that the posts have received so far.'),
  define('stat2', 'Comments', 'Comments and replies that the posts have received so far.'),
  define(
    'stat3',
    'Shares',
    'Shares and reposts that the posts have received so far. Only X (twitter) and Facebook report them.',
  ),
  define(
    'stat1_median',
    'Median of likes',
    'The likes of a typical post: the number in the middle if all posts are sorted by likes, or the average of the two in the middle. Posts whose likes the network hides are left out; it is empty if no others are left.',
  ),
  define(
    'stat2_median',
    'Median of comments',
    'The comments of a typical post: the number in the middle if all posts are sorted by comments, or the average of the two in the middle. Posts whose comments the network hides are left out; it is empty if no others are left.',
  ),
  define(
    'stat3_median',
    'Median of shares',
    'The shares of a typical post: the number in the middle if all posts are sorted by shares, or the average of the two in the middle. Posts whose shares the network hides are left out; it is empty if no others are left.',
  ),
  define(
    'stat1_std_dev',
    'Spread of likes',
    'How much the likes of single posts differ from their average: the larger the number, the more they differ, and at 0 all posts have as many (population standard deviation). Posts whose likes the network hides are left out; it is empty if no others are left.',
  ),
  define(
    'stat2_std_dev',
    'Spread of comments',
    'How much the comments of single posts differ from their average: the larger the number, the more they differ, and at 0 all posts have as many (population standard deviation). Posts whose comments the network hides are left out; it is empty if no others are left.',
  ),
  define(
    'stat3_std_dev',
    'Spread of shares',
    'How much the shares of single posts differ from their average: the larger the number, the more they differ, and at 0 all posts have as many (population standard deviation). Posts whose shares the network hides are left out; it is empty if no others are left.',
  ),
  define(
    'incomplete',
    'Incomplete',
    'The network hides a figure of this post. It shows as 0 here, and is left out of medians, spreads and distributions.',
  ),
  define(
    'score',
    'Score',
    'Of a post: how much response it got. A comment counts as much as two likes, and the followers of the poster at most double the result: (1 + likes + 2 × comments) × (1 + F ÷ (F + 10000)), where F is the number of followers. Of a person: how steadily they post. Each day (UTC) counts log2(1 + posts of that day), and all days are added up, so that posts on many days count for more than as many posts on one.',
  ),
  define('posted_items_count', 'Entries of a user', 'Posts of the person in this campaign, at any time.'),
  define('post_count', 'Entries of a user in the period', 'Posts of the person in the period.'),
  define('item_score_sum', 'Score of a user’s entries', 'The scores of the person’s posts in the period, added up.'),
  define('stat1_count', 'Likes given', 'Not available: always 0.'),
  define('stat2_count', 'Replies written', 'Posts of the person that are replies, at any time.'),
  define('stat3_count', 'Shares given', 'Not available: always 0.'),
  define(
    'items_stat1_sum',
    'Likes of a user’s entries',
    'Likes that the person’s posts of the period have received so far.',
  ),
  define(
    'items_stat2_sum',
    'Comments on a user’s entries',
    'Comments and replies that the person’s posts of the period have received so far.',
  ),
  define(
    'items_stat3_sum',
    'Shares of a user’s entries',
    'Shares and reposts that the person’s posts of the period have received so far.',
  ),
  define('known', 'Known', 'Posts for which the network hides none of the figures that are needed here.'),
  define(
    'engagement_median',
    'Median of engagement',
    'The engagement of a typical post: the one in the middle if all posts are sorted by engagement, or the average of the two in the middle. Posts with a hidden figure are left out.',
  ),
  define(
    'entries_share',
    'Share of entries',
    'The part of all posts that is on this network, from 0 (none) to 1 (all).',
  ),
  define(
    'engagement_share',
    'Share of engagement',
    'The part of all engagement that is on this network, from 0 (none) to 1 (all).',
  ),
  define(
    'engagement_per_entry',
    'Engagement per entry',
    'Engagement divided by the number of posts: the average of a post.',
  ),
  define(
    'hashtag',
    'Hashtag',
    'A word after # in the text of a post: letters, digits and underscores, with at least one letter. Capital and small letters are the same, and a post counts once for each of its hashtags.',
  ),
];
