with mine as (
  select "lane"."site_id", "lane"."webhook_id", "lane"."article_id"
    from "webhook_lane" as lane join unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[])
  as leased("site_id", "webhook_id", "article_id", claim, pause_ms) on "lane"."site_id" = "leased"."site_id"
    and "lane"."webhook_id" = "leased"."webhook_id" and "lane"."article_id" = "leased"."article_id"
    and lane.claim = leased.claim for update of lane skip locked
), renewed as (
  update "webhook_lane" as lane set next_at = clock_timestamp() + $6::float8 * interval '1 millisecond'
  from mine where "lane"."site_id" = "mine"."site_id" and "lane"."webhook_id" = "mine"."webhook_id"
    and "lane"."article_id" = "mine"."article_id"
)
select lane.claim from "webhook_lane" as lane join unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::float8[])
as leased("site_id", "webhook_id", "article_id", claim, pause_ms) on "lane"."site_id" = "leased"."site_id"
  and "lane"."webhook_id" = "leased"."webhook_id" and "lane"."article_id" = "leased"."article_id" and lane.claim = leased.claim
