/** The users of a campaign follow what entries tell of them, and what their entries add up to. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { partOf, withFollowers } from '../../core/followers.ts';
import { dayDeltas, type EntryChange, userDeltas } from '../../core/user-deltas.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Observation, userKey } from './observations.ts';

/** A user that entries tell of. */
export interface Author extends Observation {
  id: number;
}

export interface FollowedUser {
  id: number;
  user_type: Network;
  /** The day of the first entry; null while there is none: such a user is not kept. */
  was_first_day: number | null;
  first_day: number | null;
  is_first_moved: boolean;
  followers: number | null;
  is_followers_changed: boolean;
}

/** Each user with its id, new ones with the ids after the last; by `userKey`. */
export async function authorsOf(
  tx: Tx,
  campaign: { id: number; last_user_id: number },
  observations: Observation[],
): Promise<Map<string, Author>> {
  if (observations.length === 0) return new Map();
  const { rows } = await sql<{ id: number | null }>`
    select known.id from unnest(${observations.map(({ user_type }) => user_type)}::text[],
      ${observations.map(({ user_id }) => user_id)}::text[]) with ordinality as given (user_type, user_id, ordinal)
    left join lateral (
      select id from campaign_user
      where campaign_id = ${campaign.id} and user_type = given.user_type and user_id_order = id_order(given.user_id)
      limit 1 -- one by one from the index, however many the planner expects
    ) as known on true
    order by ordinal`.execute(tx);
  let last = campaign.last_user_id;
  return new Map(
    observations.map((observation, at) => [
      userKey(observation.user_type, observation.user_id),
      { ...observation, id: rows[at]?.id ?? ++last },
    ]),
  );
}

const SUMS = {
  posted_items_count: 'posts',
  reply_count: 'replies',
  score_millionths_sum: 'score_millionths',
  stat1_sum: 'stat1',
  stat2_sum: 'stat2',
  stat3_sum: 'stat3',
};
const PROFILE = ['username', 'fullname', 'bio', 'profile_url', 'profile_picture_url'];
const WRITTEN = [
  ...PROFILE,
  'followers',
  'following',
  'posts_published',
  'profile_at',
  'followers_at',
  'first_at',
  'score_trillionths',
  ...Object.keys(SUMS),
];

/**
 * One statement writes each user once: profile, sums and all, because a row of this table stands in many indexes. It comes
 * after the entries, and counts what it cannot add up: the entries of the days that changed, and which entry is the first.
 */
export async function followUsers(
  tx: Tx,
  campaignId: number,
  authors: Map<string, Author>,
  changes: EntryChange[],
): Promise<FollowedUser[]> {
  const given = documentsOf(authors, changes);
  if (given.length === 0) return [];
  const days = dayDeltas(changes);
  const columns = (table: string) => sql.join(WRITTEN.map((name) => sql.ref(`${table}.${name}`)));
  const { rows } = await sql<FollowedUser>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as observed (
        id int, user_type text, user_id text, username text, fullname text, bio text, profile_url text,
        profile_picture_url text, followers int, following int, posts_published int, profile_at timestamptz,
        followers_at timestamptz, posts int, replies int, score_millionths bigint, stat1 bigint, stat2 bigint,
        stat3 bigint, is_moved bool)
    ), scored as materialized (
      select user_id, sum(day_score(present.posts) - day_score(present.posts - changed.posts))::bigint as trillionths
      from unnest(${days.map(({ user }) => user)}::int[], ${days.map(({ day }) => day)}::int[],
        ${days.map(({ posts }) => posts)}::int[]) as changed (user_id, day, posts)
      cross join lateral (
        select count(*) as posts from campaign_entry as entry
        where entry.campaign_id = ${campaignId} and entry.user_id = changed.user_id
          and published_at >= to_timestamp(day * 86400::bigint) and published_at < to_timestamp((day + 1) * 86400::bigint)
      ) as present
      group by user_id
    ), merged as materialized (
      select given.id, coalesce(old.user_type, given.user_type) as user_type, coalesce(old.user_id, given.user_id) as user_id,
        ${sql.join(PROFILE.map((name) => latest(name)))},
        case when given.followers_at >= old.followers_at then given.followers
          else coalesce(old.followers, given.followers) end as followers,
        ${latest('following', sql`null`)}, ${latest('posts_published', sql`null`)},
        greatest(old.profile_at, given.profile_at) as profile_at,
        greatest(old.followers_at, given.followers_at) as followers_at,
        case when given.is_moved then (
          select published_at from campaign_entry as entry
          where entry.campaign_id = ${campaignId} and entry.user_id = given.id order by published_at limit 1
        ) else old.first_at end as first_at,
        coalesce(old.score_trillionths, 0) + coalesce(scored.trillionths, 0) as score_trillionths,
        ${sql.join(Object.entries(SUMS).map(([sum, delta]) => added(sum, delta)))},
        old.first_at as was_first_at, old.followers as was_followers, old.id is null as is_new
      from given left join lateral (
        select * from campaign_user where campaign_id = ${campaignId} and id = given.id limit 1
      ) as old on true
      left join scored on scored.user_id = given.id
    ), written as (
      insert into campaign_user (campaign_id, id, user_type, user_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${campaignId}::bigint, id, user_type, user_id, ${columns('merged')} from merged where first_at is not null
      on conflict (campaign_id, id) do update set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${columns('campaign_user')}) is distinct from (${columns('excluded')})
    ), deleted as (
      delete from campaign_user where campaign_id = ${campaignId}
        and id in (select id from merged where first_at is null and not is_new)
    ), counted as (
      update campaign set last_user_id = (select max(id) from merged)
      where id = ${campaignId} and last_user_id < (select max(id) from merged)
    )
    select id, user_type, ${dayNumber('was_first_at')} as was_first_day, ${dayNumber('first_at')} as first_day,
      first_at is distinct from was_first_at as is_first_moved, followers,
      is_new or followers is distinct from was_followers as is_followers_changed
    from merged`.execute(tx);
  const changed = rows.filter((user) => user.is_followers_changed && user.first_day !== null);
  await writeFollowers(tx, campaignId, changed);
  return rows;
}

/** One document a user: what was observed, and what the entries that changed add. */
function documentsOf(authors: Map<string, Author>, changes: EntryChange[]): object[] {
  const documents = new Map<number, object>([...authors.values()].map((author) => [author.id, author]));
  for (const delta of userDeltas(changes)) {
    documents.set(delta.id, { ...documents.get(delta.id), ...delta, score_millionths: String(delta.score_millionths) });
  }
  return [...documents.values()];
}

function added(sum: string, delta: string) {
  return sql`coalesce(${sql.ref(`old.${sum}`)}, 0) + coalesce(${sql.ref(`given.${delta}`)}, 0) as ${sql.ref(sum)}`;
}

function dayNumber(column: string) {
  return sql`floor(extract(epoch from ${sql.ref(column)}) / 86400)::int`;
}

/** The newer observation wins where it tells something; an older one fills what is not known. */
function latest(column: string, fallback = sql`''`) {
  const [given, old] = [sql.ref(`given.${column}`), sql.ref(`old.${column}`)];
  return sql`coalesce(case when given.profile_at >= old.profile_at then ${given} else nullif(${old}, ${fallback}) end,
    ${old}, ${given}, ${fallback}) as ${sql.ref(column)}`;
}

async function writeFollowers(tx: Tx, campaignId: number, users: FollowedUser[]): Promise<void> {
  const parts = new Map<number, FollowedUser[]>();
  for (const user of users) parts.set(partOf(user.id), [...(parts.get(partOf(user.id)) ?? []), user]);
  if (parts.size === 0) return;
  const known = await followersParts(tx, campaignId, [...parts.keys()]);
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
