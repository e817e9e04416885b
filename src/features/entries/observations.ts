/** What entries tell of their users: profiles and followers, kept as of the latest time they were observed. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Network, NewEntry } from '../../contract/analytics.ts';
import { partOf, withFollowers } from '../../core/followers.ts';
import { parseInstant } from '../../core/time.ts';
import type { Tx } from '../../db/transaction.ts';

export interface KnownUser {
  user_type: Network;
  user_id: string;
  id: number;
  is_new: boolean;
  followers: number | null;
  is_followers_changed: boolean;
}

export const userKey = (type: string, userId: string) => `${type} ${userId}`;

/** One statement: each user once, new ones with the ids after the last. Answers all of them by `userKey`. */
export async function writeUsers(
  tx: Tx,
  campaign: { id: number; last_user_id: number },
  entries: Static<typeof NewEntry>[],
  now: Date,
): Promise<Map<string, KnownUser>> {
  const observations = observationsOf(entries, now);
  if (observations.length === 0) return new Map();
  const { rows } = await sql<KnownUser>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(observations)}::jsonb) as observed (
        user_type text, user_id text, username text, fullname text, bio text, profile_url text, profile_picture_url text,
        followers int, following int, posts_published int, profile_at timestamptz, followers_at timestamptz)
    ), merged as materialized (
      select coalesce(old.id, ${campaign.last_user_id}::int + row_number() over (
          partition by old.id is null order by given.user_type, given.user_id)::int) as id,
        old.id is null as is_new, given.user_type, given.user_id,
        ${latest('username')}, ${latest('fullname')}, ${latest('bio')}, ${latest('profile_url')},
        ${latest('profile_picture_url')}, ${latest('following', sql`null`)}, ${latest('posts_published', sql`null`)},
        case when given.followers_at >= old.followers_at then given.followers
          else coalesce(old.followers, given.followers) end as followers,
        greatest(old.profile_at, given.profile_at) as profile_at,
        greatest(old.followers_at, given.followers_at) as followers_at,
        old.followers as old_followers
      from given left join campaign_user as old
        on old.campaign_id = ${campaign.id} and old.user_type = given.user_type and old.user_id = given.user_id
    ), written as (
      insert into campaign_user (campaign_id, id, user_type, user_id, username, fullname, bio, profile_url,
        profile_picture_url, followers, following, posts_published, profile_at, followers_at, first_at,
        posted_items_count, reply_count, score, score_millionths_sum, stat1_sum, stat2_sum, stat3_sum)
      select ${campaign.id}::bigint, id, user_type, user_id, username, fullname, bio, profile_url, profile_picture_url,
        followers, following, posts_published, profile_at, followers_at, 'infinity', 0, 0, 0, 0, 0, 0, 0
      from merged
      on conflict (campaign_id, user_type, user_id) do update set
        username = excluded.username, fullname = excluded.fullname, bio = excluded.bio,
        profile_url = excluded.profile_url, profile_picture_url = excluded.profile_picture_url,
        followers = excluded.followers, following = excluded.following, posts_published = excluded.posts_published,
        profile_at = excluded.profile_at, followers_at = excluded.followers_at
    ), counted as (
      update campaign set last_user_id = last_user_id + (select count(*) from merged where is_new)
      where id = ${campaign.id} and exists (select from merged where is_new)
    )
    select user_type, user_id, id, is_new, followers, is_new or followers is distinct from old_followers as is_followers_changed
    from merged`.execute(tx);
  await writeFollowers(
    tx,
    campaign.id,
    rows.filter((user) => user.is_followers_changed),
  );
  return new Map(rows.map((user) => [userKey(user.user_type, user.user_id), user]));
}

/** The newer observation wins where it tells something; an older one fills what is not known. */
function latest(column: string, fallback = sql`''`) {
  const [given, old] = [sql.ref(`given.${column}`), sql.ref(`old.${column}`)];
  return sql`coalesce(case when given.profile_at >= old.profile_at then ${given} else nullif(${old}, ${fallback}) end,
    ${old}, ${given}, ${fallback}) as ${sql.ref(column)}`;
}

interface Observation {
  profile_at: Date;
  followers?: number | null | undefined;
  followers_at: Date | null;
  [column: string]: unknown;
}

/** All that these entries tell of each user, as one observation each. */
function observationsOf(entries: Static<typeof NewEntry>[], now: Date): Observation[] {
  const users = new Map<string, Observation>();
  for (const entry of entries) {
    if (!entry.user) continue;
    const key = userKey(entry.item_type, entry.user.user_id);
    const at = observedAt(entry, now);
    const told = { ...entry.user, user_type: entry.item_type, profile_at: at };
    users.set(key, together(users.get(key), { ...told, followers_at: told.followers == null ? null : at }));
  }
  return [...users.values()];
}

/** When the entry was collected, as far as it says so, and never in the future; otherwise now. */
function observedAt(entry: Static<typeof NewEntry>, now: Date): Date {
  const told = entry.last_successful_data_update_at ?? entry.last_data_update_attempt_at;
  const at = told ? parseInstant(told) : null;
  return at && at < now ? at : now;
}

function together(one: Observation | undefined, other: Observation): Observation {
  if (!one) return other;
  const [older, newer] = other.profile_at >= one.profile_at ? [one, other] : [other, one];
  const told = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== undefined && value !== null));
  const [mostRecent] = [newer, older]
    .filter(({ followers_at }) => followers_at !== null)
    .sort((a, b) => Number(b.followers_at) - Number(a.followers_at));
  return {
    ...older,
    ...told,
    profile_at: newer.profile_at,
    followers: mostRecent?.followers,
    followers_at: mostRecent?.followers_at ?? null,
  };
}

async function writeFollowers(tx: Tx, campaignId: number, users: KnownUser[]): Promise<void> {
  const parts = new Map<number, KnownUser[]>();
  for (const user of users) parts.set(partOf(user.id), [...(parts.get(partOf(user.id)) ?? []), user]);
  const known = await followersParts(tx, campaignId, [...parts.keys()]);
  if (parts.size === 0) return;
  const packed = [...parts].map(([part, changes]) => withFollowers(known.get(part), changes));
  await sql`
    insert into campaign_followers (campaign_id, part, followers)
    select ${campaignId}::bigint, * from unnest(${[...parts.keys()]}::int[], ${packed}::bytea[])
    on conflict (campaign_id, part) do update set followers = excluded.followers`.execute(tx);
}

async function followersParts(tx: Tx, campaignId: number, parts: number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ part: number; followers: Buffer }>`
    select part, followers from campaign_followers
    where campaign_id = ${campaignId} and part = any(${parts}::int[])`.execute(tx);
  return new Map(rows.map(({ part, followers }) => [part, followers]));
}
