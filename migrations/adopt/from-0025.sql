-- Adopts a database at migration 0025: its schema becomes that of 0101 to 0106, which is the same but for these names and for
-- the format of packed rollups.

alter table webhook_delivery rename round to resend_count;
alter table webhook rename notice to status_message;
alter table webhook rename notice_at to status_message_at;
alter table published_article rename notice to notification_json;
alter table article_count rename list to list_key;
alter table campaign_user rename list to list_key;
alter table campaign_user rename constraint campaign_user_list_user_id_order_key to campaign_user_list_key_user_id_order_key;
alter table campaign_entry rename list to list_key;
alter table campaign_entry rename constraint campaign_entry_list_item_id_order_key to campaign_entry_list_key_item_id_order_key;
alter function list_of rename to campaign_list_key;
alter function hears_of rename to webhook_receives;

create or replace function add_webhook_deliveries() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  with added as materialized (
    select event.site_id, webhook.id as webhook_id, event.article_id, event.content_version, event.action
    from new_event event join webhook on webhook.site_id = event.site_id
    where webhook_receives(webhook, event)
  ), lane as (
    insert into webhook_lane (site_id, webhook_id, article_id, next_at)
    select distinct site_id, webhook_id, article_id, statement_timestamp() from added
    order by site_id, webhook_id, article_id
    on conflict (site_id, webhook_id, article_id) do update set next_at = webhook_lane.next_at
    returning site_id, webhook_id, article_id
  )
  insert into webhook_delivery (site_id, webhook_id, article_id, content_version, action)
  select site_id, webhook_id, article_id, content_version, action
  from lane join added using (site_id, webhook_id, article_id)
  order by case action when 'publish' then 1 when 'update' then 2 else 3 end
  on conflict do nothing;
  return null;
end $$;

drop trigger article_event_inserted on article_event;
drop trigger article_event_replaced on article_event;
create trigger article_event_inserted after insert on article_event referencing new table as new_event
  for each statement execute function add_webhook_deliveries();
create trigger article_event_replaced after update on article_event referencing new table as new_event
  for each statement execute function add_webhook_deliveries();

-- Every row so far has the first format.
alter table campaign_day add format smallint not null default 1;
alter table campaign_day alter format drop default;
alter table campaign_month add format smallint not null default 1;
alter table campaign_month alter format drop default;
alter table campaign_followers add format smallint not null default 1;
alter table campaign_followers alter format drop default;

-- PostgreSQL 18 names the constraints of "not null" after their columns; a renamed column keeps the old name.
do $$
declare
  stale record;
begin
  for stale in
    select conrelid::regclass as named, conname, relname || '_' || attname || '_not_null' as now
    from pg_constraint
    join pg_class on pg_class.oid = conrelid and relnamespace = current_schema()::regnamespace
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'n' and attname in ('resend_count', 'notification_json', 'list_key')
  loop
    execute format('alter table %s rename constraint %I to %I', stale.named, stale.conname, stale.now);
  end loop;
end $$;
