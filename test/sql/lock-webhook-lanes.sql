select lane.claim from
unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[])
as leased("site_id", "webhook_id", "article_id", claim, pause_ms)
cross join lateral (
  select lane.ctid as row_id, lane.* from "webhook_lane" as lane
  where "lane"."site_id" = "leased"."site_id" and "lane"."webhook_id" = "leased"."webhook_id"
    and "lane"."article_id" = "leased"."article_id" and lane.claim = leased.claim for update
) as lane
