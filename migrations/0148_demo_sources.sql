-- Sources of the live demo, which poll a simulated town and go with the demo.
alter table source add column is_demo boolean not null default false;
alter table network_account add column is_demo boolean not null default false;
