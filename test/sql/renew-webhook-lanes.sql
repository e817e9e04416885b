with mine as (
  select lane.row_id from
  unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[])
  as leased("site_id", "webhook_id", "article_id", claim, pause_ms)
  cross join lateral (
    select lane.ctid as row_id, lane.* from "webhook_lane" as lane
    where "lane"."site_id" = "leased"."site_id" and "lane"."webhook_id" = "leased"."webhook_id"
      and "lane"."article_id" = "leased"."article_id" and lane.claim = leased.claim for update skip locked
  ) as lane
), renewed as (
  update "webhook_lane" as lane set next_at = clock_timestamp() + $6::float8 * interval '1 millisecond'
  from mine where lane.ctid = mine.row_id
)
select lane.claim from
unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::float8[])
as leased("site_id", "webhook_id", "article_id", claim, pause_ms)
cross join lateral (
  select lane.ctid as row_id, lane.* from "webhook_lane" as lane
  where "lane"."site_id" = "leased"."site_id" and "lane"."webhook_id" = "leased"."webhook_id"
    and "lane"."article_id" = "leased"."article_id" and lane.claim = leased.claim offset 0
) as lane
