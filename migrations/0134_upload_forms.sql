-- Forms: readers send texts and pictures. The address of a form has a token.

alter table source drop constraint source_kind_check,
  add constraint source_kind_check check (kind in ('feed', 'guest_api', 'upload_form')),
  add constraint source_form_token check (kind <> 'upload_form' or settings ->> 'form_token' is not null);
create unique index source_form on source ((settings ->> 'form_token')) where kind = 'upload_form';

-- What was sent with an item of a form. A challenge is solved once: its hash is the key.
create table form_submission (
  challenge_hash bytea primary key,
  site_id bigint not null,
  source_id bigint not null,
  external_key bytea not null,
  -- sha256 of the token in the link that the sender got
  receipt_hash bytea not null unique,
  name text not null,
  email text not null,
  -- the exact words: text, given
  consents jsonb not null,
  -- keyed hash of the client's network, for a day's limit; null later
  network_hash bytea,
  created_at timestamptz not null,
  foreign key (site_id, source_id, external_key) references source_item on delete cascade
);
create index form_submission_item on form_submission (site_id, source_id, external_key);
create index form_submission_network on form_submission (network_hash, created_at) where network_hash is not null;

-- Pictures that were uploaded with a solved challenge, before the form was sent.
create table form_file (
  challenge_hash bytea not null,
  site_id bigint not null,
  media_id bigint not null,
  primary key (challenge_hash, media_id),
  foreign key (site_id, media_id) references media on delete cascade
);
create index form_file_media on form_file (site_id, media_id);
