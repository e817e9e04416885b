with mine as (
  select lane.row_id from
  unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
  as leased("kind", "key", claim, pause_ms)
  cross join lateral (
    select lane.ctid as row_id, lane.* from "job_lane" as lane
    where "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key" and lane.claim = leased.claim for update skip locked
  ) as lane
), renewed as (
  update "job_lane" as lane set next_at = clock_timestamp() + $5::float8 * interval '1 millisecond'
  from mine where lane.ctid = mine.row_id
)
select lane.claim from
unnest($6::text[], $7::text[], $8::bigint[], $9::float8[])
as leased("kind", "key", claim, pause_ms)
cross join lateral (
  select lane.ctid as row_id, lane.* from "job_lane" as lane
  where "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key" and lane.claim = leased.claim offset 0
) as lane
