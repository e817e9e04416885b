select 'month'::text as unit, network, "month" as at, rollup.xmin::text as version, posts
from unnest($1::text[], $2::int[],
  $3::int[]) as asked (of_network, since, until)
join "campaign_month" as rollup on campaign_id = $4 and network = of_network
and "month" >= since and "month" < until union all
select 'day'::text as unit, network, "day" as at, rollup.xmin::text as version, posts
from unnest($5::text[], $6::int[],
  $7::int[]) as asked (of_network, since, until)
join "campaign_day" as rollup on campaign_id = $8 and network = of_network
and "day" >= since and "day" < until
