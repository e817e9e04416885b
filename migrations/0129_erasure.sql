-- Erasure of items and people: what they brought is deleted, and a keyed hash keeps it from being collected again.

alter table source_item drop constraint source_item_state_check,
  add constraint source_item_state_check
    check (state in ('new', 'held', 'published', 'rejected', 'duplicate', 'skipped', 'erased')),
  -- keyed hash of the author, so that everything by one person is found
  add column person_key bytea;
create index source_item_person on source_item (site_id, person_key) where person_key is not null;

create table erasure_secret (
  only_row boolean primary key default true check (only_row),
  key bytea not null
);

create table erasure (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  done_at timestamptz,
  items integer not null default 0,
  articles integer not null default 0,
  media integer not null default 0,
  primary key (site_id, id)
);

-- Keyed hashes of what was erased: ids, pages, texts, people. Sources may be deleted; these stay.
create table erased_key (
  site_id bigint not null references site on delete cascade,
  hash bytea not null,
  primary key (site_id, hash)
);
