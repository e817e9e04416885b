-- Test notifications of webhooks. They have a table of their own, so that lanes, backlog, breaker and metrics never see them.
-- Ids are those of deliveries, and the log of their requests is webhook_attempt.
create table webhook_test (
  site_id bigint not null,
  webhook_id bigint not null,
  id bigint not null default nextval('webhook_delivery_id'),
  action text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given_up')),
  attempts integer not null default 0,
  last_status integer,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (site_id, webhook_id, id)
);
create index webhook_test_age on webhook_test (created_at);
create index webhook_test_recent on webhook_test (site_id, created_at);
