-- Readers vote, events fall due, and long lists of issues and containers are walked.

alter table site add column voting_enabled boolean not null default false;

-- What visitors voted, beside what was imported (`upvotes`, `downvotes`): an article shows the sum of the two.
alter table article_like
  add column voted_up integer not null default 0 check (voted_up >= 0),
  add column voted_down integer not null default 0 check (voted_down >= 0);

-- One vote a visitor. It hangs on the counters, not on the article: a vote then locks no row that editors write.
create table article_vote (
  site_id bigint not null,
  article_id bigint not null,
  -- a keyed hash: who voted cannot be read from here, nor followed from site to site
  visitor bytea not null,
  vote smallint not null check (vote in (-1, 1)),
  primary key (site_id, article_id, visitor),
  foreign key (site_id, article_id) references article_like on delete cascade
);

-- Signs the visitors' cookies and keys the hashes above. Two random UUIDs are 244 bits that nobody can guess.
create table visitor_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);
insert into visitor_secret (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- An event is served from `published_at` on: set by the write, or by the timer under the lock of the site's row. No clock is
-- asked when it is read, so what a version of the site serves is always the same.
alter table event add column is_served boolean not null default false;
update event set is_served = true where published_at <= now();
insert into job_lane (kind, key, next_at)
select 'events.publish', site_id || ':' || id, published_at from event where published_at > now();
insert into job (kind, key, payload, run_at)
select 'events.publish', site_id || ':' || id, jsonb_build_object('site_id', site_id, 'id', id), published_at
from event where published_at > now();

-- A container's list is read in its order, and only as far as is asked for.
create index featured_item_container_article_order
  on featured_item_container_article (site_id, featured_item_container_id, position, article_id);

-- Counts are kept of these lists too: `issue:7`, `featured_item_container:3`.
insert into article_count (site_id, list, total)
select site_id, list, count(*) from (
  select site_id, 'issue:' || issue_id as list, article_id as id from issue_article
  union all
  select site_id, 'featured_item_container:' || featured_item_container_id, article_id from featured_item_container_article
) as member join published_article using (site_id, id)
where is_served group by site_id, list;
