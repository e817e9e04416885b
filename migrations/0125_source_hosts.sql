-- One request at a time to each server of feeds, over all processes, and rest for servers that ask for it.
create table source_host (
  host text primary key,
  -- a request runs, or ended less than a second before
  busy_until timestamptz not null,
  -- the server answered 429 or 503
  rests_until timestamptz not null default '-infinity'
);
