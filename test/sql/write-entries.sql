with
observed as materialized (
  select seen.*, coalesce(known.id, $1::int
    + count(*) filter (where known.id is null) over (order by number rows unbounded preceding))::int as id
  from (
    select "user_type" as "user_type", "user_id" as "user_id", "username" as "username", "fullname" as "fullname",
      "bio" as "bio", "profile_url" as "profile_url", "profile_picture_url" as "profile_picture_url", "followers" as "followers",
      "following" as "following", "posts_published" as "posts_published", "profile_at" as "profile_at",
      "followers_at" as "followers_at", number
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::int[],
      $11::int[], $12::timestamptz[], $13::timestamptz[]) with ordinality
    as sent ("user_type", "user_id", "username", "fullname", "bio", "profile_url", "profile_picture_url", "followers",
      "following", "posts_published", "profile_at", "followers_at", number)) as seen
  left join lateral (
    select id from campaign_user
    where list_key = campaign_list_key($14, seen.user_type) and user_id_order = id_order(seen.user_id)
    limit 1
  ) as known on true
),
given as (
  select *, (array(select id from observed order by number))[place] as user_id
  from (
    select "item_type" as "item_type", "item_id" as "item_id", "cleared"::text[] as "cleared", "published_at" as "published_at",
      "place" as "place", "followers" as "followers", "is_reply" as "is_reply", "stat1" as "stat1", "stat2" as "stat2",
      "stat3" as "stat3", "item_url" as "item_url", "image_url" as "image_url", "text" as "text",
      "hashtags"::text[] as "hashtags", "post_type" as "post_type", "article_id" as "article_id",
      "article_ids"::bigint[] as "article_ids", "last_successful_data_update_at" as "last_successful_data_update_at",
      "last_data_update_attempt_at" as "last_data_update_attempt_at",
      "last_data_update_failure_reason" as "last_data_update_failure_reason", "users_in_photo" as "users_in_photo",
      "engagement_count" as "engagement_count", "impressions_count" as "impressions_count",
      "reach_count" as "reach_count", "saved_count" as "saved_count", number
    from unnest($15::text[], $16::text[], $17::text[], $18::timestamptz[], $19::int[], $20::int[], $21::bool[], $22::int[],
      $23::int[], $24::int[], $25::text[], $26::text[], $27::text[], $28::text[], $29::text[], $30::bigint[], $31::text[],
      $32::timestamptz[], $33::timestamptz[], $34::jsonb[], $35::jsonb[], $36::int[], $37::int[], $38::int[],
      $39::int[]) with ordinality
    as sent ("item_type", "item_id", "cleared", "published_at", "place", "followers", "is_reply", "stat1", "stat2", "stat3",
      "item_url", "image_url", "text", "hashtags", "post_type", "article_id", "article_ids", "last_successful_data_update_at",
      "last_data_update_attempt_at", "last_data_update_failure_reason", "users_in_photo", "engagement_count",
      "impressions_count", "reach_count", "saved_count", number)) as sent
), changed as materialized (
  select old.id, given.item_type as network,
  (old.published_at, old.user_id) is distinct from (merged.published_at, merged.user_id) as is_moved,
  "old"."user_id" as "was_user_id", "old"."published_at" as "was_published_at", "old"."is_reply" as "was_is_reply",
    "old"."score_millionths" as "was_score_millionths", "old"."stat1" as "was_stat1", "old"."stat2" as "was_stat2",
    "old"."stat3" as "was_stat3",
  entry_score(merged.stat1, merged.stat2, merged.followers) as score_millionths, merged.*, given.item_id
  from given left join lateral (
    select * from campaign_entry
    where list_key = campaign_list_key($40, given.item_type) and item_id_order = id_order(given.item_id)
    limit 1
  ) as old on true
  cross join lateral (
    select given.published_at,
      coalesce("given"."user_id", case when ('user_id' = any(given.cleared)) is not true then "old"."user_id" end) as "user_id",
      coalesce("given"."stat1", case when ('stat1' = any(given.cleared)) is not true then "old"."stat1" end) as "stat1",
      coalesce("given"."stat2", case when ('stat2' = any(given.cleared)) is not true then "old"."stat2" end) as "stat2",
      case when given.item_type in ('twitter', 'facebook') then coalesce("given"."stat3",
      case when ('stat3' = any(given.cleared)) is not true then "old"."stat3" end) end as stat3,
      coalesce("given"."post_type",
      case when ('post_type' = any(given.cleared)) is not true then "old"."post_type" end) as "post_type",
      coalesce("given"."article_id",
      case when ('article_id' = any(given.cleared)) is not true then "old"."article_id" end) as "article_id",
      coalesce("given"."last_successful_data_update_at",
      case when ('last_successful_data_update_at' = any(given.cleared)) is not true then "old"."last_successful_data_update_at" end) as "last_successful_data_update_at", coalesce("given"."last_data_update_attempt_at", case when ('last_data_update_attempt_at' = any(given.cleared)) is not true then "old"."last_data_update_attempt_at" end) as "last_data_update_attempt_at", coalesce("given"."last_data_update_failure_reason", case when ('last_data_update_failure_reason' = any(given.cleared)) is not true then "old"."last_data_update_failure_reason" end) as "last_data_update_failure_reason", coalesce(given.followers, old.followers) as followers,
    coalesce("given"."is_reply", "old"."is_reply", false) as "is_reply",
      coalesce("given"."item_url", "old"."item_url", '') as "item_url",
      coalesce("given"."image_url", "old"."image_url", '') as "image_url",
      coalesce("given"."text", "old"."text", '') as "text",
      coalesce("given"."hashtags", "old"."hashtags", '{}') as "hashtags",
      coalesce("given"."article_ids", "old"."article_ids", '{}') as "article_ids",
      coalesce("given"."users_in_photo", "old"."users_in_photo", '[]') as "users_in_photo",
      coalesce("given"."engagement_count", "old"."engagement_count", 0) as "engagement_count",
      coalesce("given"."impressions_count", "old"."impressions_count", 0) as "impressions_count",
      coalesce("given"."reach_count", "old"."reach_count", 0) as "reach_count",
      coalesce("given"."saved_count", "old"."saved_count", 0) as "saved_count"
  ) as merged
  where old.id is null or ("old"."published_at", "old"."followers", "old"."user_id", "old"."stat1", "old"."stat2", "old"."stat3",
    "old"."post_type", "old"."article_id", "old"."last_successful_data_update_at", "old"."last_data_update_attempt_at",
    "old"."last_data_update_failure_reason", "old"."is_reply", "old"."item_url", "old"."image_url", "old"."text",
    "old"."hashtags", "old"."article_ids", "old"."users_in_photo", "old"."engagement_count", "old"."impressions_count",
    "old"."reach_count", "old"."saved_count") is distinct
    from ("merged"."published_at", "merged"."followers", "merged"."user_id", "merged"."stat1", "merged"."stat2",
    "merged"."stat3", "merged"."post_type", "merged"."article_id", "merged"."last_successful_data_update_at",
    "merged"."last_data_update_attempt_at", "merged"."last_data_update_failure_reason", "merged"."is_reply",
    "merged"."item_url", "merged"."image_url", "merged"."text", "merged"."hashtags", "merged"."article_ids",
    "merged"."users_in_photo", "merged"."engagement_count", "merged"."impressions_count", "merged"."reach_count",
    "merged"."saved_count")
), inserted_entry as (
  insert into campaign_entry (campaign_id, item_type, item_id, "published_at", "followers", "user_id", "stat1", "stat2", "stat3",
    "post_type", "article_id", "last_successful_data_update_at", "last_data_update_attempt_at",
    "last_data_update_failure_reason", "is_reply", "item_url", "image_url", "text", "hashtags", "article_ids",
    "users_in_photo", "engagement_count", "impressions_count", "reach_count", "saved_count")
  select $41::bigint, network, item_id, "changed"."published_at", "changed"."followers", "changed"."user_id", "changed"."stat1",
    "changed"."stat2", "changed"."stat3", "changed"."post_type", "changed"."article_id",
    "changed"."last_successful_data_update_at", "changed"."last_data_update_attempt_at",
    "changed"."last_data_update_failure_reason", "changed"."is_reply", "changed"."item_url", "changed"."image_url",
    "changed"."text", "changed"."hashtags", "changed"."article_ids", "changed"."users_in_photo",
    "changed"."engagement_count", "changed"."impressions_count", "changed"."reach_count", "changed"."saved_count"
    from changed where id is null
), updated_entry as (
  update campaign_entry as entry set
  "published_at" = "changed"."published_at", "followers" = "changed"."followers", "user_id" = "changed"."user_id",
    "stat1" = "changed"."stat1", "stat2" = "changed"."stat2", "stat3" = "changed"."stat3", "post_type" = "changed"."post_type",
    "article_id" = "changed"."article_id", "last_successful_data_update_at" = "changed"."last_successful_data_update_at",
    "last_data_update_attempt_at" = "changed"."last_data_update_attempt_at",
    "last_data_update_failure_reason" = "changed"."last_data_update_failure_reason", "is_reply" = "changed"."is_reply",
    "item_url" = "changed"."item_url", "image_url" = "changed"."image_url", "text" = "changed"."text",
    "hashtags" = "changed"."hashtags", "article_ids" = "changed"."article_ids",
    "users_in_photo" = "changed"."users_in_photo", "engagement_count" = "changed"."engagement_count",
    "impressions_count" = "changed"."impressions_count", "reach_count" = "changed"."reach_count",
    "saved_count" = "changed"."saved_count"
  from changed where entry.campaign_id = $42 and entry.id = changed.id and changed.id is not null
),
delta as materialized (
  select user_id as id, whole_sum(posts) as posts, whole_sum(replies) as replies,
  whole_sum(score_millionths) as score_millionths, whole_sum(stat1) as stat1, whole_sum(stat2) as stat2,
  whole_sum(stat3) as stat3, min(first_at) as first_at, bool_or(has_left) as has_left,
  whole_sum(day_score(former + posts) - day_score(former)) as score_trillionths
  from (
    select *, case when posts = 0 or user_id > $43 then 0 else (
      select count(*) from campaign_entry as entry
      where entry.campaign_id = $44 and entry.user_id = per_day.user_id
      and published_at >= day and published_at < day + interval '24 hours'
    ) end as former
    from (
      select user_id, date_bin('24 hours', published_at, timestamptz 'epoch') as day, sum(sign) as posts,
      sum(sign) filter (where is_reply) as replies, whole_sum(sign * score_millionths) as score_millionths,
      sum(sign * stat1) as stat1, sum(sign * stat2) as stat2, sum(sign * stat3) as stat3,
      min(published_at) filter (where sign > 0) as first_at, bool_or(has_left) as has_left
      from (
        select -1 as sign, is_moved as has_left, "was_user_id" as "user_id", "was_published_at" as "published_at",
          "was_is_reply" as "is_reply", "was_score_millionths" as "score_millionths", "was_stat1" as "stat1",
          "was_stat2" as "stat2", "was_stat3" as "stat3"
        from changed where was_user_id is not null
        union all select 1, false, "user_id", "published_at", "is_reply", "score_millionths", "stat1", "stat2", "stat3"
          from changed where user_id is not null) as share group by user_id, day
    ) as per_day
    offset 0
  ) as counted
  group by user_id
),
followed as materialized (
  select coalesce(observed.id, delta.id) as id, coalesce(old.user_type, observed.user_type) as user_type,
  coalesce(old.user_id, observed.user_id) as user_id,
  coalesce(case when observed.profile_at >= old.profile_at then "observed"."username" else nullif("old"."username", '') end,
    "old"."username", "observed"."username", '') as "username",
      coalesce(case when observed.profile_at >= old.profile_at then "observed"."fullname" else nullif("old"."fullname", '') end,
    "old"."fullname", "observed"."fullname", '') as "fullname",
      coalesce(case when observed.profile_at >= old.profile_at then "observed"."bio" else nullif("old"."bio", '') end,
    "old"."bio", "observed"."bio", '') as "bio",
      coalesce(case when observed.profile_at >= old.profile_at then "observed"."profile_url" else nullif("old"."profile_url",
      '') end,
    "old"."profile_url", "observed"."profile_url", '') as "profile_url",
      coalesce(case when observed.profile_at >= old.profile_at then "observed"."profile_picture_url" else nullif("old"."profile_picture_url", '') end,
    "old"."profile_picture_url", "observed"."profile_picture_url", '') as "profile_picture_url",
  case when observed.followers_at >= old.followers_at then observed.followers
  else coalesce(old.followers, observed.followers) end as followers,
  coalesce(case when observed.profile_at >= old.profile_at then "observed"."following" else nullif("old"."following", null) end,
    "old"."following", "observed"."following", null) as "following",
      coalesce(case when observed.profile_at >= old.profile_at then "observed"."posts_published" else nullif("old"."posts_published", null) end,
    "old"."posts_published", "observed"."posts_published", null) as "posts_published",
  greatest(old.profile_at, observed.profile_at) as profile_at,
  greatest(old.followers_at, observed.followers_at) as followers_at,
  least(delta.first_at, case when delta.has_left then (
      select published_at from campaign_entry as entry
      where entry.campaign_id = $45 and entry.user_id = delta.id
      and entry.id not in (select id from changed where is_moved and id is not null)
      order by published_at limit 1
    ) else old.first_at end) as first_at,
  (coalesce("old"."posted_items_count", 0) + coalesce("delta"."posts", 0))::bigint as "posted_items_count",
    (coalesce("old"."reply_count", 0) + coalesce("delta"."replies", 0))::bigint as "reply_count",
    (coalesce("old"."score_trillionths", 0) + coalesce("delta"."score_trillionths", 0))::bigint as "score_trillionths",
    (coalesce("old"."score_millionths_sum", 0) + coalesce("delta"."score_millionths", 0))::bigint as "score_millionths_sum",
    (coalesce("old"."stat1_sum", 0) + coalesce("delta"."stat1", 0))::bigint as "stat1_sum",
    (coalesce("old"."stat2_sum", 0) + coalesce("delta"."stat2", 0))::bigint as "stat2_sum",
    (coalesce("old"."stat3_sum", 0) + coalesce("delta"."stat3", 0))::bigint as "stat3_sum",
  old.first_at as was_first_at, old.followers as was_followers
  from observed full join delta on delta.id = observed.id
  left join lateral (
    select * from campaign_user
    where campaign_id = $46 and campaign_user.id = coalesce(observed.id, delta.id)
    and campaign_user.id <= $47
    limit 1
  ) as old on true
),
inserted_user as (
  insert into campaign_user (campaign_id, id, user_type, user_id, "username", "fullname", "bio", "profile_url",
    "profile_picture_url", "followers", "following", "posts_published", "profile_at", "followers_at", "first_at",
    "posted_items_count", "reply_count", "score_trillionths", "score_millionths_sum", "stat1_sum", "stat2_sum", "stat3_sum")
  select $48::bigint, id, user_type, user_id, "followed"."username", "followed"."fullname", "followed"."bio",
    "followed"."profile_url", "followed"."profile_picture_url", "followed"."followers", "followed"."following",
    "followed"."posts_published", "followed"."profile_at", "followed"."followers_at", "followed"."first_at",
    "followed"."posted_items_count", "followed"."reply_count", "followed"."score_trillionths",
    "followed"."score_millionths_sum", "followed"."stat1_sum", "followed"."stat2_sum", "followed"."stat3_sum" from followed
  where was_first_at is null and first_at is not null
), updated_user as (
  update campaign_user as person set
  "username" = "followed"."username", "fullname" = "followed"."fullname", "bio" = "followed"."bio",
    "profile_url" = "followed"."profile_url", "profile_picture_url" = "followed"."profile_picture_url",
    "followers" = "followed"."followers", "following" = "followed"."following",
    "posts_published" = "followed"."posts_published", "profile_at" = "followed"."profile_at",
    "followers_at" = "followed"."followers_at", "first_at" = "followed"."first_at",
    "posted_items_count" = "followed"."posted_items_count", "reply_count" = "followed"."reply_count",
    "score_trillionths" = "followed"."score_trillionths", "score_millionths_sum" = "followed"."score_millionths_sum",
    "stat1_sum" = "followed"."stat1_sum", "stat2_sum" = "followed"."stat2_sum", "stat3_sum" = "followed"."stat3_sum"
  from followed where person.campaign_id = $49 and person.id = followed.id and followed.first_at is not null
  and was_first_at is not null
    and ("person"."username", "person"."fullname", "person"."bio", "person"."profile_url", "person"."profile_picture_url",
    "person"."followers", "person"."following", "person"."posts_published", "person"."profile_at", "person"."followers_at",
    "person"."first_at", "person"."posted_items_count", "person"."reply_count", "person"."score_trillionths",
    "person"."score_millionths_sum", "person"."stat1_sum", "person"."stat2_sum", "person"."stat3_sum") is distinct
    from ("followed"."username", "followed"."fullname", "followed"."bio", "followed"."profile_url",
    "followed"."profile_picture_url", "followed"."followers", "followed"."following", "followed"."posts_published",
    "followed"."profile_at", "followed"."followers_at", "followed"."first_at", "followed"."posted_items_count",
    "followed"."reply_count", "followed"."score_trillionths", "followed"."score_millionths_sum",
    "followed"."stat1_sum", "followed"."stat2_sum", "followed"."stat3_sum")
), deleted_user as (
  delete from campaign_user where campaign_id = $50
  and id in (select id from followed where first_at is null and was_first_at is not null)
), numbered_users as (
  update campaign set last_user_id = highest.id from (select max(id) as id from followed) as highest
  where campaign.id = $51 and last_user_id < highest.id
),
counted as (
  insert into campaign_network as counted (campaign_id, network, entries, users)
  select $52::bigint, network, sum(entries), sum(users) from (
    select network, (published_at is not null)::int - (was_published_at is not null)::int as entries, 0 as users from changed
    union all
    select user_type, 0, (first_at is not null)::int - (was_first_at is not null)::int from followed
  ) as moved
  group by network having sum(entries) <> 0 or sum(users) <> 0
  on conflict (campaign_id, network) do update
  set entries = counted.entries + excluded.entries, users = counted.users + excluded.users
),
marked as (
  insert into campaign_stale_day (campaign_id, network, day)
  select $53::bigint, network, day from (
    select network, (extract(epoch from day) / 86400)::int as day from (
      select network, date_bin('24 hours', published_at, timestamptz 'epoch') as day from changed
      union select network, date_bin('24 hours', was_published_at, timestamptz 'epoch') from changed
      union select user_type, date_bin('24 hours', first_at, timestamptz 'epoch') from followed where first_at is distinct
        from was_first_at
      union select user_type, date_bin('24 hours', was_first_at, timestamptz 'epoch') from followed where first_at is distinct
        from was_first_at
    ) as days where day is not null) as stale order by network, day
  on conflict (campaign_id, network, day) do update set marked_at = clock_timestamp()
)
select *, (select coalesce(sum(entries), 0) from campaign_network) as former,
(select reltuples from pg_class where oid = 'campaign_entry'::regclass) as planned_for
from (select count(*) filter (where was_published_at is null) as created, count(*) as changed from changed) as counts,
(
  select coalesce(array_agg(id), '{}') as users, coalesce(array_agg(followers), '{}') as followers
  from followed where first_at is not null and (was_first_at is null or followers is distinct from was_followers)
) as others, (
  select coalesce(array_agg(part), '{}') as parts, coalesce(array_agg(followers), '{}') as packed,
  coalesce(array_agg(format), '{}') as formats
  from campaign_followers where campaign_id = $54
  and part in (select id / 1024 from followed where first_at is not null
    and (was_first_at is null or followers is distinct from was_followers))
) as known
