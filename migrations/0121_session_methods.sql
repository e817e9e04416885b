-- How a session began: sessions of passwords end where passwords are switched off. Those of before count as such.
alter table session add method text not null default 'password' check (method in ('password', 'passkey', 'oidc', 'link'));
alter table session alter method drop default;

-- The last transaction whose audit entries were deleted for their age: cursors of the activity from before it are too old.
create table audit_forgotten (
  only_row boolean primary key default true check (only_row),
  changed_in xid8 not null
);
