/** The entries and users of campaigns. A user is created by the first entry that names it; its own line has the profile. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { NewEntry, NewEntryUser } from '../contract/analytics.ts';
import { id, instant, integer, nullable } from '../contract/common.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { CampaignEntryRow, CampaignUserRow } from '../db/rows.generated.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { writeBatch } from '../features/entries/commands.ts';
import {
  campaignForImport,
  type ImportedEntry,
  type ImportedUser,
  importedBatch,
  importUsers,
} from '../features/entries/imported.ts';
import type { LockedCampaign } from '../features/entries/rows.ts';
import { campaignIds } from './campaigns.ts';
import { siteId } from './format.ts';
import { type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

const AT_ONCE = 500;
const campaignId = id('The campaign.');
const userId = Type.Optional(integer('The id in the campaign, which is kept.', { minimum: 1 }));

const {
  user: _user,
  service_article_id: articleId,
  service_article_ids: articleIds,
  ...entryFields
} = NewEntry.properties;
const EntryLine = Type.Object(
  {
    site_id: siteId,
    campaign_id: campaignId,
    id: Type.Optional(id('The id, which is kept.')),
    ...entryFields,
    user: Type.Optional(
      nullable(
        Type.Object(
          { id: userId, user_id: NewEntryUser.properties.user_id },
          { additionalProperties: false, description: 'The poster.' },
        ),
      ),
    ),
    followers: Type.Optional(nullable(integer('Followers when the entry was collected.', { minimum: 0 }))),
    article_id: articleId,
    article_ids: articleIds,
  },
  { additionalProperties: false },
);
type EntryLine = Static<typeof EntryLine>;

export const campaignEntries: Noun<EntryLine> = {
  key: 'campaign_entry',
  schema: EntryLine,
  async *pages(tx, site) {
    for (const campaign of await campaignIds(tx, site))
      for await (const rows of keyset<EntryRow>((after) => entriesAfter(tx, campaign, after?.id ?? 0)))
        yield rows.map((row) => entryLine(row, site));
  },
  siteOf: ({ site_id }) => site_id,
  names: (line) => [`${line.campaign_id} ${line.item_type} ${line.item_id}`],
  async importBatch(tx, context, lines) {
    const outcomes = await byCampaign(tx, context, lines, (campaign, own) => importEntries(tx, campaign, own));
    await moveSequence(tx, context, 'campaign_entry_id_seq', lines);
    return outcomes;
  },
};

/** The statement returns only the number of new entries, which is enough for the report. */
async function importEntries(tx: Tx, campaign: LockedCampaign, lines: EntryLine[]): Promise<LineOutcome[]> {
  const { created, updated } = await writeBatch(tx, campaign, importedBatch(lines.map(importedEntry)));
  return lines.map((_, at) => (at < created ? 'new' : at < created + updated ? 'changed' : 'same'));
}

function importedEntry({ site_id, campaign_id, published_at, ...entry }: EntryLine): ImportedEntry {
  return { ...entry, published_at: parseInstant(published_at) } as ImportedEntry; // without undefined fields
}

type EntryRow = Selectable<CampaignEntryRow> & { poster: { id: number; user_id: string } | null };

function entryLine(row: EntryRow, site: Site): object {
  const time = (at: Date | null) => at && utc(at);
  return {
    site_id: site.id,
    campaign_id: row.campaign_id,
    id: row.id,
    item_type: row.item_type,
    item_id: row.item_id,
    published_at: utc(row.published_at),
    user: row.poster,
    is_reply: row.is_reply,
    stat1: row.stat1,
    stat2: row.stat2,
    stat3: row.stat3,
    followers: row.followers,
    item_url: row.item_url,
    image_url: row.image_url,
    text: row.text,
    post_type: row.post_type,
    article_id: row.article_id,
    article_ids: row.article_ids,
    last_successful_data_update_at: time(row.last_successful_data_update_at),
    last_data_update_attempt_at: time(row.last_data_update_attempt_at),
    last_data_update_failure_reason: row.last_data_update_failure_reason,
    users_in_photo: row.users_in_photo,
    engagement_count: row.engagement_count,
    impressions_count: row.impressions_count,
    reach_count: row.reach_count,
    saved_count: row.saved_count,
  };
}

async function entriesAfter(tx: Tx, campaign: number, after: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.*, case when poster.id is not null
      then json_build_object('id', poster.id, 'user_id', poster.user_id) end as poster
    from (
      select * from campaign_entry where campaign_id = ${campaign} and id > ${after} order by id limit ${AT_ONCE}
    ) as entry left join campaign_user as poster on poster.campaign_id = entry.campaign_id and poster.id = entry.user_id
    order by entry.id`.execute(tx);
  return rows;
}

const { user_id, ...profile } = NewEntryUser.properties;
const UserLine = Type.Object(
  {
    site_id: siteId,
    campaign_id: campaignId,
    id: userId,
    user_type: NewEntry.properties.item_type,
    user_id,
    ...profile,
    profile_at: instant('When the profile was read.'),
    followers_at: Type.Optional(nullable(instant('When the followers were counted.'))),
  },
  { additionalProperties: false },
);
type UserLine = Static<typeof UserLine>;

export const campaignUsers: Noun<UserLine> = {
  key: 'campaign_user',
  schema: UserLine,
  async *pages(tx, site) {
    for (const campaign of await campaignIds(tx, site))
      for await (const rows of keyset<UserRow>((after) => usersAfter(tx, campaign, after?.id ?? 0)))
        yield rows.map((row) => userLine(row, site));
  },
  siteOf: ({ site_id }) => site_id,
  names: (line) => [`${line.campaign_id} ${line.user_type} ${line.user_id}`],
  importBatch: (tx, context, lines) =>
    byCampaign(tx, context, lines, async (campaign, users) => {
      const outcomes = await importUsers(tx, campaign, users.map(importedUser));
      return outcomes.map((outcome, at) => outcome ?? { reason: withoutEntry(users[at]) });
    }),
};

const withoutEntry = (line: UserLine | undefined) => `user_id names no user with an entry: ${line?.user_id}`;

function importedUser(line: UserLine): ImportedUser {
  const { username = '', fullname = '', bio = '', profile_url = '', profile_picture_url = '' } = line;
  const { followers = null, following = null, posts_published = null, followers_at } = line;
  return {
    ...{ user_type: line.user_type, user_id: line.user_id, username, fullname, bio, profile_url, profile_picture_url },
    ...{ followers, following, posts_published },
    profile_at: parseInstant(line.profile_at) ?? new Date(0),
    followers_at: followers_at ? parseInstant(followers_at) : null,
  };
}

type UserRow = Selectable<CampaignUserRow>;

function userLine(row: UserRow, site: Site): object {
  const { campaign_id, id, user_type, user_id, username, fullname, bio, profile_url, profile_picture_url } = row;
  const { followers, following, posts_published } = row;
  return {
    ...{ site_id: site.id, campaign_id, id, user_type, user_id, username, fullname, bio, profile_url },
    ...{ profile_picture_url, followers, following, posts_published },
    profile_at: utc(row.profile_at),
    followers_at: row.followers_at && utc(row.followers_at),
  };
}

async function usersAfter(tx: Tx, campaign: number, after: number): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select * from campaign_user where campaign_id = ${campaign} and id > ${after} order by id limit ${AT_ONCE}`.execute(
    tx,
  );
  return rows;
}

/** Lines of one site may be of several campaigns. */
async function byCampaign<Line extends { campaign_id: number }>(
  tx: Tx,
  { siteId }: ImportContext,
  lines: Line[],
  importOwn: (campaign: LockedCampaign, lines: Line[]) => Promise<LineOutcome[]>,
): Promise<LineOutcome[]> {
  const outcomes = new Map<Line, LineOutcome>();
  for (const id of [...new Set(lines.map((line) => line.campaign_id))].sort((a, b) => a - b)) {
    const own = lines.filter((line) => line.campaign_id === id);
    const campaign = await campaignForImport(tx, id, siteId);
    const results = campaign ? await importOwn(campaign, own) : own.map(() => ({ reason: unknownCampaign(id) }));
    for (const [at, line] of own.entries()) outcomes.set(line, results[at] ?? 'same');
  }
  return lines.map((line) => outcomes.get(line) ?? 'same');
}

const unknownCampaign = (id: number) => `campaign_id names no campaign of this site: ${id}`;
