-- Hashtags of an entry's text, found when it is written: in small letters, without the #, each once.
alter table campaign_entry add column hashtags text[] not null default '{}';

-- All that a list of hashtags needs of an entry, in the order of time.
create index campaign_entry_hashtags on campaign_entry (campaign_id, item_type, published_at)
  include (hashtags, user_id, stat1, stat2, stat3) where hashtags <> '{}';
