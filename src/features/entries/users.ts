/**
 * The users of a campaign: profiles from observations and figures from their entries. These are parts of the statement that
 * writes a batch, which sees the tables as they were before.
 */
import { type RawBuilder, sql } from 'kysely';
import { rowsOfColumns } from '../../db/columns.ts';
import { type EntryBatch, IMPORTED_ID, OBSERVED } from './batches.ts';
import { type LockedCampaign, shares } from './rows.ts';

const SUMS = {
  posted_items_count: 'posts',
  reply_count: 'replies',
  score_trillionths: 'score_trillionths',
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
  ...Object.keys(SUMS),
];

/** The observed users with their ids; new users get the next ids, unless they bring one along. */
export function observedUsers(
  { id, last_user_id }: LockedCampaign,
  { observed, isImported }: Pick<EntryBatch, 'observed' | 'isImported'>,
): RawBuilder<unknown> {
  const types = isImported ? { ...OBSERVED, ...IMPORTED_ID } : OBSERVED;
  return sql`
    observed as materialized (
      select seen.*, coalesce(known.id, ${isImported ? sql`seen.imported_id::int, ` : sql``}${last_user_id}::int
        + count(*) filter (where known.id is null) over (order by number rows unbounded preceding))::int as id
      from (${rowsOfColumns(observed, types)}) as seen
      left join lateral (
        select id from campaign_user
        where list_key = campaign_list_key(${id}, seen.user_type) and user_id_order = id_order(seen.user_id)
        limit 1 -- one by one from the index, however many the planner expects
      ) as known on true
    )`;
}

/**
 * Writes each user once, with profile and sums, because a row of this table is in many indexes. Sums are updated by
 * differences; only the number of entries on changed days, and the first entry if one was removed, are read. New users need no
 * read. `followed` is each user with new and old values.
 */
export function followedUsers(campaign: LockedCampaign): RawBuilder<unknown> {
  return sql`${deltas(campaign)}, ${followed(campaign)}, ${userWrites(campaign)}`;
}

/** The differences of the sums of users; per day first, because a score depends on the entries of each day. */
function deltas({ id: campaignId, last_user_id }: LockedCampaign) {
  return sql`
    delta as materialized (
      select user_id as id, whole_sum(posts) as posts, whole_sum(replies) as replies,
        whole_sum(score_millionths) as score_millionths, whole_sum(stat1) as stat1, whole_sum(stat2) as stat2,
        whole_sum(stat3) as stat3, min(first_at) as first_at, bool_or(has_left) as has_left,
        whole_sum(day_score(former + posts) - day_score(former)) as score_trillionths
      from (
        select *, case when posts = 0 or user_id > ${last_user_id} then 0 else (
          select count(*) from campaign_entry as entry
          where entry.campaign_id = ${campaignId} and entry.user_id = per_day.user_id
            and published_at >= day and published_at < day + interval '24 hours'
        ) end as former
        from (
          select user_id, ${startOfDay(sql`published_at`)} as day, sum(sign) as posts,
            sum(sign) filter (where is_reply) as replies, whole_sum(sign * score_millionths) as score_millionths,
            sum(sign * stat1) as stat1, sum(sign * stat2) as stat2, sum(sign * stat3) as stat3,
            min(published_at) filter (where sign > 0) as first_at, bool_or(has_left) as has_left
          from (${shares}) as share group by user_id, day
        ) as per_day
        offset 0 -- counted once, although read twice
      ) as counted
      group by user_id
    )`;
}

function followed({ id: campaignId, last_user_id }: LockedCampaign) {
  return sql`
    followed as materialized (
      select coalesce(observed.id, delta.id) as id, coalesce(old.user_type, observed.user_type) as user_type,
        coalesce(old.user_id, observed.user_id) as user_id,
        ${sql.join(PROFILE.map((name) => latest(name)))},
        case when observed.followers_at >= old.followers_at then observed.followers
          else coalesce(old.followers, observed.followers) end as followers,
        ${latest('following', sql`null`)}, ${latest('posts_published', sql`null`)},
        greatest(old.profile_at, observed.profile_at) as profile_at,
        greatest(old.followers_at, observed.followers_at) as followers_at,
        least(delta.first_at, case when delta.has_left then (
          select published_at from campaign_entry as entry
          where entry.campaign_id = ${campaignId} and entry.user_id = delta.id
            and entry.id not in (select id from changed where is_moved and id is not null)
          order by published_at limit 1
        ) else old.first_at end) as first_at,
        ${sql.join(Object.entries(SUMS).map(([sum, added]) => movedOn(sum, added)))},
        old.first_at as was_first_at, old.followers as was_followers
      from observed full join delta on delta.id = observed.id
      left join lateral (
        select * from campaign_user
        where campaign_id = ${campaignId} and campaign_user.id = coalesce(observed.id, delta.id)
          and campaign_user.id <= ${last_user_id} -- new ones are not looked for
        limit 1
      ) as old on true
    )`;
}

function userWrites({ id: campaignId }: LockedCampaign) {
  const columns = (table: string) => sql.join(WRITTEN.map((name) => sql.ref(`${table}.${name}`)));
  return sql`
    inserted_user as (
      insert into campaign_user (campaign_id, id, user_type, user_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${campaignId}::bigint, id, user_type, user_id, ${columns('followed')} from followed
      where was_first_at is null and first_at is not null
    ), updated_user as (
      update campaign_user as person set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`followed.${name}`)}`))}
      from followed where person.campaign_id = ${campaignId} and person.id = followed.id and followed.first_at is not null
        and was_first_at is not null and (${columns('person')}) is distinct from (${columns('followed')})
    ), deleted_user as (
      delete from campaign_user where campaign_id = ${campaignId}
        and id in (select id from followed where first_at is null and was_first_at is not null)
    ), numbered_users as (
      update campaign set last_user_id = highest.id from (select max(id) as id from followed) as highest
      where campaign.id = ${campaignId} and last_user_id < highest.id
    )`;
}

/** The start of the UTC day. */
export function startOfDay(at: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`date_bin('24 hours', ${at}, timestamptz 'epoch')`;
}

/** A value of the newer observation wins; an older observation fills unknown values. */
function latest(column: string, fallback = sql`''`) {
  const [given, old] = [sql.ref(`observed.${column}`), sql.ref(`old.${column}`)];
  return sql`coalesce(case when observed.profile_at >= old.profile_at then ${given} else nullif(${old}, ${fallback}) end,
    ${old}, ${given}, ${fallback}) as ${sql.ref(column)}`;
}

function movedOn(sum: string, added: string) {
  return sql`(coalesce(${sql.ref(`old.${sum}`)}, 0) + coalesce(${sql.ref(`delta.${added}`)}, 0))::bigint as ${sql.ref(sum)}`;
}
