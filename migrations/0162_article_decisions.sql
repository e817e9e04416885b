-- expand: a new table
-- What moderators decided about articles that people submitted: returned to the author or rejected, with a note. An article of a
-- source is decided by its item in the ledger.
create table article_decision (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  uid uuid not null,
  outcome text not null,
  -- for its author; may be empty
  note text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  foreign key (site_id, uid) references article (site_id, uid) on delete cascade,
  constraint article_decision_outcome check (outcome in ('returned', 'rejected'))
);
create index article_decision_article on article_decision (site_id, uid, id);
create index article_decision_site on article_decision (site_id, id);
