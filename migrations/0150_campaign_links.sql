-- Links to the figures of one campaign, for people without an account. Only the hash of a token is stored.
create table campaign_link (
  campaign_id bigint not null references campaign on delete cascade,
  id bigint generated always as identity,
  name text not null default '',
  token_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (campaign_id, id)
);
create index campaign_link_age on campaign_link (expires_at);

-- The entries of an article. Most entries have none, and are not in the index.
create index campaign_entry_article on campaign_entry using gin (article_ids) where article_ids <> '{}';
