/** The users of a campaign follow what entries tell of them, and what their entries add up to. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { partOf, withFollowers } from '../../core/followers.ts';
import { dayDeltas, type EntryChange, userDeltas } from '../../core/user-deltas.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Observation } from './observations.ts';

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

/** The ids of users in the order of their observations; new ones have the ids after the last. */
export async function userIdsOf(
  tx: Tx,
  campaign: { id: number; last_user_id: number },
  observations: Observation[],
): Promise<number[]> {
  if (observations.length === 0) return [];
  const { rows } = await sql<{ ids: (number | null)[] }>`
    select array_agg(known.id order by ordinal) as ids from unnest(${observations.map(({ user_type }) => user_type)}::text[],
      ${observations.map(({ user_id }) => user_id)}::text[]) with ordinality as given (user_type, user_id, ordinal)
    left join lateral (
      select id from campaign_user
      where list = list_of(${campaign.id}, given.user_type) and user_id_order = id_order(given.user_id)
      limit 1 -- one by one from the index, however many the planner expects
    ) as known on true`.execute(tx);
  let last = campaign.last_user_id;
  return (rows[0]?.ids ?? []).map((id) => id ?? ++last);
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
 * after the entries, and counts what it cannot add up: the entries of the days that changed, and which entry is the first
 * when one went away. All entries of a new user are among those that changed: of these nothing is read.
 */
export async function followUsers(
  tx: Tx,
  { id: campaignId, last_user_id: lastUserId }: { id: number; last_user_id: number },
  { observed, userIds }: { observed: string; userIds: number[] },
  changes: EntryChange[],
): Promise<FollowedUser[]> {
  const deltas = userDeltas(changes);
  if (userIds.length + deltas.length === 0) return [];
  const days = dayDeltas(changes);
  const columns = (table: string) => sql.join(WRITTEN.map((name) => sql.ref(`${table}.${name}`)));
  const { rows } = await sql<FollowedUser>`
    with observed as materialized (
      select (${userIds}::int[])[ordinality] as id, observed.* from rows from (json_to_recordset(${observed}::json) as (
        user_type text, user_id text, username text, fullname text, bio text, profile_url text,
        profile_picture_url text, followers int, following int, posts_published int, profile_at timestamptz,
        followers_at timestamptz)) with ordinality as observed
    ), given as materialized (
      select * from observed full join unnest(${deltas.map(({ id }) => id)}::int[], ${deltas.map(({ posts }) => posts)}::int[],
        ${deltas.map(({ replies }) => replies)}::int[], ${deltas.map(({ score_millionths }) => score_millionths)}::bigint[],
        ${deltas.map(({ stat1 }) => stat1)}::bigint[], ${deltas.map(({ stat2 }) => stat2)}::bigint[],
        ${deltas.map(({ stat3 }) => stat3)}::bigint[], ${deltas.map(({ firstAt }) => instantText(firstAt))}::timestamptz[],
        ${deltas.map(({ hasLeft }) => hasLeft)}::bool[]
      ) as delta (id, posts, replies, score_millionths, stat1, stat2, stat3, first_at, has_left) using (id)
    ), scored as materialized (
      select user_id, sum(day_score(present) - day_score(present - posts))::bigint as trillionths
      from (
        select user_id, posts, case when user_id > ${lastUserId} then posts else (
          select count(*) from campaign_entry as entry
          where entry.campaign_id = ${campaignId} and entry.user_id = changed.user_id
            and published_at >= to_timestamp(day * 86400::bigint) and published_at < to_timestamp((day + 1) * 86400::bigint)
        ) end as present
        from unnest(${days.map(({ user }) => user)}::int[], ${days.map(({ day }) => day)}::int[],
          ${days.map(({ posts }) => posts)}::int[]) as changed (user_id, day, posts)
      ) as counted
      group by user_id
    ), merged as materialized (
      select given.id, coalesce(old.user_type, given.user_type) as user_type, coalesce(old.user_id, given.user_id) as user_id,
        ${sql.join(PROFILE.map((name) => latest(name)))},
        case when given.followers_at >= old.followers_at then given.followers
          else coalesce(old.followers, given.followers) end as followers,
        ${latest('following', sql`null`)}, ${latest('posts_published', sql`null`)},
        greatest(old.profile_at, given.profile_at) as profile_at,
        greatest(old.followers_at, given.followers_at) as followers_at,
        case when given.has_left then (
          select published_at from campaign_entry as entry
          where entry.campaign_id = ${campaignId} and entry.user_id = given.id order by published_at limit 1
        ) else least(old.first_at, given.first_at) end as first_at,
        coalesce(old.score_trillionths, 0) + coalesce(scored.trillionths, 0) as score_trillionths,
        ${sql.join(Object.entries(SUMS).map(([sum, delta]) => added(sum, delta)))},
        old.first_at as was_first_at, old.followers as was_followers, old.id is null as is_new
      from given left join lateral (
        select * from campaign_user where campaign_id = ${campaignId} and id = given.id limit 1
      ) as old on true
      left join scored on scored.user_id = given.id
    ), inserted as (
      insert into campaign_user (campaign_id, id, user_type, user_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${campaignId}::bigint, id, user_type, user_id, ${columns('merged')} from merged
      where is_new and first_at is not null
    ), updated as (
      update campaign_user as person set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`merged.${name}`)}`))}
      from merged where person.campaign_id = ${campaignId} and person.id = merged.id and merged.first_at is not null
        and not is_new and (${columns('person')}) is distinct from (${columns('merged')})
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

function instantText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
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
  for (const user of users) {
    const part = partOf(user.id);
    const others = parts.get(part);
    if (others) others.push(user);
    else parts.set(part, [user]);
  }
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
