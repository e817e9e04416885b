import { type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Sites } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { CampaignRow as CampaignTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

/** With derived values: the networks of its entries, and whether its section was deleted. */
export interface CampaignRow extends Selectable<CampaignTable> {
  networks: string[];
  site_name: string;
}

export const noSuchCampaign = () => notFound('There is no such campaign.');

const columns = sql`campaign.*, (select name from site where site.id = campaign.site_id) as site_name,
  campaign.section_deleted or (campaign.section_id is not null and not exists (
    select from section where section.site_id = campaign.site_id and section.id = campaign.section_id
  )) as section_deleted,
  array(select network from campaign_network where campaign_id = campaign.id and entries > 0) as networks`;

/** A campaign of one of the caller's sites; not found while it is being deleted. */
export async function campaignRow(db: Db | Tx, id: number, sites: Sites): Promise<CampaignRow> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign where id = ${id} and not being_deleted and ${within(sites)}`.execute(db);
  if (!rows[0]) throw noSuchCampaign();
  return rows[0];
}

export async function campaignRows(db: Db | Tx, sites: Sites): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign where not being_deleted and ${within(sites)} order by id`.execute(db);
  return rows;
}

export interface CampaignFilter {
  sites: Sites;
  siteId: number | undefined;
}

export async function campaignPage(
  db: Db | Tx,
  filter: CampaignFilter,
  limit: number,
  offset: number,
): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign where ${isListed(filter)} order by id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function campaignCount(db: Db | Tx, filter: CampaignFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from campaign where ${isListed(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function isListed({ sites, siteId }: CampaignFilter) {
  return sql`not being_deleted and ${within(sites)} and (${siteId ?? null}::bigint is null or site_id = ${siteId ?? null})`;
}

function within(sites: Sites) {
  return sites === 'all' ? sql`true` : sql`site_id = any(${[...sites]}::bigint[])`;
}
