select (extract(epoch from min(first.next_at) - clock_timestamp()) * 1000)::float8 as ms
from unnest($1::text[], $2::int[])
as lane_group(kind, capacity)
cross join lateral (
  select lane.next_at from "job_lane" as lane
  where lane.kind = lane_group.kind and lane.next_at > '-infinity' order by lane.next_at limit 1
) as first
