-- Writing entries: what each row of a batch paid for without need.

-- A function that is said to be strict is not put in place of its call unless PostgreSQL can prove it, which it cannot of a
-- case: each call was a small query of its own. Null still gives null.
create or replace function id_order(id text) returns text language sql immutable parallel safe as $$
  select case when id ~ '^[0-9]+$' then '0' || lpad(length(id)::text, 4, '0') || id else '1' || id end
$$;

-- Every write of entries and users begins with the lock on its campaign's row, and the job that removes a campaign removes
-- them first: the campaign need not be looked up again for each row.
alter table campaign_entry drop constraint campaign_entry_campaign_id_fkey;
alter table campaign_user drop constraint campaign_user_campaign_id_fkey;
