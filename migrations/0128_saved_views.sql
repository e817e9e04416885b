-- Saved views of the list of articles, per person and site.
create table saved_view (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  site_id bigint not null references site on delete cascade,
  name text not null,
  search text not null,
  created_at timestamptz not null default now(),
  unique (person_id, site_id, name)
);
create index saved_view_site on saved_view (site_id);
