-- Webhooks: receivers, their pending and finished deliveries, and the log. docs/decisions/010-webhook-delivery.md explains them.
--
-- An event and its deliveries commit in one transaction: the triggers below make the deliveries, so code that records an event
-- need not know about webhooks. A delivery has no body of its own: it refers to its event.

create sequence webhook_id;

create table webhook (
  site_id bigint not null references site,
  id bigint not null,
  -- null: the whole site
  section_id bigint,
  -- exactly as registered, including whitespace: the signature covers it
  url text not null,
  actions text[] not null,
  -- false while paused: deliveries are collected and wait
  active boolean not null,
  pause_reason text check (pause_reason in ('person', 'gone', 'failing')),
  paused_at timestamptz,
  signature_encoding text not null check (signature_encoding in ('hex', 'base64')),
  extra_headers boolean not null,

  -- Secrets are encrypted. The next one is staged; the previous one keeps signing until `previous_until`.
  secret bytea not null,
  next_secret bytea,
  previous_secret bytea,
  previous_until timestamptz,
  promoted_at timestamptz,
  -- whether a delivery succeeded since the secret was promoted
  is_proven boolean not null default true,
  -- what the service last did on its own: paused the webhook, returned to the previous secret (`notice` in the API)
  status_message text,
  status_message_at timestamptz,

  -- The receiver's health, shared by all processes; core/breaker.ts updates it.
  failures_in_row integer not null default 0,
  window_from timestamptz,
  window_tries integer not null default 0,
  window_failures integer not null default 0,
  -- not null while the circuit breaker is open: when the next probe may be sent
  probe_at timestamptz,
  probes integer not null default 0,
  closed_at timestamptz,
  failing_since timestamptz,
  tries_since_success integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,

  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, section_id) references section
);

create sequence webhook_delivery_id;

create table webhook_delivery (
  site_id bigint not null,
  webhook_id bigint not null,
  -- the event whose body is sent
  article_id bigint not null,
  content_version bigint not null,
  action text not null,
  id bigint not null default nextval('webhook_delivery_id'),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'superseded', 'given_up', 'skipped')),
  -- attempts that count against the schedule; the log may have more
  attempts integer not null default 0,
  last_status integer,
  superseded_by bigint,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- How often the delivery was made pending again. The result of a request that was sent before the last time settles nothing.
  resend_count integer not null default 0,
  primary key (site_id, webhook_id, article_id, content_version, action),
  unique (site_id, webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- A lane is sent in the order of the site's versions.
create index webhook_delivery_pending on webhook_delivery (site_id, webhook_id, article_id, content_version, id)
  where state = 'pending';
create index webhook_delivery_given_up on webhook_delivery (site_id, webhook_id, id) where state = 'given_up';

-- What a sender claims: there is a row if and only if a delivery to this webhook is pending for this article. The last columns
-- and the index are those of job_lane, and jobs/lanes.ts claims both.
create table webhook_lane (
  site_id bigint not null,
  webhook_id bigint not null,
  article_id bigint not null,
  next_at timestamptz not null,
  claim bigint,
  holder integer,
  primary key (site_id, webhook_id, article_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index webhook_lane_due on webhook_lane (site_id, webhook_id, next_at) where next_at > '-infinity';

-- The log, append-only: every request that was sent or could not be sent.
create table webhook_attempt (
  site_id bigint not null,
  webhook_id bigint not null,
  delivery_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  outcome text not null,
  status integer,
  error text,
  -- whether it counts against the schedule: probes and repeats with another secret do not
  counts boolean not null,
  remote_address text,
  -- milliseconds since the start: dns, connect, tls, first_byte, total
  timing jsonb not null,
  request_headers jsonb not null,
  -- the first 4 KiB of the response
  answer text,
  primary key (site_id, webhook_id, delivery_id, id)
);

-- Encrypts the secrets if no key is configured; see docs/settings.md.
create table secret_key (
  one boolean primary key default true check (one),
  key bytea not null
);

-- Whether a webhook is in the audience of an event.
create function webhook_receives(webhook webhook, event article_event) returns boolean language sql immutable as $$
  select event.site_id = webhook.site_id and event.action = any (webhook.actions) and case event.scope
    when 'all' then webhook.section_id is null or webhook.section_id = event.section_id
    when 'site' then webhook.section_id is null
    when 'section' then webhook.section_id = event.section_id
    else false
  end
$$;

-- Adds a delivery for every webhook in the audience of the new events. Lanes come first: their rows are the lock for adding
-- deliveries, and a sender that finds its lane empty either sees the new delivery or has deleted the row before it is inserted
-- here. A second event of the same version and action replaces the first, and adds only webhooks that had no delivery.
-- Nested loops are off because the planner does not know the number of events: 10,000 of them, as when a section is hidden,
-- were compared with each other one by one.
create function add_webhook_deliveries() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  with added as materialized (
    select event.site_id, webhook.id as webhook_id, event.article_id, event.content_version, event.action
    from new_event event join webhook on webhook.site_id = event.site_id
    where webhook_receives(webhook, event)
  ), lane as (
    insert into webhook_lane (site_id, webhook_id, article_id, next_at)
    select distinct site_id, webhook_id, article_id, statement_timestamp() from added
    order by site_id, webhook_id, article_id
    on conflict (site_id, webhook_id, article_id) do update set next_at = webhook_lane.next_at
    returning site_id, webhook_id, article_id
  )
  insert into webhook_delivery (site_id, webhook_id, article_id, content_version, action)
  select site_id, webhook_id, article_id, content_version, action
  from lane join added using (site_id, webhook_id, article_id)
  order by case action when 'publish' then 1 when 'update' then 2 else 3 end
  on conflict do nothing;
  return null;
end $$;

create trigger article_event_inserted after insert on article_event referencing new table as new_event
  for each statement execute function add_webhook_deliveries();
create trigger article_event_replaced after update on article_event referencing new table as new_event
  for each statement execute function add_webhook_deliveries();
