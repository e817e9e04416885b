-- What networks limit by name, such as the hashtags that an account of Instagram looks at, and ids that never change.

create table network_name (
  -- as in network_budget
  key text not null,
  bucket text not null,
  name text not null,
  -- how many there may be
  ceiling integer not null,
  -- when it stops to count
  ends_at timestamptz not null,
  primary key (key, bucket, name)
);

create table network_id (
  network text not null,
  -- such as hashtag:harbour
  name text not null,
  id text not null,
  primary key (network, name)
);

alter table tracked_post
  -- when a look last found it; null: never
  add column found_at timestamptz;
