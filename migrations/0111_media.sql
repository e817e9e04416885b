-- Media: files that editors, forms and imports bring, and the pictures that are made of them.

-- What is served of media begins with this address; empty means relative to the service. The service sets it at start.
alter table site add column media_url text not null default '';
alter table site add column cache_remote_images boolean not null default false;
create table media_settings (
  is_only boolean primary key default true check (is_only),
  media_url text not null
);

-- Bytes in the storage, by the SHA-256 of what is served. A row is written after its bytes, and bytes are deleted before their
-- row, so that no row is without them.
create table blob (
  sha256 bytea primary key,
  size bigint not null,
  mime text not null,
  -- of pictures
  width integer,
  height integer,
  pages integer,
  has_alpha boolean not null default false,
  thumbhash text,
  color text,
  -- `purging`: its bytes are being deleted
  state text not null default 'present' check (state in ('present', 'purging')),
  orphan_since timestamptz
);
create index blob_orphan on blob (orphan_since) where orphan_since is not null;

create sequence media_id;
create table media (
  site_id bigint not null references site,
  id bigint not null,
  sha256 bytea not null references blob,
  -- of the file as it came: the same file again is the same item
  received_sha256 bytea not null,
  -- the address is /files/<dir>/<name>.<ext>
  dir text not null,
  name text not null,
  ext text not null,
  -- where another installation served it
  legacy_path text,
  title text not null default '',
  alt_text text,
  credit text,
  caption text not null default '',
  focal_x integer not null default 50 check (focal_x between 0 and 100),
  focal_y integer not null default 50 check (focal_y between 0 and 100),
  origin text not null check (origin in ('upload', 'email', 'form', 'guest', 'remote', 'import')),
  source_url text,
  rights jsonb,
  created_by text not null,
  created_at timestamptz not null default now(),
  orphan_since timestamptz,
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, received_sha256),
  unique (dir, name, ext)
);
create index media_blob on media (sha256);
create index media_legacy on media (site_id, legacy_path) where legacy_path is not null;
create index media_orphan on media (orphan_since) where orphan_since is not null;

-- Written in the transaction of what uses it. An article's rows name all that its revisions use.
create table media_use (
  site_id bigint not null,
  media_id bigint not null,
  owner text not null,
  owner_id text not null,
  primary key (site_id, media_id, owner, owner_id),
  foreign key (site_id, media_id) references media
);
create index media_use_owner on media_use (site_id, owner, owner_id);

create table remote_image (
  site_id bigint not null references site,
  url_hash bytea not null,
  url text not null,
  media_id bigint,
  state text not null check (state in ('waiting', 'cached', 'failed', 'gone')),
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (site_id, url_hash),
  foreign key (site_id, media_id) references media on delete set null (media_id)
);
create index remote_image_media on remote_image (site_id, media_id) where media_id is not null;

-- Pictures in the storage that were made of a blob; they can be made again.
create table thumb (
  sha256 bytea not null,
  variant text not null,
  bytes bigint not null,
  last_used_on timestamptz not null default now(),
  primary key (sha256, variant)
);
create index thumb_last_used on thumb (last_used_on);

-- Triggers derive uses from the texts, so that the API, imports, the timer and restored revisions all count.
create function record_media_use(site bigint, used_by text, used_by_id text, content text) returns void language sql as $$
  insert into media_use (site_id, media_id, owner, owner_id)
  select site, locked.id, used_by, used_by_id
  from (
    select media.id from media
    where site_id = site and (dir, name, ext) in (
      select found[1], found[2], found[3] from regexp_matches(
        content, '/(?:files|thumbs)/(sites/[0-9]+)/([a-z0-9._-]*-[0-9a-f]{12})[^."/ ]*\.([a-z0-9]{2,5})', 'g') as found
    )
    -- an item that is being deleted is waited for, and then not there
    for key share
  ) as locked
  on conflict do nothing
$$;

-- All revisions of an article count until the article itself is deleted.
create function article_revision_uses_media() returns trigger language plpgsql as $$
begin
  perform record_media_use(new.site_id, 'article', new.uid::text, new.written::text);
  return null;
end
$$;
create trigger uses_media after insert or update of written on article_revision
  for each row when (strpos(new.written::text, '/sites/') > 0) execute function article_revision_uses_media();

create function forget_article_media() returns trigger language plpgsql as $$
begin
  delete from media_use where site_id = old.site_id and owner = 'article' and owner_id = old.uid::text;
  return null;
end
$$;
create trigger forgets_media after delete on article for each row execute function forget_article_media();

-- The columns that may name media are the arguments of the trigger.
create function row_uses_media() returns trigger language plpgsql as $$
declare
  before text := '';
  after text := '';
  this jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  that jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  id text := coalesce(this ->> 'id', that ->> 'id');
  site bigint := coalesce(this ->> 'site_id', that ->> 'site_id');
begin
  for at in 0 .. tg_nargs - 1 loop
    before := before || ' ' || coalesce(that ->> tg_argv[at], '');
    after := after || ' ' || coalesce(this ->> tg_argv[at], '');
  end loop;
  if before = after then return null; end if;
  if strpos(before, '/sites/') > 0 then
    delete from media_use where media_use.site_id = site and owner = tg_table_name and owner_id = id;
  end if;
  if strpos(after, '/sites/') > 0 then
    perform record_media_use(site, tg_table_name::text, id, after);
  end if;
  return null;
end
$$;
create trigger uses_media after insert or update of cover_url, open_graph or delete on section
  for each row execute function row_uses_media('cover_url', 'open_graph');
create trigger uses_media after insert or update of cover_url, body or delete on page
  for each row execute function row_uses_media('cover_url', 'body');
create trigger uses_media after insert or update of avatar, about or delete on author
  for each row execute function row_uses_media('avatar', 'about');
create trigger uses_media after insert or update of cover_url or delete on issue
  for each row execute function row_uses_media('cover_url');
create trigger uses_media after insert or update of cover_url, description, images or delete on event
  for each row execute function row_uses_media('cover_url', 'description', 'images');

-- Documents are large and written often: most are passed over without becoming jsonb.
create function document_uses_media() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and strpos(old.doc, '/sites/') > 0 then
    delete from media_use where site_id = old.site_id and owner = 'published_article' and owner_id = old.id::text;
  end if;
  if tg_op <> 'DELETE' and strpos(new.doc, '/sites/') > 0 then
    perform record_media_use(new.site_id, 'published_article', new.id::text, new.doc);
  end if;
  return null;
end
$$;
create trigger uses_media after insert or update of doc or delete on published_article
  for each row execute function document_uses_media();
