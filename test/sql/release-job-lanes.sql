with given_back as (
  select lane.row_id,
    (select job.run_at from job where job.kind = lane.kind and job.key = lane.key order by job.id limit 1) as first_due,
  clock_timestamp() + leased.pause_ms * interval '1 millisecond' as pause_end, leased.pause_ms > 0 as pauses
  from
  unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
  as leased("kind", "key", claim, pause_ms)
  cross join lateral (
    select lane.ctid as row_id, lane.* from "job_lane" as lane
    where "lane"."kind" = "leased"."kind" and "lane"."key" = "leased"."key" and lane.claim = leased.claim offset 0
  ) as lane
), dry as (
  delete from "job_lane" as lane using given_back
  where lane.ctid = given_back.row_id and given_back.first_due is null
), waiting as (
  update "job_lane" as lane
  set claim = null, next_at = case when pauses then greatest(first_due, pause_end) else first_due end
  from given_back
  where lane.ctid = given_back.row_id and given_back.first_due is not null
  returning lane.next_at
)
select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from waiting
