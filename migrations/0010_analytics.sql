-- Social campaigns: entries, the users who posted them, and the rollups that reports are read from.
--
-- Every key begins with campaign_id. The campaign's row is the lock of all writes to it, so that its counters, its dense
-- user ids and what is computed of its users need no locks of their own. Days and months are counted from 1970-01-01 UTC.

create sequence campaign_id;
create table campaign (
  id bigint primary key,
  site_id bigint not null references site,
  -- null for a campaign of the whole site; not a foreign key, because a campaign outlives its section
  section_id bigint,
  name text not null,
  last_update_at timestamptz not null default now(),
  update_enabled boolean not null default true,
  disabled_by_user boolean not null default false,
  facebook_access_token_expired boolean not null default false,
  facebook_password_changed boolean not null default false,
  instagram_access_token_invalid boolean not null default false,
  twitter_access_token_invalid boolean not null default false,
  twitter_spam_protection_triggered boolean not null default false,
  being_deleted boolean not null default false,
  section_deleted boolean not null default false,
  old_articles_fetched boolean not null default false,
  facebook_connected boolean not null default false,
  instagram_connected boolean not null default false,
  twitter_connected boolean not null default false,
  is_initiated boolean not null default true,
  -- the highest id of a campaign_user that was ever given
  last_user_id integer not null default 0,
  version integer not null default 1
);
create index campaign_site on campaign (site_id, id);

-- How many entries and users of each network there are, without counting.
create table campaign_network (
  campaign_id bigint not null references campaign on delete cascade,
  network text not null check (network in ('instagram', 'twitter', 'facebook', 'linkedin')),
  entries integer not null,
  users integer not null,
  primary key (campaign_id, network)
);

-- Digits compare by (length, text), so that 9 comes before 10 without being read as a number; other ids follow as text.
create function id_order(id text) returns text language sql immutable strict parallel safe as $$
  select case when id ~ '^[0-9]+$' then '0' || lpad(length(id)::text, 4, '0') || id else '1' || id end
$$;

-- The score of an entry in whole millionths, so that sums of it do not depend on their order:
-- (1 + stat1 + 2·stat2) · (1 + F / (F + 10000)), where F are the followers.
create function entry_score(stat1 integer, stat2 integer, followers integer) returns bigint
  language sql immutable parallel safe as $$
  select round((1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint)
    * (1000000 + 1000000 * coalesce(followers, 0)::numeric / (coalesce(followers, 0)::bigint + 10000)))::bigint
$$;

-- What a day adds to the score of a user who posted so often on it, log2(1 + posts), in whole trillionths: so a score can be
-- moved on by the days that changed, and is the same as if it were computed from all of them.
create function day_score(posts bigint) returns bigint language sql immutable strict parallel safe as $$
  select round(ln((1 + posts)::float8) / ln(2::float8) * 1e12::float8)::bigint
$$;

-- A contributor: (user_type, user_id of the network). There is a row if and only if there is an entry.
create table campaign_user (
  campaign_id bigint not null references campaign on delete cascade,
  -- dense and local to the campaign: the bit of the user in sets of contributors
  id integer not null,
  user_type text not null check (user_type in ('instagram', 'twitter', 'facebook', 'linkedin')),
  user_id text not null,
  user_id_order text collate "C" not null generated always as (id_order(user_id)) stored,
  username text collate "C" not null default '',
  fullname text not null default '',
  bio text not null default '',
  profile_url text not null default '',
  profile_picture_url text not null default '',
  followers integer check (followers >= 0),
  following integer check (following >= 0),
  posts_published integer check (posts_published >= 0),
  -- when these were observed last: an older observation that comes late does not replace a newer one
  profile_at timestamptz not null,
  followers_at timestamptz,
  -- what follows is computed from the user's entries
  first_at timestamptz not null,
  posted_items_count integer not null,
  reply_count integer not null,
  score_trillionths bigint not null,
  score double precision not null generated always as (score_trillionths::float8 / 1e12::float8) stored,
  score_millionths_sum bigint not null,
  stat1_sum bigint not null,
  stat2_sum bigint not null,
  stat3_sum bigint not null,
  primary key (campaign_id, id),
  -- the order of ids contains the id: one index finds a user and sorts users
  unique (campaign_id, user_type, user_id_order)
) with (fillfactor = 80);
create index campaign_user_first on campaign_user (campaign_id, user_type, first_at);
create index campaign_user_followers on campaign_user (campaign_id, user_type, coalesce(followers, -1), id);
create index campaign_user_following on campaign_user (campaign_id, user_type, coalesce(following, -1), id);
create index campaign_user_published on campaign_user (campaign_id, user_type, coalesce(posts_published, -1), id);
create index campaign_user_score on campaign_user (campaign_id, user_type, score, id);
create index campaign_user_username on campaign_user (campaign_id, user_type, username, id);
create index campaign_user_item_score on campaign_user (campaign_id, user_type, score_millionths_sum, id);
create index campaign_user_items on campaign_user (campaign_id, user_type, posted_items_count, id);

create table campaign_entry (
  campaign_id bigint not null references campaign on delete cascade,
  id bigint not null generated always as identity,
  item_type text not null check (item_type in ('instagram', 'twitter', 'facebook', 'linkedin')),
  item_id text not null,
  item_id_order text collate "C" not null generated always as (id_order(item_id)) stored,
  published_at timestamptz not null,
  user_id integer,
  is_reply boolean not null default false,
  -- null: the network hides it. Unknown is not zero.
  stat1 integer check (stat1 >= 0),
  stat2 integer check (stat2 >= 0),
  stat3 integer check (stat3 >= 0),
  -- of the poster, when this entry was last collected
  followers integer check (followers >= 0),
  score_millionths bigint not null generated always as (entry_score(stat1, stat2, followers)) stored,
  item_url text not null default '',
  image_url text not null default '',
  text text not null default '',
  post_type text,
  article_id bigint,
  article_ids bigint[] not null default '{}',
  last_successful_data_update_at timestamptz,
  last_data_update_attempt_at timestamptz,
  last_data_update_failure_reason jsonb,
  users_in_photo jsonb not null default '[]',
  engagement_count integer not null default 0,
  impressions_count integer not null default 0,
  reach_count integer not null default 0,
  saved_count integer not null default 0,
  primary key (campaign_id, id),
  unique (campaign_id, item_type, item_id_order)
);
-- What reports, ranges and rollups need of an entry stands in this index, in the order of time.
create index campaign_entry_published on campaign_entry (campaign_id, item_type, published_at, id)
  include (user_id, stat1, stat2, stat3, score_millionths);
create index campaign_entry_user on campaign_entry (campaign_id, user_id, published_at)
  include (stat1, stat2, stat3, score_millionths, is_reply) where user_id is not null;
create index campaign_entry_score on campaign_entry (campaign_id, item_type, score_millionths, id);
create index campaign_entry_stat1 on campaign_entry (campaign_id, item_type, coalesce(stat1, -1), id);
create index campaign_entry_stat2 on campaign_entry (campaign_id, item_type, coalesce(stat2, -1), id);
create index campaign_entry_stat3 on campaign_entry (campaign_id, item_type, coalesce(stat3, -1), id);

-- What a day's entries of one network add up to: packed (value, count) histograms and the packed set of contributors.
-- Without a mark in campaign_stale_day a row is exact, and no row says that there are no entries.
create table campaign_day (
  campaign_id bigint not null references campaign on delete cascade,
  network text not null,
  day integer not null,
  posts integer not null,
  new_contributors integer not null,
  stat1 bytea not null,
  stat2 bytea not null,
  stat3 bytea not null,
  contributors bytea not null,
  primary key (campaign_id, network, day)
);
-- The same of a month; exact while none of its days is marked.
create table campaign_month (
  campaign_id bigint not null references campaign on delete cascade,
  network text not null,
  month integer not null,
  posts integer not null,
  new_contributors integer not null,
  stat1 bytea not null,
  stat2 bytea not null,
  stat3 bytea not null,
  contributors bytea not null,
  primary key (campaign_id, network, month)
);
-- Packed bytes are small numbers already: compressing them again would cost more time than it saves room.
alter table campaign_day alter stat1 set storage external, alter stat2 set storage external,
  alter stat3 set storage external, alter contributors set storage external;
alter table campaign_month alter stat1 set storage external, alter stat2 set storage external,
  alter stat3 set storage external, alter contributors set storage external;

-- Days whose rollup is out of date. Written by the transaction that changes entries, removed by the one that rebuilds.
create table campaign_stale_day (
  campaign_id bigint not null references campaign on delete cascade,
  network text not null,
  day integer not null,
  first_marked_at timestamptz not null default now(),
  marked_at timestamptz not null default now(),
  primary key (campaign_id, network, day)
);

-- Followers of the users, four bytes each, by id: what potential_reach adds up without reading a row for each user.
create table campaign_followers (
  campaign_id bigint not null references campaign on delete cascade,
  part integer not null,
  followers bytea not null,
  primary key (campaign_id, part)
);
alter table campaign_followers alter followers set storage external;
