-- The file of an item can be replaced: texts that have an earlier address still use the item, and the address leads to the new file.
alter table media add former_paths text[] not null default '{}';
create index media_former on media using gin (former_paths) where former_paths <> '{}';

create or replace function record_media_use(site bigint, used_by text, used_by_id text, content text) returns void language sql as $$
  with address as materialized (
    select distinct found[1] as dir, found[2] as name, found[3] as ext from regexp_matches(
      content, '/(?:files|thumbs)/(sites/[0-9]+)/([a-z0-9._-]*-[0-9a-f]{12})[^."/ ]*\.([a-z0-9]{2,5})', 'g') as found
  )
  insert into media_use (site_id, media_id, owner, owner_id)
  select site, locked.id, used_by, used_by_id
  from (
    select media.id from media
    where site_id = site and id in (
      select id from media join address using (dir, name, ext) where site_id = site
      union all
      select id from media where site_id = site and former_paths <> '{}'
        and former_paths && (select array_agg('/files/' || dir || '/' || name || '.' || ext) from address)
    )
    -- an item that is being deleted is waited for, and then not there
    for key share
  ) as locked
  on conflict do nothing
$$;
