-- Every attempt to upload a picture with a solved challenge, refused or not, for about an hour. What was not sent by then is deleted.
drop table form_file;
create table form_upload (
  id bigint generated always as identity primary key,
  challenge_hash bytea not null,
  site_id bigint not null,
  source_id bigint not null,
  -- keyed hash of the client's network
  network_hash bytea not null,
  -- null while the file is received, and if it was refused
  media_id bigint,
  -- bytes that it takes of the room for waiting pictures; while it is received, as many as it may have; 0 if it was refused
  size bigint not null check (size >= 0),
  is_sent boolean not null default false,
  created_at timestamptz not null,
  foreign key (site_id, media_id) references media on delete set null (media_id)
);
create index form_upload_challenge on form_upload (challenge_hash);
create index form_upload_media on form_upload (site_id, media_id);
create index form_upload_age on form_upload (created_at);
