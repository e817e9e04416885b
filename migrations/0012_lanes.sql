-- Lanes that are looked up by their keys, and one place that says who hears of an event.

-- Claims are numbered by chance: a claim need not be on the disk before it is acted on, and after a crash of the database a
-- sequence could give a number again that somebody still holds.
drop sequence lane_claim;

-- A table of lanes is empty most of the time. When it is vacuumed then, PostgreSQL takes it for empty until the next time,
-- and to it every index that begins like the key is as good as the key: each lookup read all lanes of a receiver, 25 ms
-- with 5,000 waiting. These indexes are for those alone who say that they ask for times.
drop index job_lane_due;
create index job_lane_due on job_lane (kind, next_at) where next_at > '-infinity';
drop index webhook_lane_due;
create index webhook_lane_due on webhook_lane (site_id, webhook_id, next_at) where next_at > '-infinity';

-- `scope` says whom a part of a move between sections concerns: the receivers of the section, of the site, or all; what is
-- for the change feed alone nobody hears of.
create function hears_of(webhook webhook, event article_event) returns boolean language sql immutable as $$
  select event.site_id = webhook.site_id and event.action = any (webhook.actions) and case event.scope
    when 'all' then webhook.section_id is null or webhook.section_id = event.section_id
    when 'site' then webhook.section_id is null
    when 'section' then webhook.section_id = event.section_id
    else false
  end
$$;

-- As in 0009. Without nested loops: nothing is known of how many events there are, and 10,000 of them, as when a section is
-- hidden, were joined by comparing each with each.
create or replace function add_webhook_deliveries() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  with heard as materialized (
    select told.site_id, webhook.id as webhook_id, told.article_id, told.content_version, told.action
    from told join webhook on webhook.site_id = told.site_id
    where hears_of(webhook, told)
  ), lane as (
    insert into webhook_lane (site_id, webhook_id, article_id, next_at)
    select distinct site_id, webhook_id, article_id, statement_timestamp() from heard
    order by site_id, webhook_id, article_id
    on conflict (site_id, webhook_id, article_id) do update set next_at = webhook_lane.next_at
    returning site_id, webhook_id, article_id
  )
  insert into webhook_delivery (site_id, webhook_id, article_id, content_version, action)
  select site_id, webhook_id, article_id, content_version, action
  from lane join heard using (site_id, webhook_id, article_id)
  order by case action when 'publish' then 1 when 'update' then 2 else 3 end
  on conflict do nothing;
  return null;
end $$;
