-- expand: a new column; false in a restored copy, whose sources are not asked because the original may still ask them
alter table intake_hold add column collects boolean not null default true;
