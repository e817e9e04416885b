-- E-mail: each source of the kind `email` has an address, and the messages to it are stored until they are items, and 30 days longer.

alter table source drop constraint source_kind_check,
  add constraint source_kind_check check (kind in ('feed', 'guest_api', 'upload_form', 'email')),
  add constraint source_mail_name check (kind <> 'email' or settings ->> 'mail_name' is not null);
create unique index source_mail on source ((settings ->> 'mail_name')) where kind = 'email';

-- Addresses that were replaced, and still take mail for a while.
create table retired_mail_name (
  name text primary key,
  site_id bigint not null,
  source_id bigint not null,
  until timestamptz not null,
  foreign key (site_id, source_id) references source on delete cascade
);
create index retired_mail_name_source on retired_mail_name (site_id, source_id);

create table inbound_message (
  site_id bigint not null,
  id bigint generated always as identity,
  source_id bigint not null,
  -- where the raw message is; null once it is deleted
  storage_key text unique,
  sha256 bytea not null,
  size integer not null,
  -- what the sending server said: address, helo, from
  envelope jsonb not null,
  state text not null default 'new' check (state in ('new', 'taken')),
  -- the item that it became
  external_key bytea,
  from_name text not null default '',
  from_address text not null default '',
  -- attachments that were not taken: name, reason
  refused_files jsonb not null default '[]',
  received_at timestamptz not null default now(),
  -- when the raw message is deleted
  raw_until timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, source_id) references source on delete cascade
);
create index inbound_message_item on inbound_message (site_id, source_id, external_key);
create index inbound_message_stored on inbound_message (raw_until) where storage_key is not null;

-- The files that came with a message, so that they can be erased with it.
create table inbound_file (
  site_id bigint not null,
  message_id bigint not null,
  media_id bigint not null,
  primary key (site_id, message_id, media_id),
  foreign key (site_id, message_id) references inbound_message on delete cascade,
  foreign key (site_id, media_id) references media on delete cascade
);
create index inbound_file_media on inbound_file (site_id, media_id);

alter table source_item
  -- keyed hash of the sender's e-mail address, so that everything from it is found
  add column sender_key bytea,
  drop constraint source_item_erased,
  add constraint source_item_erased check (state <> 'erased' or (external_id = '' and title = '' and url is null and uid is null
    and upstream is null and raw is null and person_key is null and sender_key is null));
create index source_item_sender on source_item (site_id, sender_key) where sender_key is not null;
