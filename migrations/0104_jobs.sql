-- The durable queue: jobs are queued in lanes, and a worker claims lanes. docs/decisions/009-queue.md explains the design.
--
-- Both tables begin with (kind, key): a distributed PostgreSQL can shard them by `key`. Finished jobs are deleted and failed
-- ones move to `failed_job`, so `job` has only outstanding work.

-- Processes that claim lanes. Each has a session lock on its id while it lives, so that others can take over the lanes of a
-- dead process before its leases end (jobs/process-locks.ts).
create sequence lane_holder_id as integer;
create table lane_holder (id integer primary key);

-- There is a row if and only if the lane has a job.
create table job_lane (
  kind text not null,
  key text not null,
  -- when the lane may be claimed: the first job's time, the end of a back-off or, while claimed, the end of the lease
  next_at timestamptz not null,
  -- The random number of the claim; null if unclaimed. A result is written only while its number is still here. A sequence
  -- could repeat a number after a crash of the database, because a claim need not be on the disk before the work begins.
  claim bigint,
  holder integer,
  primary key (kind, key)
) with (
  -- Every claim and every result updates the index below: frequent vacuums keep its beginning short.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0
);
-- The table is empty most of the time. After a vacuum PostgreSQL takes any index with the same beginning for as good as the
-- primary key, and a lookup of one lane read all of them. With this condition the planner uses it only for queries by time.
create index job_lane_due on job_lane (kind, next_at) where next_at > '-infinity';

create table job (
  kind text not null,
  key text not null,
  -- the order in the lane: drawn while the lane's row is locked, so it is the commit order
  id bigint generated always as identity,
  payload jsonb not null,
  run_at timestamptz not null,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (kind, key, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- Jobs that failed as often as their kind allows. A person decides what to do with them.
create table failed_job (
  kind text not null,
  key text not null,
  id bigint not null,
  payload jsonb not null,
  tries integer not null,
  last_error text not null,
  created_at timestamptz not null,
  failed_at timestamptz not null default now(),
  primary key (kind, key, id)
);
create index failed_job_order on failed_job (failed_at, id);

create table job_schedule (
  name text primary key,
  every_seconds integer not null check (every_seconds > 0),
  next_at timestamptz not null
);
