-- Addresses of files that were deleted although something used them: what is served shows nothing there, however often it is
-- rendered again from texts that keep them. No upload gets such an address; an import may bring the file back to it.
create table deleted_media (
  site_id bigint not null references site on delete cascade,
  path text not null,
  primary key (site_id, path)
);

create function media_is_back() returns trigger language plpgsql as $$
begin
  delete from deleted_media
  where site_id = new.site_id and path = any (array_append(new.former_paths, '/files/' || new.dir || '/' || new.name || '.' || new.ext));
  return null;
end
$$;
create trigger is_back after insert on media for each row execute function media_is_back();
