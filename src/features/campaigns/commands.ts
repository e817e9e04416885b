import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { CampaignChange, NewCampaign } from '../../contract/analytics.ts';
import { conflict, invalidBody } from '../../core/errors.ts';
import { type Actor, may, refuseGivenId, type Sites, sitesWith } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { type CampaignRow, campaignRow } from './queries.ts';

export const campaignRemoval = jobKind<{ campaign_id: number }>('campaigns.remove');

const UNIQUE_VIOLATION = '23505';
/** Rows of a deleted campaign are removed in batches, so that no statement takes long. */
const REMOVED_AT_ONCE = 5_000;

/** Writes to campaigns never lock the site: the content API serves nothing of them. */
export async function createCampaign(
  db: Db | Tx,
  input: Static<typeof NewCampaign>,
  caller: Actor,
): Promise<CampaignRow> {
  refuseGivenId(input.id, caller, input.service_site_id);
  const { id: givenId, service_site_id: siteId, ...rest } = input;
  return transaction(db, async (tx) => {
    await refuseUnknownSite(tx, siteId, caller);
    const columns = await columnsOf(tx, siteId, rest);
    const id = sql<number>`draw_id('campaign_id', ${givenId ?? null})`;
    const made = await tx
      .insertInto('campaign')
      .values({ ...columns, name: input.name, id, site_id: siteId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await campaignRow(tx, made.id, 'all');
    await recordChange(tx, caller, { action: 'create', noun: 'campaign', id: row.id, sites: [siteId], after: row });
    return row;
  }).catch((error) => {
    throw error.code === UNIQUE_VIOLATION ? conflict(`There is a campaign with the id ${givenId} already.`) : error;
  });
}

export async function changeCampaign(
  db: Db | Tx,
  id: number,
  input: Static<typeof CampaignChange>,
  { caller, ifMatch }: { caller: Actor; ifMatch: string | undefined },
): Promise<CampaignRow> {
  return transaction(db, async (tx) => {
    const current = await lockCampaign(tx, id, sitesWith(caller, 'campaigns', 'write'));
    refuseStale(ifMatch, current.version, 'campaign');
    refuseMove(input, current);
    const columns = await columnsOf(tx, current.site_id, input);
    if (Object.keys(columns).length === 0) return current;
    await tx
      .updateTable('campaign')
      .set(columns)
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const after = await campaignRow(tx, id, 'all');
    const sites = [after.site_id];
    await recordChange(tx, caller, { action: 'change', noun: 'campaign', id, sites, before: current, after });
    return after;
  });
}

/** From now on it is not found; a job removes its rows. */
export async function deleteCampaign(
  db: Db | Tx,
  id: number,
  { caller, ifMatch }: { caller: Actor; ifMatch: string | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockCampaign(tx, id, sitesWith(caller, 'campaigns', 'write'));
    refuseStale(ifMatch, current.version, 'campaign');
    await tx.updateTable('campaign').set({ being_deleted: true }).where('id', '=', id).execute();
    await enqueue(tx, campaignRemoval, { key: String(id), payload: { campaign_id: id } });
    const sites = [current.site_id];
    await recordChange(tx, caller, { action: 'delete', noun: 'campaign', id, sites, before: current });
  });
}

/** Removes a batch of a deleted campaign's rows, and the campaign with the last batch; true when it is removed. */
export async function removePart(tx: Tx, id: number): Promise<boolean> {
  for (const table of ['campaign_entry', 'campaign_user']) {
    const rows = sql.table(table);
    const { numAffectedRows = 0n } = await sql`
      delete from ${rows} where campaign_id = ${id} and id in (
        select id from ${rows} where campaign_id = ${id} order by id limit ${REMOVED_AT_ONCE})`.execute(tx);
    if (numAffectedRows > 0n) return false;
  }
  await tx.deleteFrom('campaign').where('id', '=', id).where('being_deleted', '=', true).execute();
  return true;
}

/** Every write to the campaign locks this row. */
async function lockCampaign(tx: Tx, id: number, sites: Sites): Promise<CampaignRow> {
  await sql`select from campaign where id = ${id} for no key update`.execute(tx);
  return campaignRow(tx, id, sites);
}

/** A campaign that was read can be sent back unchanged, with its own site. */
function refuseMove({ service_site_id: siteId }: Static<typeof CampaignChange>, { site_id }: CampaignRow): void {
  if (siteId === undefined || siteId === site_id) return;
  throw invalidBody([{ path: '/service_site_id', message: 'cannot be changed: a campaign stays with its site' }]);
}

async function columnsOf(tx: Tx, siteId: number, input: Static<typeof CampaignChange>) {
  const { service_section_id: sectionId, service_site_id: _, ...flags } = input;
  if (sectionId === undefined) return flags;
  if (sectionId !== null) await refuseUnknownSection(tx, siteId, sectionId);
  return { ...flags, section_id: sectionId };
}

async function refuseUnknownSite(tx: Tx, siteId: number, caller: Actor): Promise<void> {
  const site = await tx.selectFrom('site').select('id').where('id', '=', siteId).executeTakeFirst();
  if (site && may(caller, 'campaigns', 'write', siteId)) return;
  throw invalidBody([{ path: '/service_site_id', message: 'names no site that you have access to' }]);
}

async function refuseUnknownSection(tx: Tx, siteId: number, sectionId: number): Promise<void> {
  const section = tx.selectFrom('section').select('id').where('site_id', '=', siteId).where('id', '=', sectionId);
  if (await section.executeTakeFirst()) return;
  throw invalidBody([{ path: '/service_section_id', message: 'names no section of the campaign’s site' }]);
}
