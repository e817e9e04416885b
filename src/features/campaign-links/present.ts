import type { Static } from 'typebox';
import type { ArticleResult, CampaignLink, CreatedCampaignLink } from '../../contract/campaign-links.ts';
import { utc } from '../../core/time.ts';
import { entry } from '../entries/present.ts';
import type { ArticleEntry, CampaignLinkRow } from './queries.ts';

export function campaignLink({
  id,
  name,
  created_by,
  created_at,
  expires_at,
}: CampaignLinkRow): Static<typeof CampaignLink> {
  return { id, name, created_by, created_at: utc(created_at), expires_at: utc(expires_at) };
}

/** `base` is the public address of the service. */
export function createdLink(
  row: CampaignLinkRow & { token: string },
  base: string,
): Static<typeof CreatedCampaignLink> {
  return { ...campaignLink(row), token: row.token, url: `${base}/newsroom/shared/${row.campaign_id}/${row.token}` };
}

export function articleResult(row: ArticleEntry): Static<typeof ArticleResult> {
  return { campaign_id: row.campaign_id, campaign_name: row.campaign_name, entry: entry(row) };
}
