with due as (
  select waiting.*
  from (
    select webhook.site_id, webhook.id as webhook_id,
      least(coalesce(known.capacity, $1::int), case when webhook.closed_at > clock_timestamp() - 3 * interval '1 second'
      then power(2, floor(extract(epoch from clock_timestamp() - webhook.closed_at)))::int - coalesce(known.claimed, 0)
      else 1000000 end) as capacity
    from webhook left join unnest($2::bigint[], $3::bigint[],
      $4::int[], $5::int[])
    as known(site_id, webhook_id, claimed, capacity)
    on known.site_id = webhook.site_id and known.webhook_id = webhook.id
    where webhook.active and webhook.probe_at is null
      and least(coalesce(known.capacity, $6::int), case when webhook.closed_at > clock_timestamp() - 3 * interval '1 second'
      then power(2, floor(extract(epoch from clock_timestamp() - webhook.closed_at)))::int - coalesce(known.claimed, 0)
      else 1000000 end) > 0
    order by coalesce(known.claimed, 0), random()
  ) as lane_group
  cross join lateral (
    select lane.ctid as row_id, lane.next_at, lane.claim is not null as is_abandoned
    from "webhook_lane" as lane
    where lane.site_id = lane_group.site_id and lane.webhook_id = lane_group.webhook_id and lane.next_at > '-infinity'
      and lane.next_at <= statement_timestamp()
    order by lane.next_at
    limit lane_group.capacity
    for update skip locked
  ) as waiting
  limit $7
)
update "webhook_lane" as lane
set claim = (random() * 9007199254740991)::bigint, next_at = clock_timestamp() + $8::float8 * interval '1 millisecond',
  holder = $9
from due
where lane.ctid = due.row_id
returning "lane"."site_id", "lane"."webhook_id", "lane"."article_id", lane.claim, due.is_abandoned,
(extract(epoch from statement_timestamp() - due.next_at) * 1000)::float8 as late_ms
