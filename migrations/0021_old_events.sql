-- The clean-up of old events skips those whose delivery is pending (features/publication/old-changes.ts). The trigger did
-- the same by refusing the delete of each row.
drop trigger article_event_awaited on article_event;
drop function keep_awaited_event();
