-- expand: a new column; a program that does not know it leaves it null, and nobody is named
-- Who moved an article to the trash, as `updated_by` names it.
alter table article add column deleted_by text;
