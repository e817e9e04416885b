import type { Static } from 'typebox';
import type { AnalyticsUser, Network } from '../../contract/analytics.ts';
import type { ListedUser } from './queries.ts';

const MILLIONTHS = 1_000_000;

export function user(row: ListedUser): Static<typeof AnalyticsUser> {
  return {
    id: String(row.id),
    user_id: row.user_id,
    user_type: row.user_type as Network, // checked by the column
    username: row.username,
    fullname: row.fullname,
    bio: row.bio,
    profile_url: row.profile_url,
    profile_picture_url: row.profile_picture_url,
    followers: row.followers,
    following: row.following,
    posts_published: row.posts_published,
    posted_items_count: row.posted_items_count,
    post_count: row.post_count,
    score: row.score,
    item_score_sum: row.range_score_millionths / MILLIONTHS,
    stat1_count: 0,
    stat2_count: row.reply_count,
    stat3_count: 0,
    items_stat1_sum: row.range_stat1,
    items_stat2_sum: row.range_stat2,
    items_stat3_sum: row.range_stat3,
  };
}
