-- The durable queue: jobs stand in lanes, and lanes are what a worker claims.
--
-- Both tables begin with (kind, key): what is written together lies together, and a distributed PostgreSQL can shard both
-- by `key`. Finished jobs are deleted and failed ones move away, so `job` holds only what still has to be done.

-- Draws the number of each claim, for every lane table. A lane's row is deleted when it runs dry and made anew later: a
-- counter in the row would begin again, and a worker that slept meanwhile would find its old number there.
create sequence lane_claim;

-- There is a row if and only if the lane has a job.
create table job_lane (
  kind text not null,
  key text not null,
  -- When the lane may be claimed: its first job's time, the end of a back-off or, while claimed, the end of the lease.
  -- One column for the three keeps what nobody may take out of the part of the index that a claim reads.
  next_at timestamptz not null,
  -- The fence: what is written for a claim is written only while its number stands here. Null: nobody holds the lane.
  claim bigint,
  primary key (kind, key)
) with (
  -- Every claim and every result moves a row in the index below: cleared often, its beginning stays short.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0
);
create index job_lane_due on job_lane (kind, next_at);

create table job (
  kind text not null,
  key text not null,
  -- The order in the lane: drawn while the lane's row is locked, so it is the order of the commits.
  id bigint generated always as identity,
  payload jsonb not null,
  run_at timestamptz not null,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (kind, key, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- Jobs that were tried as often as their kind allows. They wait for a person, not for a worker.
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
