-- Partners who send articles themselves: a source of the kind `guest_api`, and keys that write for it.

alter table source drop constraint source_kind_check,
  add constraint source_kind_check check (kind in ('feed', 'guest_api')),
  add constraint source_feed_url check (kind <> 'feed' or settings ->> 'url' is not null);

-- The source that a key with the scope `guest:write` writes for. It is on the site of the key.
create table api_key_source (
  api_key_id bigint primary key,
  site_id bigint not null,
  source_id bigint not null,
  foreign key (api_key_id, site_id) references api_key_site on delete cascade,
  foreign key (site_id, source_id) references source on delete cascade
);
create index api_key_source_source on api_key_source (site_id, source_id);

-- `gone`: the source took it back.
alter table source_item drop constraint source_item_state_check,
  add constraint source_item_state_check
    check (state in ('new', 'held', 'published', 'rejected', 'duplicate', 'skipped', 'gone', 'erased'));

-- The files that a source uploaded: its items may show them while they are private.
create table source_media (
  site_id bigint not null,
  source_id bigint not null,
  media_id bigint not null,
  primary key (site_id, source_id, media_id),
  foreign key (site_id, source_id) references source on delete cascade,
  foreign key (site_id, media_id) references media on delete cascade
);
create index source_media_media on source_media (site_id, media_id);
