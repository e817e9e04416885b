/** What is wrong with a campaign, the most urgent first. Pure. */
import type { Campaign } from '../../../src/sdk/client.ts';

const FLAGS = [
  'being_deleted',
  'twitter_access_token_invalid',
  'twitter_spam_protection_triggered',
  'facebook_access_token_expired',
  'facebook_password_changed',
  'instagram_access_token_invalid',
  'section_deleted',
  'not_initiated',
  'not_updated',
] as const;
export type Flag = (typeof FLAGS)[number];

export function flagsOf(campaign: Campaign): Flag[] {
  const isSet = (flag: Flag) => {
    if (flag === 'not_initiated') return !campaign.is_initiated;
    if (flag === 'not_updated') return !campaign.update_enabled || campaign.disabled_by_user;
    return campaign[flag];
  };
  return FLAGS.filter(isSet);
}
