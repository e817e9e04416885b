-- Items that wait for their article: a poll looks for those whose job ended while the source was paused.
create index source_item_new on source_item (site_id, source_id) where state = 'new';
