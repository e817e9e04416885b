-- Who or what decided about an item of a source: an editor, or a rule.

create sequence intake_rule_id;

-- Rules run in the order of `position`; the first that publishes, holds or rejects an item decides. `tag` and `move` go on.
create table intake_rule (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  -- null: of every source
  source_id bigint,
  name text not null,
  position integer not null,
  -- words, people, domains, has_image, older_than_hours, daily_cap: all that are given must be true
  match jsonb not null,
  action text not null check (action in ('publish', 'hold', 'reject', 'tag', 'move')),
  -- of `tag`
  tags text[] not null,
  -- of `move`
  section_id bigint,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, source_id) references source on delete cascade,
  foreign key (site_id, section_id) references section on delete set null (section_id)
);
create index intake_rule_of_source on intake_rule (site_id, source_id);
create index intake_rule_section on intake_rule (site_id, section_id);

create sequence blocked_id;

-- Items with one of these are rejected before any rule runs.
create table blocked (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('word', 'person', 'domain')),
  -- in lower case
  value text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (site_id, id)
);
create unique index blocked_value on blocked (site_id, kind, value);

-- While a row is here, intake publishes nothing: on one site, or on all of them.
create table intake_hold (
  site_id bigint references site on delete cascade,
  held_by text not null,
  held_at timestamptz not null default now(),
  unique nulls not distinct (site_id)
);

alter table source_item
  -- the rule that decided
  add column rule_id bigint,
  -- the editor who decided, and when
  add column decided_by text,
  add column decided_at timestamptz,
  -- a moderator looks at it
  add column claimed_by text,
  add column claimed_until timestamptz;
-- For daily caps.
create index source_item_seen on source_item (site_id, source_id, seen_at);
