-- Autosaves: who saved which fields is kept for answers to conflicts, and a schedule keeps the version it publishes.

alter table article
  add updated_by text not null default '',
  -- the version that a schedule publishes, where autosaves followed it; null means the last one
  add scheduled_version integer,
  add constraint article_scheduled_version check (scheduled_version is null or state = 'scheduled');
update article set updated_by = revision.created_by from article_revision revision
where revision.site_id = article.site_id and revision.uid = article.uid and revision.number = article.version;

-- set for automatic revisions: when the first of the autosaves that this one replaced was saved
alter table article_revision add began_at timestamptz;

create table article_save (
  site_id bigint not null,
  uid uuid not null,
  version integer not null,
  version_before integer not null,
  fields text[] not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (site_id, uid, version),
  foreign key (site_id, uid) references article on delete cascade
);
create index article_save_age on article_save (saved_at);

create function record_article_save() returns trigger language plpgsql as $$
begin
  insert into article_save (site_id, uid, version, version_before, fields, saved_by, saved_at)
  select new.site_id, new.uid, new.version, old.version, coalesce(array_agg(key order by key), '{}'), new.updated_by, new.updated_at
  from jsonb_each(old.written) as before full join jsonb_each(new.written) as after using (key)
  where before.value is distinct from after.value
  on conflict do nothing;
  return null;
end $$;
create trigger article_saved after update of version on article
  for each row when (new.version > old.version) execute function record_article_save();
