select lane.claim from "webhook_lane" as lane join unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[])
as held("site_id", "webhook_id", "article_id", claim, pause_ms) on "lane"."site_id" = "held"."site_id"
  and "lane"."webhook_id" = "held"."webhook_id" and "lane"."article_id" = "held"."article_id"
  and lane.claim = held.claim for update of lane
