-- The trash: a deleted article is kept for 30 days. It is neither public nor scheduled, its slug is free for others, and it
-- does not keep what it names from being deleted: its section may be gone, and its text still says which one it was.
alter table article
  add deleted_at timestamptz,
  alter section_id drop not null,
  drop constraint article_site_id_section_id_article_url_key,
  add constraint article_section check (section_id is not null or deleted_at is not null),
  add constraint article_trash check (deleted_at is null or state not in ('scheduled', 'published'));
-- A row that is deleted is looked for by the key of what is served, where the uid had no index.
alter table published_article
  drop constraint published_article_site_id_uid_fkey,
  add foreign key (site_id, id) references article (site_id, id);
create unique index article_address on article (site_id, section_id, article_url) where deleted_at is null;
create index article_trash_site on article (site_id, deleted_at desc, uid) where deleted_at is not null;
create index article_trash_age on article (deleted_at) where deleted_at is not null;
