-- When readers saw which version of an article. An article that was published before this table existed, or by an import, gets its row
-- when that publication ends (features/articles/publications.ts).

create table article_publication (
  site_id bigint not null,
  uid uuid not null,
  -- from 1, in order
  number integer not null,
  version integer not null,
  published_at timestamptz not null,
  -- empty if it is not known
  published_by text not null,
  -- null while readers see it
  ended_at timestamptz,
  ended_by text,
  -- the version that readers saw next; null if the article was unpublished
  replaced_by integer,
  primary key (site_id, uid, number),
  foreign key (site_id, uid) references article on delete cascade,
  constraint article_publication_end check ((ended_at is null) = (ended_by is null)),
  constraint article_publication_replaced check (replaced_by is null or ended_at is not null)
);
