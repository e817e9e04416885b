-- expand: a new column; a program that does not know it leaves it null in new items, and as it is in others
-- The other people whom an item names, beside its author and sender: further senders of a message, further authors in a feed.
alter table source_item add column people_keys bytea[];
create index source_item_people on source_item using gin (people_keys) where people_keys is not null;
