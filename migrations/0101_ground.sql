-- Sites, the nouns around articles, API keys, idempotent responses and imports.
--
-- Every key begins with site_id: no statement reaches another site's rows by mistake, and a distributed PostgreSQL can shard
-- by it. Each noun has one sequence for its ids. `version` counts saves; If-Match compares it.

-- Draws the next id of a noun, or accepts a given id and moves the sequence past it. Sequences do not roll back, so each lock
-- lasts only while the number is drawn, not until commit: a long import blocks nobody.
create function draw_id(numbers regclass, brought bigint) returns bigint language plpgsql as $$
declare
  gate constant bigint := hashtextextended('draw_id:' || numbers::text, 0);
  drawn bigint;
begin
  if brought is null then
    perform pg_advisory_lock_shared(gate);
    drawn := nextval(numbers);
    perform pg_advisory_unlock_shared(gate);
    return drawn;
  end if;
  perform pg_advisory_lock(gate);
  if brought > coalesce(pg_sequence_last_value(numbers), 0) then
    perform setval(numbers, brought);
  end if;
  perform pg_advisory_unlock(gate);
  return brought;
end
$$;

create sequence site_id;
create table site (
  id bigint primary key,
  name text not null,
  url text not null,
  locale text not null,
  time_zone text not null,
  api_key_required boolean not null,
  -- counts the commits that changed public content; every such write locks this row first
  content_version bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the change feed no longer has changes up to this version: an older cursor has missed some
  changes_forgotten bigint not null default 0,
  voting_enabled boolean not null default false
);

create sequence article_category_id;
create table article_category (
  site_id bigint not null references site,
  id bigint not null,
  name text not null,
  category_url text not null,
  order_number integer not null,
  color text,
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, category_url)
);

create sequence section_id;
create table section (
  site_id bigint not null references site,
  id bigint not null,
  name text not null,
  section_url text not null,
  description text not null default '',
  locale text not null,
  order_number integer not null,
  show_in_menu boolean not null default true,
  state text not null default 'public' check (state in ('public', 'hidden')),
  real_time boolean not null default false,
  category_id bigint,
  cover_url text,
  brand_color text,
  name_in_menus text,
  title_text text,
  open_graph jsonb,
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, section_url),
  foreign key (site_id, category_id) references article_category
);
create index section_category on section (site_id, category_id) where category_id is not null;

create sequence author_id;
create table author (
  site_id bigint not null references site,
  id bigint not null,
  firstname text not null,
  lastname text not null,
  job_title text not null default '',
  about text not null default '',
  short_description text not null default '',
  avatar text not null default '',
  links jsonb not null default '{}',
  order_number integer not null,
  tags text[] not null default '{}',
  version integer not null default 1,
  primary key (site_id, id)
);

create sequence page_id;
create table page (
  site_id bigint not null references site,
  id bigint not null,
  name text not null,
  menu_name text not null,
  url text not null,
  body text not null default '',
  summary text,
  meta_title text,
  cover_url text,
  show_in_menu boolean not null default true,
  visibility text not null default 'private' check (visibility in ('private', 'public', 'unlisted')),
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, url)
);

create sequence issue_id;
create table issue (
  site_id bigint not null references site,
  id bigint not null,
  number integer not null,
  name text not null,
  issue_url text not null,
  published boolean not null default false,
  cover_url text,
  brand_color text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, number),
  unique (site_id, issue_url)
);

create sequence event_id;
create sequence event_image_id;
create sequence event_location_id;
create sequence event_organizer_id;
-- An event owns its images, venue and organizer: they are read and written only with the event.
create table event (
  site_id bigint not null references site,
  id bigint not null,
  name text not null,
  summary text not null default '',
  description text,
  start_date timestamptz not null,
  end_date timestamptz not null check (end_date >= start_date),
  all_day boolean not null default false,
  published_at timestamptz,
  registration_deadline timestamptz,
  signup text,
  free_admission boolean,
  tickets text,
  cover_url text,
  categories text[] not null default '{}',
  languages text[] not null default '{}',
  tags text[] not null default '{}',
  themes text[] not null default '{}',
  images jsonb not null default '[]',
  location jsonb,
  organizer jsonb,
  version integer not null default 1,
  -- true from `published_at` on. The write or the timer sets it under the lock of the site's row. Reads compare no times, so
  -- one version of a site always serves the same events.
  is_served boolean not null default false,
  primary key (site_id, id)
);
create index event_order on event (site_id, start_date, id);

create sequence featured_item_container_id;
create table featured_item_container (
  site_id bigint not null references site,
  id bigint not null,
  identifier text not null,
  name text not null,
  link text not null default '',
  order_number integer not null,
  type_restriction text not null default '',
  version integer not null default 1,
  primary key (site_id, id)
);

create sequence api_key_id;
create table api_key (
  id bigint primary key,
  name text not null,
  scopes text[] not null,
  -- a column, not "no rows in api_key_site": deleting a site must never give a key more sites
  all_sites boolean not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create table api_key_site (
  api_key_id bigint not null references api_key on delete cascade,
  site_id bigint not null references site,
  primary key (api_key_id, site_id)
);
create index api_key_site_site on api_key_site (site_id);

-- The response to a POST with an Idempotency-Key, written in the transaction of the command.
create table remembered_answer (
  caller text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  -- null if the response showed a secret: then a repeat is a conflict
  body text,
  created_at timestamptz not null default now(),
  primary key (caller, idempotency_key)
);
create index remembered_answer_age on remembered_answer (created_at);

-- The state of an import until it is finished: a killed import continues from here.
create table import (
  id bigint generated always as identity primary key,
  -- hash of the first line, by which an interrupted import is recognised
  source bytea not null unique,
  -- how many lines are done, and the hash of all of them
  lines bigint not null default 0,
  digest bytea,
  -- how many rows of each noun were new, changed or unchanged
  counts jsonb not null default '{}',
  started_at timestamptz not null default now()
);

-- Lines that were not imported. Those with a text name something that did not exist yet: they are retried at the end.
create table import_line (
  import_id bigint not null references import on delete cascade,
  line bigint not null,
  -- the position of the noun in the order of dependencies
  noun_order integer not null,
  reason text not null,
  text text,
  primary key (import_id, line)
);
