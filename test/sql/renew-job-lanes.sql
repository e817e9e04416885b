with mine as (
  select "lane"."kind", "lane"."key" from "job_lane" as lane join unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
  as leased("kind", "key", claim, pause_ms) on "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key"
    and lane.claim = leased.claim for update of lane skip locked
), renewed as (
  update "job_lane" as lane set next_at = clock_timestamp() + $5::float8 * interval '1 millisecond'
  from mine where "lane"."kind" = "mine"."kind" and "lane"."key" = "mine"."key"
)
select lane.claim from "job_lane" as lane join unnest($6::text[], $7::text[], $8::bigint[], $9::float8[])
as leased("kind", "key", claim, pause_ms) on "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key"
  and lane.claim = leased.claim
