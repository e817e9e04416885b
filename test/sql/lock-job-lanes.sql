select lane.claim from "job_lane" as lane join unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
as held("kind", "key", claim, pause_ms) on "lane"."kind" = "held"."kind" and "lane"."key" = "held"."key"
  and lane.claim = held.claim for update of lane
