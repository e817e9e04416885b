insert into "campaign_day" (campaign_id, network, "day", "posts", "new_contributors", "stat1", "stat2", "stat3", "contributors",
  "entries", "hashtags", format)
select $1::bigint, *, 1::smallint from unnest(
  $2::text[], $3::int[],
  $4::int[], $5::int[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[])
on conflict (campaign_id, network, "day") do update set
"posts" = "excluded"."posts", "new_contributors" = "excluded"."new_contributors", "stat1" = "excluded"."stat1",
  "stat2" = "excluded"."stat2", "stat3" = "excluded"."stat3", "contributors" = "excluded"."contributors",
  "entries" = "excluded"."entries", "hashtags" = "excluded"."hashtags", "format" = "excluded"."format"
