-- Articles: the tables that editors write, and the tables that the content API reads.
--
-- `article` and its revisions have drafts and unpublished edits. The content API reads only the `published_…` tables, so a
-- draft cannot leak.

create sequence article_id;

create table article (
  site_id bigint not null references site,
  uid uuid not null,
  -- drawn at the first publication, under the lock of the site's row: ids grow in commit order
  id bigint,
  state text not null check (state in ('draft', 'pending', 'scheduled', 'published', 'unpublished')),
  version integer not null default 1,
  -- the version that was last published; if `version` is higher, there are unpublished edits
  published_version integer,
  -- null only in the trash: a section can be deleted while articles of it are there, and `written` still names it
  section_id bigint,
  category_id bigint,
  article_url text not null,
  title text not null,
  type text not null,
  source text not null,
  tags text[] not null,
  author_ids bigint[] not null,
  -- the article text: every field that editors write, including those of the columns above
  written jsonb not null,
  pinned_index integer,
  site_pinned_index integer,
  publish_at timestamptz,
  published_at timestamptz,
  modified_at timestamptz,
  -- number the publications of the section and of the site from 1; drawn at the first publication
  order_number integer,
  site_order_number integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- why the timer did not publish an article that was due
  publish_problem text,
  -- not null while the article is in the trash (30 days)
  deleted_at timestamptz,
  primary key (site_id, uid),
  unique (site_id, id),
  foreign key (site_id, section_id) references section,
  foreign key (site_id, category_id) references article_category,
  constraint article_schedule check ((state = 'scheduled') = (publish_at is not null)),
  constraint article_public_id check (id is not null or state not in ('published', 'unpublished')),
  constraint article_section check (section_id is not null or deleted_at is not null),
  constraint article_trash check (deleted_at is null or state not in ('scheduled', 'published'))
);
create unique index article_address on article (site_id, section_id, article_url) where deleted_at is null;
create index article_recent on article (site_id, updated_at desc, uid);
create index article_category_use on article (site_id, category_id) where category_id is not null;
create index article_author_use on article using gin (author_ids);
create index article_trash_site on article (site_id, deleted_at desc, uid) where deleted_at is not null;
create index article_trash_age on article (deleted_at) where deleted_at is not null;

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
  -- false while the section is hidden
  is_served boolean not null,
  -- JSON rendered once, at publication: for the content API, and for the `article` of a notification
  doc text not null,
  notification_json text not null,
  -- names the document in caches and entity tags; a column, so that every writer computes the same
  doc_hash text not null generated always as (md5(doc)) stored,
  primary key (site_id, id),
  foreign key (site_id, id) references article (site_id, id)
);
create index published_article_site on published_article (site_id, id) where is_served;
create index published_article_section on published_article (site_id, section_id, id) where is_served;
create index published_article_category on published_article (site_id, category_id, id) where is_served;
create index published_article_slug on published_article (site_id, article_url);
create index published_article_site_pin on published_article (site_id, site_pinned_index) where site_pinned_index is not null;
create index published_article_section_pin on published_article (site_id, section_id, pinned_index) where pinned_index is not null;
-- Two public articles never have the same address.
create unique index published_article_address on published_article (site_id, section_id, article_url);

-- Tags in lower case: filters ignore case.
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

-- Every article that a published text features, in the text's order, whether it is public or not: the document is rendered
-- again when one of them changes.
create table published_article_feature (
  site_id bigint not null,
  featured_id bigint not null,
  id bigint not null,
  position integer not null,
  primary key (site_id, featured_id, id),
  foreign key (site_id, id) references published_article on delete cascade
);
create index published_article_feature_article on published_article_feature (site_id, id);

-- How many articles each unfiltered list has: `site`, `section:7`, `category:3`, `author:2`, `tag:sea`, `issue:7`,
-- `featured_item_container:3`. Also how many publications were numbered, in the site and in a section: `drawn`, `drawn:7`.
create table article_count (
  site_id bigint not null references site,
  list_key text not null,
  total integer not null,
  primary key (site_id, list_key)
);

-- Every change of public content, in commit order. The change feed reads it, and webhook deliveries are made from it.
create table article_event (
  site_id bigint not null references site,
  content_version bigint not null,
  article_id bigint not null,
  action text not null check (action in ('publish', 'update', 'unpublish')),
  -- the audience: webhooks of the site and of the section (`all`), only of the site, or only of the section. A move between
  -- sections is one event each for the site, the old section and the new one. `feed` is for the change feed alone.
  scope text not null check (scope in ('all', 'site', 'section', 'feed')),
  section_id bigint not null,
  body text not null,
  -- the document from this version on; null for unpublish
  doc text,
  at timestamptz not null default now(),
  primary key (site_id, content_version, article_id, action)
);
create index article_event_age on article_event (at);

-- The articles of issues and of featured item containers, by public id, published or not; reads leave out what is not public.
create table issue_article (
  site_id bigint not null,
  issue_id bigint not null,
  article_id bigint not null,
  position integer not null,
  primary key (site_id, issue_id, article_id),
  foreign key (site_id, issue_id) references issue on delete cascade,
  foreign key (site_id, article_id) references article (site_id, id) on delete cascade
);
create index issue_article_article on issue_article (site_id, article_id);

create table featured_item_container_article (
  site_id bigint not null,
  featured_item_container_id bigint not null,
  article_id bigint not null,
  position integer not null,
  primary key (site_id, featured_item_container_id, article_id),
  foreign key (site_id, featured_item_container_id) references featured_item_container on delete cascade,
  foreign key (site_id, article_id) references article (site_id, id) on delete cascade
);
create index featured_item_container_article_article on featured_item_container_article (site_id, article_id);
create index featured_item_container_article_order
  on featured_item_container_article (site_id, featured_item_container_id, position, article_id);

-- Likes change often and concurrently: a table of their own, so that a vote locks no row that editors write. An article shows
-- the imported counts (`upvotes`, `downvotes`) plus the votes of visitors.
create table article_like (
  site_id bigint not null,
  article_id bigint not null,
  upvotes integer not null check (upvotes >= 0),
  downvotes integer not null check (downvotes >= 0),
  voted_up integer not null default 0 check (voted_up >= 0),
  voted_down integer not null default 0 check (voted_down >= 0),
  primary key (site_id, article_id),
  foreign key (site_id, article_id) references article (site_id, id) on delete cascade
);

-- One vote per visitor.
create table article_vote (
  site_id bigint not null,
  article_id bigint not null,
  -- a keyed hash: it identifies nobody and differs from site to site
  visitor bytea not null,
  vote smallint not null check (vote in (-1, 1)),
  primary key (site_id, article_id, visitor),
  foreign key (site_id, article_id) references article_like on delete cascade
);

-- Signs the visitors' cookies and keys the hashes above. Two random UUIDs have 244 random bits.
create table visitor_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);
insert into visitor_secret (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
