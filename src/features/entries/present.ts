import type { Static } from 'typebox';
import type { Entry, Network } from '../../contract/analytics.ts';
import { utc } from '../../core/time.ts';
import type { ListedEntry } from './queries.ts';

const MILLIONTHS = 1_000_000;
const SHARING: readonly string[] = ['twitter', 'facebook'];

export function entry(row: ListedEntry): Static<typeof Entry> {
  return {
    id: String(row.id),
    item_id: row.item_id,
    item_type: row.item_type as Network, // checked by the column
    item_url: row.item_url,
    image_url: row.image_url,
    text: row.text,
    post_type: row.post_type,
    published_at: utc(row.published_at),
    username: row.poster_username ?? '',
    user_id: row.poster_id,
    user_profile_url: row.poster_profile_url ?? '',
    user_profile_picture_url: row.poster_picture_url ?? '',
    analytics_user_id: row.user_id === null ? null : String(row.user_id),
    followers: row.followers,
    following: row.poster_following,
    posts_published: row.poster_posts_published,
    service_article_id: row.article_id,
    service_article_ids: row.article_ids,
    stat1: row.stat1 ?? 0,
    stat2: row.stat2 ?? 0,
    stat3: row.stat3 ?? 0,
    score: row.score_millionths / MILLIONTHS,
    incomplete: row.stat1 === null || row.stat2 === null || (row.stat3 === null && SHARING.includes(row.item_type)),
    last_successful_data_update_at: row.last_successful_data_update_at && utc(row.last_successful_data_update_at),
    last_data_update_attempt_at: row.last_data_update_attempt_at && utc(row.last_data_update_attempt_at),
    last_data_update_failure_reason: row.last_data_update_failure_reason as Static<
      typeof Entry
    >['last_data_update_failure_reason'], // written by the schema
    users_in_photo: row.users_in_photo as Static<typeof Entry>['users_in_photo'], // written by the schema
    engagement_count: row.engagement_count,
    impressions_count: row.impressions_count,
    reach_count: row.reach_count,
    saved_count: row.saved_count,
  };
}
