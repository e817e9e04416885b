import type { Static } from 'typebox';
import type { Campaign } from '../../contract/analytics.ts';
import type { CampaignRow } from './queries.ts';

export function campaign(row: CampaignRow): Static<typeof Campaign> {
  return {
    id: row.id,
    name: row.name,
    // The interface shows milliseconds in this field, even if they are zero.
    last_update_at: row.last_update_at.toISOString(),
    update_enabled: row.update_enabled,
    disabled_by_user: row.disabled_by_user,
    service_section_id: row.section_id,
    service_site_id: row.site_id,
    site_name: row.site_name,
    facebook_access_token_expired: row.facebook_access_token_expired,
    facebook_api_token_expired: row.facebook_access_token_expired,
    facebook_password_changed: row.facebook_password_changed,
    instagram_access_token_invalid: row.instagram_access_token_invalid,
    twitter_access_token_invalid: row.twitter_access_token_invalid,
    twitter_spam_protection_triggered: row.twitter_spam_protection_triggered,
    being_deleted: row.being_deleted,
    section_deleted: row.section_deleted,
    old_articles_fetched: row.old_articles_fetched,
    instagram_items_exist: row.networks.includes('instagram'),
    twitter_items_exist: row.networks.includes('twitter'),
    facebook_items_exist: row.networks.includes('facebook'),
    linkedin_items_exist: row.networks.includes('linkedin'),
    facebook_connected: row.facebook_connected,
    instagram_connected: row.instagram_connected,
    twitter_connected: row.twitter_connected,
    is_initiated: row.is_initiated,
  };
}
