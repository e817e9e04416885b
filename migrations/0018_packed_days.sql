-- Days keep their entries packed, in the order of time: what is asked of a part of a day, of hours or of hashtags is added
-- up from some bytes an entry instead of from rows and their indexes.
alter table campaign_day
  add column entries bytea not null default '', alter column entries set storage external,
  add column hashtags bytea not null default '', alter column hashtags set storage external;
alter table campaign_day alter column entries drop default, alter column hashtags drop default;
-- Until they are rebuilt, all days are read from rows.
insert into campaign_stale_day (campaign_id, network, day) select campaign_id, network, day from campaign_day
  on conflict do nothing;

-- Hashtags are found with their day.
drop index campaign_entry_hashtags;
