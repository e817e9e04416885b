/** Campaigns. Figures derived from entries are not in a file: an import computes them again. */
import { type Selectable, sql } from 'kysely';
import { type TProperties, Type } from 'typebox';
import { Campaign } from '../contract/analytics.ts';
import { id, integer, nullable } from '../contract/common.ts';
import { parseInstant } from '../core/time.ts';
import type { CampaignRow } from '../db/rows.generated.ts';
import { insertRows } from '../db/rows.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { siteId, version } from './format.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

type Row = Selectable<CampaignRow>;

/** Fields that are stored under their own name. */
const FLAGS = [
  'update_enabled',
  'disabled_by_user',
  'facebook_access_token_expired',
  'facebook_password_changed',
  'instagram_access_token_invalid',
  'twitter_access_token_invalid',
  'twitter_spam_protection_triggered',
  'section_deleted',
  'old_articles_fetched',
  'facebook_connected',
  'instagram_connected',
  'twitter_connected',
  'is_initiated',
] as const;

interface CampaignLine extends Partial<Omit<Row, 'last_update_at'>> {
  site_id: number;
  id: number;
  name: string;
  last_update_at?: string;
}

const AT_ONCE = 200;
const given = Campaign.properties as TProperties; // looked up by the names above

export const campaigns: Noun<CampaignLine> = {
  key: 'campaign',
  schema: Type.Object(
    {
      site_id: siteId,
      id: id('The id, which is kept.'),
      section_id: Type.Optional(nullable(id('The section of the campaign.'))),
      name: Campaign.properties.name,
      last_update_at: Type.Optional(Campaign.properties.last_update_at),
      last_user_id: Type.Optional(integer('The highest id of its users so far.', { minimum: 0 })),
      version: Type.Optional(version),
      ...Object.fromEntries(FLAGS.map((name) => [name, Type.Optional(given[name] ?? Type.Boolean())])),
    },
    { additionalProperties: false },
  ),
  async *pages(tx, site) {
    for await (const rows of keyset<Row>((after) => campaignsAfter(tx, site, after?.id ?? 0))) yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [String(value.id)],
  async importBatch(tx, context, values) {
    const outcomes: LineOutcome[] = [];
    for (const value of values) outcomes.push(await importCampaign(tx, value));
    await moveSequence(tx, context, 'campaign_id', values);
    return outcomes;
  },
};

function line(row: Row): object {
  const { site_id, id, section_id, name, last_user_id, version } = row;
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, row[flag]]));
  return {
    ...{ site_id, id, section_id, name, last_update_at: row.last_update_at.toISOString() },
    ...{ last_user_id, version, ...flags },
  };
}

async function importCampaign(tx: Tx, line: CampaignLine): Promise<LineOutcome> {
  const { last_update_at, ...fields } = line;
  const { rows } = await sql<Row>`select * from campaign where id = ${line.id} for no key update`.execute(tx);
  const [current] = rows;
  const reason = await misfit(tx, line, current);
  if (reason) return { reason };
  const updated = last_update_at ? parseInstant(last_update_at) : null;
  if (!current) {
    await insertRows(tx, 'campaign', [{ ...fields, ...(updated ? { last_update_at: updated } : {}) }]);
    return 'new';
  }
  const { id, site_id, version = 1, last_user_id = 0, ...columns } = fields;
  const later = {
    ...(updated && updated > current.last_update_at ? { last_update_at: updated } : {}),
    ...(last_user_id > current.last_user_id ? { last_user_id } : {}),
  };
  const edits = Object.entries(columns).filter(([name, value]) => current[name as keyof Row] !== value);
  const saved = edits.length > 0 ? { version: Math.max(current.version + 1, version) } : {};
  const changes = { ...later, ...Object.fromEntries(edits), ...saved };
  if (Object.keys(changes).length === 0) return 'same';
  await tx.updateTable('campaign').set(changes).where('id', '=', id).execute();
  return 'changed';
}

/** A section that was deleted before the export is still named. */
async function misfit(tx: Tx, line: CampaignLine, current: Row | undefined): Promise<string | null> {
  if (current && current.site_id !== line.site_id)
    return `id ${line.id} belongs to a campaign of site ${current.site_id} here`;
  if (current?.being_deleted) return `campaign ${line.id} is being deleted here`;
  const { section_id: section } = line;
  if (section == null || line.section_deleted || section === current?.section_id) return null;
  const { rows } = await sql`select from section where site_id = ${line.site_id} and id = ${section}`.execute(tx);
  return rows.length > 0 ? null : `section_id names no section of this site: ${section}`;
}

/** `section_deleted` is true for a campaign whose section is gone, even if its row says otherwise. */
async function campaignsAfter(tx: Tx, { id }: Site, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select campaign.*, section_deleted or (section_id is not null and not exists (
      select from section where section.site_id = campaign.site_id and section.id = section_id)) as section_deleted
    from campaign where site_id = ${id} and id > ${after} and not being_deleted order by id limit ${AT_ONCE}`.execute(
    tx,
  );
  return rows;
}

/** The ids of a site's campaigns, for rows that belong to them. */
export async function campaignIds(tx: Tx, { id }: Site): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign where site_id = ${id} and not being_deleted order by id`.execute(tx);
  return rows.map((row) => row.id);
}
