-- Links to what an article would look like. Whoever has a token reads the working copy, for seven days.
alter table site add preview_url text;

create table preview (
  site_id bigint not null,
  uid uuid not null,
  id bigint generated always as identity,
  token_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, uid, id),
  foreign key (site_id, uid) references article on delete cascade
);
create index preview_age on preview (expires_at);

-- A link ends with its article, whichever way that is deleted, and stays ended when the article is restored.
create function delete_previews() returns trigger language plpgsql as $$
begin
  delete from preview where site_id = new.site_id and uid = new.uid;
  return null;
end $$;
create trigger article_trashed after update of deleted_at on article
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function delete_previews();
