select lane.claim from
unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
as leased("kind", "key", claim, pause_ms)
cross join lateral (
  select lane.ctid as row_id, lane.* from "job_lane" as lane
  where "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key" and lane.claim = leased.claim for update
) as lane
