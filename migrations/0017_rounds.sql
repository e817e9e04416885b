-- A delivery that is made due again while it is being sent is to be sent again: what comes of the request that is under way
-- is no longer its result. Without this, a replay left a receiver with an older text when it met a newer one under way: that
-- one was settled as delivered, and what was replayed came after it.
alter table webhook_delivery add round integer not null default 0;
