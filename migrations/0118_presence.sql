-- Who has which article open. Rows are repeated every few seconds and mean nothing after a crash, so they are not logged.
create unlogged table presence (
  site_id bigint not null,
  uid uuid not null,
  -- the caller, such as person:3
  actor text not null,
  name text,
  field text,
  since timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, uid, actor)
);
create index presence_age on presence (expires_at);
create index presence_actor on presence (site_id, actor);
