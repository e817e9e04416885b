with given_back as (
  select lane.row_id, (select delivery.created_at from webhook_delivery delivery
    where delivery.site_id = lane.site_id and delivery.webhook_id = lane.webhook_id
    and delivery.article_id = lane.article_id and delivery.state = 'pending'
    order by delivery.content_version, delivery.id limit 1) as first_due,
  clock_timestamp() + leased.pause_ms * interval '1 millisecond' as pause_end, leased.pause_ms > 0 as pauses
  from
  unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[])
  as leased("site_id", "webhook_id", "article_id", claim, pause_ms)
  cross join lateral (
    select lane.ctid as row_id, lane.* from "webhook_lane" as lane
    where "lane"."site_id" = "leased"."site_id" and "lane"."webhook_id" = "leased"."webhook_id"
      and "lane"."article_id" = "leased"."article_id" and lane.claim = leased.claim offset 0
  ) as lane
), dry as (
  delete from "webhook_lane" as lane using given_back
  where lane.ctid = given_back.row_id and given_back.first_due is null
), waiting as (
  update "webhook_lane" as lane
  set claim = null, next_at = case when pauses then greatest(first_due, pause_end) else first_due end
  from given_back
  where lane.ctid = given_back.row_id and given_back.first_due is not null
  returning lane.next_at
)
select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from waiting
