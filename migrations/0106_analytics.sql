-- Social campaigns: entries, the users who posted them, and the rollups that reports are computed from.
--
-- Every write locks the campaign's row first, so that counters, dense user ids and computed columns need no locks of their own.
-- Days and months are counted from 1970-01-01 UTC.

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
  -- the highest id of a campaign_user so far
  last_user_id integer not null default 0,
  version integer not null default 1
);
create index campaign_site on campaign (site_id, id);

-- The number of entries and users of each network.
create table campaign_network (
  campaign_id bigint not null references campaign on delete cascade,
  network text not null check (network in ('instagram', 'twitter', 'facebook', 'linkedin')),
  entries integer not null,
  users integer not null,
  primary key (campaign_id, network)
);

-- Digits sort by (length, text), so that 9 comes before 10; other ids follow as text. Not `strict`: PostgreSQL would not
-- inline it then, and this runs for every row of a batch.
create function id_order(id text) returns text language sql immutable parallel safe as $$
  select case when id <> '' and ltrim(id, '0123456789') = '' then '0' || lpad(length(id)::text, 4, '0') || id else '1' || id end
$$;

-- Campaign and network as one number: the list that an entry or a user belongs to. Indexes that begin with it are shorter and
-- compare faster than with a number and a text.
create function campaign_list_key(campaign_id bigint, network text) returns bigint language sql immutable parallel safe as $$
  select campaign_id * 8
    + case network when 'instagram' then 0 when 'twitter' then 1 when 'facebook' then 2 when 'linkedin' then 3 end
$$;

-- The score of an entry, (1 + stat1 + 2·stat2) · (1 + F / (F + 10000)) with F followers, in whole millionths, so that sums do
-- not depend on their order. The first case computes small numbers as bigint, which is faster and gives the same.
create function entry_score(stat1 integer, stat2 integer, followers integer) returns bigint
  language sql immutable parallel safe as $$
  select case
    when coalesce(stat1, 0) < 1000000 and coalesce(stat2, 0) < 1000000 and coalesce(followers, 0) < 1000000
    then (1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint) * 1000000
      + (2000000 * (1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint) * coalesce(followers, 0)
        + coalesce(followers, 0) + 10000) / (2 * (coalesce(followers, 0)::bigint + 10000))
    else round((1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint)
      * (1000000 + 1000000 * coalesce(followers, 0)::numeric / (coalesce(followers, 0)::bigint + 10000)))::bigint end
$$;

-- What a day adds to the score of a user with so many posts on it, log2(1 + posts), in whole trillionths: a score can be
-- updated by the days that changed, with the same result as computing it from all days.
create function day_score(posts bigint) returns bigint language sql immutable strict parallel safe as $$
  select round(ln((1 + posts)::float8) / ln(2::float8) * 1e12::float8)::bigint
$$;

-- sum(bigint) is numeric in PostgreSQL, which is slower; this one is bigint and fails on overflow.
create aggregate whole_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);

-- A contributor: (user_type, the network's user_id). There is a row if and only if the user has an entry. Users and entries
-- have no foreign key to their campaign: every write has locked it already, and the job that deletes it deletes them first.
create table campaign_user (
  campaign_id bigint not null,
  -- dense within the campaign: the user's bit in sets of contributors
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
  -- when these were last observed: an older observation that arrives late does not replace a newer one
  profile_at timestamptz not null,
  followers_at timestamptz,
  -- the rest is computed from the user's entries
  first_at timestamptz not null,
  posted_items_count integer not null,
  reply_count integer not null,
  score_trillionths bigint not null,
  score double precision not null generated always as (score_trillionths::float8 / 1e12::float8) stored,
  score_millionths_sum bigint not null,
  stat1_sum bigint not null,
  stat2_sum bigint not null,
  stat3_sum bigint not null,
  list_key bigint not null generated always as (campaign_list_key(campaign_id, user_type)) stored,
  primary key (campaign_id, id),
  -- the order of ids contains the id: one index finds a user and sorts users
  unique (list_key, user_id_order)
) with (fillfactor = 80);
create index campaign_user_first on campaign_user (list_key, first_at);
create index campaign_user_followers on campaign_user (list_key, coalesce(followers, -1), id);
create index campaign_user_following on campaign_user (list_key, coalesce(following, -1), id);
create index campaign_user_published on campaign_user (list_key, coalesce(posts_published, -1), id);
create index campaign_user_score on campaign_user (list_key, score, id);
create index campaign_user_username on campaign_user (list_key, username, id);
create index campaign_user_item_score on campaign_user (list_key, score_millionths_sum, id);
create index campaign_user_items on campaign_user (list_key, posted_items_count, id);

create table campaign_entry (
  campaign_id bigint not null,
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
  -- of the user, when this entry was last collected
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
  -- of the text, found when the entry is written: in lower case, without the #, each once
  hashtags text[] not null default '{}',
  list_key bigint not null generated always as (campaign_list_key(campaign_id, item_type)) stored,
  primary key (campaign_id, id),
  unique (list_key, item_id_order)
);
-- Everything that reports, ranges and rollups read of an entry, in the order of time.
create index campaign_entry_published on campaign_entry (list_key, published_at, id)
  include (user_id, stat1, stat2, stat3, score_millionths);
create index campaign_entry_user on campaign_entry (campaign_id, user_id, published_at)
  include (stat1, stat2, stat3, score_millionths, is_reply) where user_id is not null;
create index campaign_entry_score on campaign_entry (list_key, score_millionths, id);
create index campaign_entry_stat1 on campaign_entry (list_key, coalesce(stat1, -1), id);
create index campaign_entry_stat2 on campaign_entry (list_key, coalesce(stat2, -1), id);
create index campaign_entry_stat3 on campaign_entry (list_key, coalesce(stat3, -1), id);

-- The rollup of a day and network: packed (value, count) histograms, the packed set of contributors, and the packed entries and
-- hashtags in the order of time. A row is exact unless campaign_stale_day has the day; no row means no entries.
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
  entries bytea not null,
  hashtags bytea not null,
  -- how the bytes are packed: PACKED_FORMAT of core/packed-format.ts when the row was written
  format smallint not null,
  primary key (campaign_id, network, day)
);
-- The rollup of a month and network; exact while none of its days is stale.
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
  format smallint not null,
  primary key (campaign_id, network, month)
);

-- Days whose rollup is stale. The transaction that changes entries inserts the row; the one that rebuilds the day deletes it.
create table campaign_stale_day (
  campaign_id bigint not null references campaign on delete cascade,
  network text not null,
  day integer not null,
  first_marked_at timestamptz not null default now(),
  marked_at timestamptz not null default now(),
  primary key (campaign_id, network, day)
);

-- The users' followers, four bytes each, by user id: potential_reach adds them up without reading a row per user.
create table campaign_followers (
  campaign_id bigint not null references campaign on delete cascade,
  part integer not null,
  followers bytea not null,
  format smallint not null,
  primary key (campaign_id, part)
);

-- Packed bytes hardly compress: PostgreSQL need not try.
alter table campaign_day alter stat1 set storage external, alter stat2 set storage external, alter stat3 set storage external,
  alter contributors set storage external, alter entries set storage external, alter hashtags set storage external;
alter table campaign_month alter stat1 set storage external, alter stat2 set storage external, alter stat3 set storage external,
  alter contributors set storage external;
alter table campaign_followers alter followers set storage external;
