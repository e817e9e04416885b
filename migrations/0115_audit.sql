-- Who changed what, when and from where. An entry is written in the transaction of the change.

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- the sites that it concerns; no foreign key, because entries outlive sites, people and keys
  site_ids bigint[] not null,
  all_sites boolean not null,
  site_id bigint generated always as (case when cardinality(site_ids) = 1 and not all_sites then site_ids[1] end) stored,
  actor_kind text not null check (actor_kind in ('person', 'key', 'admin token', 'command line', 'timer', 'stranger')),
  actor_id bigint,
  actor_name text,
  address text,
  request_id text,
  action text not null,
  noun text not null,
  noun_id text,
  title text,
  -- the listed fields that differ (core/audit.ts)
  before jsonb,
  after jsonb,
  -- of a batch, an import, a stream: how many of what
  counts jsonb,
  -- entries with the same key are one: the operations of a batch, the autosaves of ten minutes
  merge_key text,
  -- the transaction that last wrote the entry: the cursor of the activity of a site
  changed_in xid8 not null default pg_current_xact_id()
);
create unique index audit_entry_merge_key on audit_entry (merge_key) where merge_key is not null;
create index audit_entry_site on audit_entry (site_id, changed_in, id);
create index audit_entry_sites on audit_entry (changed_in, id) where site_id is null;
create index audit_entry_noun on audit_entry (noun, noun_id, id);
create index audit_entry_actor on audit_entry (actor_kind, actor_id, id);
create index audit_entry_at on audit_entry (at);

create function add_counts(known jsonb, added jsonb) returns jsonb language sql immutable parallel safe
return (
  select jsonb_object_agg(key, total) from (
    select key, sum(value::bigint) as total from (
      select * from jsonb_each_text(coalesce(known, '{}')) union all select * from jsonb_each_text(coalesce(added, '{}'))
    ) as counts group by key
  ) as totals);
