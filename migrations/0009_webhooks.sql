-- Webhooks: who hears of article events, what was sent to them, and what waits.
--
-- An event, its bytes and its deliveries are rows of one transaction: the trigger below makes the deliveries, so that
-- whoever records an event need not know of webhooks. A delivery holds no bytes of its own: it names its event.

create sequence webhook_id;

-- Processes that hold lanes. Each has an advisory lock of its id for as long as it lives, so that what a dead one held can
-- be taken over at once, without waiting for its leases; jobs/holders.ts does it.
create sequence lane_holder_id as integer;
create table lane_holder (id integer primary key);
alter table job_lane add column holder integer;

create table webhook (
  site_id bigint not null references site,
  id bigint not null,
  -- null: of the whole site
  section_id bigint,
  -- exactly as registered, whitespace included: it is part of what is signed
  url text not null,
  actions text[] not null,
  -- false while it is paused: deliveries are collected and wait
  active boolean not null,
  pause_reason text check (pause_reason in ('person', 'gone', 'failing')),
  paused_at timestamptz,
  signature_encoding text not null check (signature_encoding in ('hex', 'base64')),
  extra_headers boolean not null,

  -- Secrets are encrypted. The next one is staged, the previous one goes on signing for a while.
  secret bytea not null,
  next_secret bytea,
  previous_secret bytea,
  previous_until timestamptz,
  promoted_at timestamptz,
  -- whether a delivery succeeded since the secret was promoted
  is_proven boolean not null default true,
  -- what the service last did by itself: paused it, went back to the previous secret
  notice text,
  notice_at timestamptz,

  -- How the receiver fares, shared by all processes; core/breaker.ts says how these move.
  failures_in_row integer not null default 0,
  window_from timestamptz,
  window_tries integer not null default 0,
  window_failures integer not null default 0,
  -- not null while the breaker is open: when the next probe may be sent
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
  -- the event, whose bytes are sent
  article_id bigint not null,
  content_version bigint not null,
  action text not null,
  id bigint not null default nextval('webhook_delivery_id'),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'superseded', 'given_up', 'skipped')),
  -- tries that count against the schedule; the log may hold more
  attempts integer not null default 0,
  last_status integer,
  superseded_by bigint,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (site_id, webhook_id, article_id, content_version, action),
  unique (site_id, webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- The order of a lane: that of the site's versions.
create index webhook_delivery_pending on webhook_delivery (site_id, webhook_id, article_id, content_version, id)
  where state = 'pending';
create index webhook_delivery_given_up on webhook_delivery (site_id, webhook_id, id) where state = 'given_up';

-- What a sender claims: there is a row if and only if something is pending for this webhook and article. The columns are
-- those of job_lane, and jobs/lanes.ts serves both.
create table webhook_lane (
  site_id bigint not null,
  webhook_id bigint not null,
  article_id bigint not null,
  next_at timestamptz not null,
  claim bigint,
  holder integer,
  primary key (site_id, webhook_id, article_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index webhook_lane_due on webhook_lane (site_id, webhook_id, next_at);

-- Append-only: every request that was sent, or could not be.
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
  -- milliseconds from the beginning: dns, connect, tls, first_byte, total
  timing jsonb not null,
  request_headers jsonb not null,
  -- the first 4 KiB of the answer
  answer text,
  primary key (site_id, webhook_id, delivery_id, id)
);

-- The key that secrets are encrypted with when none is set; see docs/settings.md.
create table secret_key (
  one boolean primary key default true check (one),
  key bytea not null
);

-- Lanes come first: their rows are the lock under which deliveries of one lane are added, and a sender that just finds
-- the lane empty either sees the delivery or has removed the row before it is made anew here. A second event of the same
-- version and action replaces the first in its row, and adds only receivers that had not heard of it.
create function add_webhook_deliveries() returns trigger language plpgsql as $$
begin
  with heard as materialized (
    select told.site_id, webhook.id as webhook_id, told.article_id, told.content_version, told.action
    from told join webhook on webhook.site_id = told.site_id and told.action = any (webhook.actions)
    where case told.scope
      when 'all' then webhook.section_id is null or webhook.section_id = told.section_id
      when 'site' then webhook.section_id is null
      when 'section' then webhook.section_id = told.section_id
      else false
    end
  ), lane as (
    insert into webhook_lane (site_id, webhook_id, article_id, next_at)
    select distinct site_id, webhook_id, article_id, statement_timestamp() from heard
    order by site_id, webhook_id, article_id
    on conflict (site_id, webhook_id, article_id) do update set next_at = webhook_lane.next_at
    returning site_id, webhook_id, article_id
  )
  insert into webhook_delivery (site_id, webhook_id, article_id, content_version, action)
  select site_id, webhook_id, article_id, content_version, action
  from lane join heard using (site_id, webhook_id, article_id)
  order by case action when 'publish' then 1 when 'update' then 2 else 3 end
  on conflict do nothing;
  return null;
end $$;

create trigger article_event_inserted after insert on article_event referencing new table as told
  for each statement execute function add_webhook_deliveries();
create trigger article_event_replaced after update on article_event referencing new table as told
  for each statement execute function add_webhook_deliveries();

-- Paused is not lost: an event whose delivery still waits is kept, however old it is.
create function keep_awaited_event() returns trigger language plpgsql as $$
begin
  perform from webhook
  where webhook.site_id = old.site_id and exists (
    select from webhook_delivery waiting
    where waiting.site_id = old.site_id and waiting.webhook_id = webhook.id and waiting.article_id = old.article_id
      and waiting.content_version = old.content_version and waiting.action = old.action and waiting.state = 'pending'
  );
  if found then return null; end if;
  return old;
end $$;

create trigger article_event_awaited before delete on article_event
  for each row execute function keep_awaited_event();
