/** Creates and revokes links to the figures of a campaign. Only the hash of a token is stored. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewCampaignLink } from '../../contract/campaign-links.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { type Actor, LINK_PREFIX } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { newToken, tokenHash } from '../accounts/sessions.ts';
import { type CampaignRow, campaignRow } from '../campaigns/queries.ts';
import { type CampaignLinkRow, linkRows } from './queries.ts';

/** Links of one campaign at a time. */
const MOST = 50;
const BATCH = 2_000;

export async function createLink(
  db: Db | Tx,
  campaign: Pick<CampaignRow, 'id' | 'site_id'>,
  { name = '', days }: Static<typeof NewCampaignLink>,
  caller: Actor,
): Promise<CampaignLinkRow & { token: string }> {
  const token = LINK_PREFIX + newToken();
  return transaction(db, async (tx) => {
    await sql`select from campaign where id = ${campaign.id} for no key update`.execute(tx);
    await campaignRow(tx, campaign.id, 'all');
    if ((await linkRows(tx, campaign.id)).length >= MOST)
      throw conflict(`This campaign has ${MOST} links already; revoke one first.`);
    const { rows } = await sql<CampaignLinkRow>`
      insert into campaign_link (campaign_id, name, token_hash, created_by, expires_at)
      values (${campaign.id}, ${name}, ${tokenHash(token)}, ${caller.name ?? ''}, now() + make_interval(days => ${days}))
      returning *`.execute(tx);
    const [row] = rows as [CampaignLinkRow]; // the row that was just inserted
    const sites = [campaign.site_id];
    await recordChange(tx, caller, { action: 'create', noun: 'campaign_link', id: row.id, sites, after: row });
    return { ...row, token };
  });
}

export async function revokeLink(
  db: Db | Tx,
  campaign: Pick<CampaignRow, 'id' | 'site_id'>,
  id: number,
  caller: Actor,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<CampaignLinkRow>`
      delete from campaign_link where campaign_id = ${campaign.id} and id = ${id} returning *`.execute(tx);
    const [before] = rows;
    if (!before) throw notFound('There is no such link, or it has ended.');
    const sites = [campaign.site_id];
    await recordChange(tx, caller, { action: 'delete', noun: 'campaign_link', id, sites, before });
  });
}

export async function deleteOldLinks(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'campaign_link', sql`expires_at < now()`, BATCH)) === BATCH;
}
