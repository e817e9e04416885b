/** Entries and users of another installation, which keep their ids. */
import { sql } from 'kysely';
import { partOf } from '../../core/followers.ts';
import { hashtagsOf } from '../../core/hashtags.ts';
import type { Tx } from '../../db/transaction.ts';
import { columnsOf, type Document, type EntryBatch, IMPORTED_ID } from './batches.ts';
import { writeFollowers } from './followers.ts';
import { userKey } from './observations.ts';
import type { LockedCampaign } from './rows.ts';

/** By column names; `user` is the poster. */
export interface ImportedEntry {
  id?: number;
  item_type: string;
  item_id: string;
  published_at: Date | null;
  text?: string;
  user?: { id?: number; user_id: string } | null;
  [column: string]: unknown;
}

/** Profiles come with the lines of users: until then any observation is newer. */
const NOT_OBSERVED = new Date(0);

export function importedBatch(entries: ImportedEntry[]): EntryBatch {
  const users = new Map<string, object>();
  const documents = entries.map(({ id, user, ...entry }): Document => {
    const key = user && userKey(entry.item_type, user.user_id);
    if (key) users.set(key, { user_type: entry.item_type, ...observation(user) });
    return {
      ...entry,
      ...(id === undefined ? {} : { imported_id: id }),
      ...(entry.text === undefined ? {} : { hashtags: hashtagsOf(entry.text) }),
      ...(user === undefined ? {} : { poster: key ?? null }),
    };
  });
  return { ...columnsOf(documents, users, IMPORTED_ID), size: entries.length, isImported: true };
}

function observation({ id, user_id }: { id?: number; user_id: string }) {
  return { user_id, ...(id === undefined ? {} : { imported_id: id }), profile_at: NOT_OBSERVED };
}

export interface ImportedUser {
  user_type: string;
  user_id: string;
  username: string;
  fullname: string;
  bio: string;
  profile_url: string;
  profile_picture_url: string;
  followers: number | null;
  following: number | null;
  posts_published: number | null;
  profile_at: Date;
  followers_at: Date | null;
}

/** The outcome for each user; `null` for a user without entries here. */
export async function importUsers(
  tx: Tx,
  campaign: LockedCampaign,
  users: ImportedUser[],
): Promise<('changed' | 'same' | null)[]> {
  const { rows } = await sql<{ number: number; id: number; is_newer: boolean; has_newer_followers: boolean }>`
    select number, known.id, given.profile_at > known.profile_at as is_newer,
      given.followers_at is not null and given.followers_at > coalesce(known.followers_at, '-infinity') as has_newer_followers
    from json_to_recordset(${numbered(users)}) as given (
      number int, user_type text, user_id text, profile_at timestamptz, followers_at timestamptz)
    cross join lateral (
      select * from campaign_user
      where list_key = campaign_list_key(${campaign.id}, given.user_type) and user_id_order = id_order(given.user_id)
      limit 1 -- one by one from the index, however many the planner expects
    ) as known`.execute(tx);
  const found = new Map(rows.map((row) => [row.number, row]));
  await writeProfiles(tx, campaign, changesOf(users, rows));
  const followers = rows.filter((row) => row.has_newer_followers);
  await changeFollowers(
    tx,
    campaign,
    followers.map(({ id }) => id),
    followers.map(({ number }) => users[number]?.followers ?? null),
  );
  return users.map((_, number) => {
    const row = found.get(number);
    return row ? (row.is_newer || row.has_newer_followers ? 'changed' : 'same') : null;
  });
}

const numbered = (users: ImportedUser[]) => JSON.stringify(users.map((user, number) => ({ number, ...user })));

/** The newer of two observations wins. */
function changesOf(
  users: ImportedUser[],
  rows: { number: number; id: number; is_newer: boolean; has_newer_followers: boolean }[],
): object[] {
  return rows
    .filter((row) => row.is_newer || row.has_newer_followers)
    .map(({ number, ...row }) => ({ ...users[number], ...row }));
}

async function writeProfiles(tx: Tx, { id }: LockedCampaign, changes: object[]): Promise<void> {
  if (changes.length === 0) return;
  const profile = [
    'username',
    'fullname',
    'bio',
    'profile_url',
    'profile_picture_url',
    'following',
    'posts_published',
    'profile_at',
  ];
  const newer = (name: string, when: string) =>
    sql`${sql.ref(name)} = case when given.${sql.ref(when)} then given.${sql.ref(name)} else person.${sql.ref(name)} end`;
  await sql`
    update campaign_user as person set ${sql.join([
      ...profile.map((name) => newer(name, 'is_newer')),
      ...['followers', 'followers_at'].map((name) => newer(name, 'has_newer_followers')),
    ])}
    from json_to_recordset(${JSON.stringify(changes)}) as given (
      id int, is_newer bool, has_newer_followers bool, username text, fullname text, bio text, profile_url text,
      profile_picture_url text, following int, posts_published int, profile_at timestamptz, followers int,
      followers_at timestamptz)
    where person.campaign_id = ${id} and person.id = given.id`.execute(tx);
}

async function changeFollowers(
  tx: Tx,
  { id }: LockedCampaign,
  users: number[],
  followers: (number | null)[],
): Promise<void> {
  if (users.length === 0) return;
  const { rows } = await sql<{ part: number; followers: Buffer; format: number }>`
    select part, followers, format from campaign_followers
    where campaign_id = ${id} and part = any(${[...new Set(users.map(partOf))]}::int[])`.execute(tx);
  await writeFollowers(tx, id, {
    users,
    followers,
    parts: rows.map(({ part }) => part),
    packed: rows.map((row) => row.followers),
    formats: rows.map(({ format }) => format),
  });
}

/** Waits for other writes of the campaign, and does not change its row; null if it does not exist or is being deleted. */
export async function campaignForImport(tx: Tx, id: number, siteId: number): Promise<LockedCampaign | null> {
  const { rows } = await sql<LockedCampaign>`
    select id, site_id, last_user_id from campaign where id = ${id} and site_id = ${siteId} and not being_deleted
    for no key update`.execute(tx);
  return rows[0] ?? null;
}
