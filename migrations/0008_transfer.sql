-- What an import remembers until it is finished, so that one that was killed goes on where it was.

create table import (
  id bigint generated always as identity primary key,
  -- of the first line: by it an interrupted import is known again
  source bytea not null unique,
  -- lines that are done, and the hash of all of them
  lines bigint not null default 0,
  digest bytea,
  -- how many of each noun were new, changed or as they were
  counts jsonb not null default '{}',
  started_at timestamptz not null default now()
);

-- Lines that did not go in. Those with their text name something that was not there yet: they are tried again at the end.
create table import_line (
  import_id bigint not null references import on delete cascade,
  line bigint not null,
  -- the place of the noun in the order in which things need each other
  noun_order integer not null,
  reason text not null,
  text text,
  primary key (import_id, line)
);

-- Articles that feature others which were not published yet.
create table import_feature (
  import_id bigint not null references import on delete cascade,
  site_id bigint not null,
  article_id bigint not null,
  featured_articles bigint[] not null,
  primary key (import_id, site_id, article_id)
);

-- What an article features is replaced with it, as its tags and authors are.
create index published_article_feature_article on published_article_feature (site_id, id);
