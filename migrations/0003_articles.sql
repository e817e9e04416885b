-- Articles: what editors see, and what is served.
--
-- `article` and its revisions hold drafts and pending edits. The published tables hold the snapshot that is served; the
-- content API reads nothing else, so a draft cannot leak through any path.

create sequence article_id;

create table article (
  site_id bigint not null references site,
  uid uuid not null,
  -- drawn at the first publication, under the lock of the site's row: ids grow in commit order
  id bigint,
  state text not null check (state in ('draft', 'pending', 'scheduled', 'published', 'unpublished')),
  version integer not null default 1,
  -- the version that was last published; behind `version` there are edits that nobody but editors sees
  published_version integer,
  section_id bigint not null,
  category_id bigint,
  article_url text not null,
  title text not null,
  type text not null,
  source text not null,
  tags text[] not null,
  author_ids bigint[] not null,
  -- every field that editors write, those of the columns above included
  written jsonb not null,
  pinned_index integer,
  site_pinned_index integer,
  publish_at timestamptz,
  published_at timestamptz,
  modified_at timestamptz,
  -- count publications in the section and in the site, from 1, drawn at the first
  order_number integer,
  site_order_number integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, uid),
  unique (site_id, id),
  unique (site_id, section_id, article_url),
  foreign key (site_id, section_id) references section,
  foreign key (site_id, category_id) references article_category
);
create index article_recent on article (site_id, updated_at desc, uid);
create index article_category_use on article (site_id, category_id) where category_id is not null;
create index article_author_use on article using gin (author_ids);

create table article_revision (
  site_id bigint not null,
  uid uuid not null,
  number integer not null,
  written jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (site_id, uid, number),
  foreign key (site_id, uid) references article on delete cascade
);

create table published_article (
  site_id bigint not null,
  id bigint not null,
  uid uuid not null,
  section_id bigint not null,
  category_id bigint,
  article_url text not null,
  pinned_index integer,
  site_pinned_index integer,
  -- false while its section is hidden
  is_served boolean not null,
  -- the wire JSON, made once, at publication: of the content API, and of the article in a notification
  doc text not null,
  notice text not null,
  primary key (site_id, id),
  foreign key (site_id, uid) references article
);
create index published_article_site on published_article (site_id, id) where is_served;
create index published_article_section on published_article (site_id, section_id, id) where is_served;
create index published_article_category on published_article (site_id, category_id, id) where is_served;
create index published_article_slug on published_article (site_id, article_url);
create index published_article_site_pin on published_article (site_id, site_pinned_index) where site_pinned_index is not null;
create index published_article_section_pin on published_article (site_id, section_id, pinned_index) where pinned_index is not null;

-- Tags are compared without regard to case: they are kept in lower case here.
create table published_article_tag (
  site_id bigint not null,
  tag text not null,
  id bigint not null,
  primary key (site_id, tag, id),
  foreign key (site_id, id) references published_article on delete cascade
);
create index published_article_tag_article on published_article_tag (site_id, id);

create table published_article_author (
  site_id bigint not null,
  author_id bigint not null,
  id bigint not null,
  primary key (site_id, author_id, id),
  foreign key (site_id, id) references published_article on delete cascade
);
create index published_article_author_article on published_article_author (site_id, id);

create table published_article_feature (
  site_id bigint not null,
  featured_id bigint not null,
  id bigint not null,
  primary key (site_id, featured_id, id),
  foreign key (site_id, id) references published_article on delete cascade
);

-- How many articles each unfiltered list has: `site`, `section:7`, `category:3`, `author:2`, `tag:sea`; and how many
-- publications were numbered so far, in all and in a section: `drawn`, `drawn:7`.
create table article_count (
  site_id bigint not null references site,
  list text not null,
  total integer not null,
  primary key (site_id, list)
);

-- Every change of what is served, in commit order: the change feed reads it, and deliveries will.
create table article_event (
  site_id bigint not null references site,
  content_version bigint not null,
  article_id bigint not null,
  action text not null check (action in ('publish', 'update', 'unpublish')),
  -- who hears of it: the site and the section; for a move the site, the old section and the new one each by itself; of a
  -- rendering that left the address as it was, nobody but readers of the change feed
  scope text not null check (scope in ('all', 'site', 'section', 'feed')),
  section_id bigint not null,
  body text not null,
  -- the article as the content API serves it from this version on; null for unpublish
  doc text,
  at timestamptz not null default now(),
  primary key (site_id, content_version, article_id, action)
);
create index article_event_age on article_event (at);

-- Changes up to this version are no longer in the feed: a cursor before it has missed some.
alter table site add column changes_forgotten bigint not null default 0;
