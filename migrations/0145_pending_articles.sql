-- The queue of moderators: every pending article in the order of creation.
create index article_pending on article (site_id, uid) where state = 'pending' and deleted_at is null;

-- A moderator looks at a pending article of the newsroom. One that a source brought is claimed by its row in source_item.
create table article_claim (
  site_id bigint not null,
  uid uuid not null,
  claimed_by text not null,
  claimed_until timestamptz not null,
  primary key (site_id, uid),
  foreign key (site_id, uid) references article (site_id, uid) on delete cascade
);
create index article_claim_end on article_claim (site_id, claimed_until);
