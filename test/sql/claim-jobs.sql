with due as (
  select waiting.*
  from unnest($1::text[], $2::int[])
  as lane_group(kind, capacity)
  cross join lateral (
    select lane.ctid as row_id, lane.next_at, lane.claim is not null as is_abandoned
    from "job_lane" as lane
    where lane.kind = lane_group.kind and lane.next_at > '-infinity' and lane.next_at <= statement_timestamp()
    order by lane.next_at
    limit lane_group.capacity
    for update skip locked
  ) as waiting
  limit $3
)
update "job_lane" as lane
set claim = (random() * 9007199254740991)::bigint, next_at = clock_timestamp() + $4::float8 * interval '1 millisecond',
  holder = $5
from due
where lane.ctid = due.row_id
returning "lane"."kind", "lane"."key", lane.claim, due.is_abandoned,
(extract(epoch from statement_timestamp() - due.next_at) * 1000)::float8 as late_ms
