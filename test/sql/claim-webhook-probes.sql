with probed as (
  update webhook set probe_at = clock_timestamp() + 20000 * interval '1 millisecond'
  where active and probe_at <= clock_timestamp() and exists (
    select from webhook_lane lane
    where lane.site_id = webhook.site_id and lane.webhook_id = webhook.id and lane.claim is null)
  returning site_id, id
), pulled as (
  update webhook_lane lane set next_at = least(lane.next_at, clock_timestamp())
  from probed cross join lateral (
    select first.article_id from webhook_lane first
    where first.site_id = probed.site_id and first.webhook_id = probed.id and first.claim is null
    and first.next_at > '-infinity'
    order by first.next_at limit 1 for update skip locked
  ) as first
  where lane.site_id = probed.site_id and lane.webhook_id = probed.id and lane.article_id = first.article_id
)
select * from probed
