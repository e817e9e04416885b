-- Subscriptions at hubs (WebSub), which notify the service of changes of feeds.
create table subscription (
  site_id bigint not null,
  source_id bigint not null,
  -- of the address that the hub sends to
  token text not null unique,
  -- signs what the hub sends
  secret text not null,
  hub text not null,
  topic text not null,
  -- `wanted`: not yet requested; `asked`: the hub has yet to confirm; `distrusted`: polls were faster than the hub
  state text not null check (state in ('wanted', 'asked', 'active', 'refused', 'distrusted')),
  asked_at timestamptz,
  lease_until timestamptz,
  pushed_at timestamptz,
  -- polls that found new items which the hub had not announced
  misses integer not null default 0,
  primary key (site_id, source_id),
  foreign key (site_id, source_id) references source on delete cascade
);
