select lane.claim from "job_lane" as lane join unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
as leased("kind", "key", claim, pause_ms) on "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key"
  and lane.claim = leased.claim for update of lane
