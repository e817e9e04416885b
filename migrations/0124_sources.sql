-- Sources of articles from elsewhere, and the ledger of every item that they offered.
--
-- The job of a poll writes the items and the validators of the feed in one transaction; the job of an item writes its article and
-- its state in another. So every item is taken once, however often the process dies.

create sequence source_id;

create table source (
  site_id bigint not null references site,
  id bigint not null,
  kind text not null check (kind in ('feed')),
  name text not null,
  section_id bigint not null,
  category_id bigint,
  author_ids bigint[] not null,
  tags text[] not null,
  -- whether its articles wait for an editor
  approval text not null check (approval in ('hold', 'auto')),
  -- of a feed: url, backlog, update_policy, min_interval
  settings jsonb not null,
  active boolean not null,
  pause_reason text check (pause_reason in ('person', 'gone')),
  paused_at timestamptz,

  -- Where reading goes on: validators, redirects that were seen, whether guids repeat.
  cursor jsonb not null default '{}',
  interval_s integer not null,
  next_poll_at timestamptz,
  last_poll_at timestamptz,
  last_success_at timestamptz,
  last_new_at timestamptz,
  -- failed polls in a row
  failures integer not null default 0,
  -- code, message, at
  last_error jsonb,

  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, section_id) references section,
  foreign key (site_id, category_id) references article_category
);
create unique index source_feed on source (site_id, (settings ->> 'url')) where kind = 'feed';
create index source_category on source (site_id, category_id);

-- One row per item that a source offered, also per item that was refused: `reason` says why. A job deletes the rows of a deleted
-- source in batches.
create table source_item (
  site_id bigint not null,
  source_id bigint not null,
  -- sha256 of the external id
  external_key bytea not null,
  id bigint generated always as identity,
  external_id text not null,
  title text not null,
  url text,
  -- `held` and `published` name what was done with it; what has become of the article, the article says
  state text not null check (state in ('new', 'held', 'published', 'rejected', 'duplicate', 'skipped')),
  reason text,
  uid uuid,
  content_hash bytea not null,
  -- the version of the article that has this content
  taken_version integer,
  -- a later content that was not applied, because an editor had changed the article
  upstream jsonb,
  -- the content, until `raw_until`
  raw jsonb,
  raw_until timestamptz,
  seen_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (site_id, source_id, external_key)
);
create index source_item_of_site on source_item (site_id, id);
create index source_item_of_source on source_item (site_id, source_id, id);
create index source_item_article on source_item (site_id, uid) where uid is not null;
create index source_item_raw on source_item (raw_until) where raw_until is not null;

-- What an item is known by over all sources of a site. The first one that claims a key has it.
create table item_identity (
  site_id bigint not null,
  kind text not null check (kind in ('url', 'text')),
  key bytea not null,
  source_id bigint not null,
  external_key bytea not null,
  seen_at timestamptz not null,
  primary key (site_id, kind, key),
  foreign key (site_id, source_id, external_key) references source_item on delete cascade
);
create index item_identity_of_item on item_identity (site_id, source_id, external_key);
create index item_identity_age on item_identity (seen_at);
