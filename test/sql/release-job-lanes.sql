with given_back as (
  select "lane"."kind", "lane"."key",
    (select job.run_at from job where job.kind = lane.kind and job.key = lane.key order by job.id limit 1) as first_due,
  clock_timestamp() + leased.pause_ms * interval '1 millisecond' as pause_end, leased.pause_ms > 0 as pauses
  from "job_lane" as lane join unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
  as leased("kind", "key", claim, pause_ms) on "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key"
    and lane.claim = leased.claim
), dry as (
  delete from "job_lane" as lane using given_back
  where "lane"."kind" = "given_back"."kind" and "lane"."key" = "given_back"."key" and given_back.first_due is null
), waiting as (
  update "job_lane" as lane
  set claim = null, next_at = case when pauses then greatest(first_due, pause_end) else first_due end
  from given_back
  where "lane"."kind" = "given_back"."kind" and "lane"."key" = "given_back"."key" and given_back.first_due is not null
  returning lane.next_at
)
select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from waiting
