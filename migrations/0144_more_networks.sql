-- Accounts of more networks, entries of more types, and the flags of campaigns for each of them.

alter table network_account
  -- its id or name in its network, for networks that need it
  add column external_id text,
  drop constraint network_account_network_check,
  add constraint network_account_network_check check (network in
    ('x', 'mastodon', 'instagram', 'facebook', 'linkedin', 'bluesky', 'youtube', 'tiktok')),
  drop constraint network_account_server,
  add constraint network_account_server check (server is not null or network <> 'mastodon'),
  drop constraint network_account_state_check,
  add constraint network_account_state_check check (state in
    ('ok', 'expired', 'invalid', 'password_changed', 'locked', 'permission_missing', 'quota'));

alter table tracked_post
  -- of its entry; null without an entry
  add column entry_type text check (entry_type in ('instagram', 'twitter', 'facebook', 'linkedin'));
update tracked_post set entry_type = 'twitter' where campaign_id is not null;

create or replace function name_article_in_entries() returns trigger language plpgsql as $$
declare
  tracked record;
begin
  for tracked in
    select post.campaign_id, post.post_id, post.entry_type from source_item item
    join tracked_post post using (site_id, source_id, external_key)
    where item.site_id = new.site_id and item.uid = new.uid and post.campaign_id is not null
    order by post.campaign_id
  loop
    perform from campaign where id = tracked.campaign_id for no key update;
    update campaign_entry set article_id = coalesce(article_id, new.id), article_ids = article_ids || new.id
    where list_key = campaign_list_key(tracked.campaign_id, tracked.entry_type) and item_id_order = id_order(tracked.post_id)
      and item_id = tracked.post_id and not article_ids @> array[new.id];
  end loop;
  return null;
end $$;

-- The flags of one network. Networks that campaigns have no flags for change nothing.
drop trigger flag_campaigns_of_account on network_account;
drop function flag_campaigns(bigint[]);
create function flag_campaigns(ids bigint[], named text) returns void language sql as $$
  update campaign set version = version + 1,
    twitter_connected = case when named = 'x' then connected else twitter_connected end,
    twitter_access_token_invalid = case when named = 'x' then dead else twitter_access_token_invalid end,
    twitter_spam_protection_triggered = case when named = 'x' then locked else twitter_spam_protection_triggered end,
    instagram_connected = case when named = 'instagram' then connected else instagram_connected end,
    instagram_access_token_invalid = case when named = 'instagram' then dead or forbidden else instagram_access_token_invalid end,
    facebook_connected = case when named = 'facebook' then connected else facebook_connected end,
    facebook_access_token_expired = case when named = 'facebook' then dead else facebook_access_token_expired end,
    facebook_password_changed = case when named = 'facebook' then changed else facebook_password_changed end
  from (
    select wanted.id, count(account.id) > 0 as connected,
      coalesce(bool_or(account.state in ('expired', 'invalid', 'password_changed')), false) as dead,
      coalesce(bool_or(account.state = 'password_changed'), false) as changed,
      coalesce(bool_or(account.state = 'locked'), false) as locked,
      coalesce(bool_or(account.state = 'permission_missing'), false) as forbidden
    from unnest(ids) as wanted (id)
    left join source on source.campaign_id = wanted.id
    left join network_account account on account.site_id = source.site_id and account.id = source.account_id and account.network = named
    group by wanted.id
  ) as told
  where campaign.id = told.id and case named
    when 'x' then (twitter_connected, twitter_access_token_invalid, twitter_spam_protection_triggered)
      is distinct from (connected, dead, locked)
    when 'instagram' then (instagram_connected, instagram_access_token_invalid) is distinct from (connected, dead or forbidden)
    when 'facebook' then (facebook_connected, facebook_access_token_expired, facebook_password_changed)
      is distinct from (connected, dead, changed)
    else false
  end
$$;

create or replace function flag_campaigns_of_account() returns trigger language plpgsql as $$
begin
  perform flag_campaigns(array(
    select distinct campaign_id from source
    where site_id = new.site_id and account_id = new.id and campaign_id is not null order by 1), new.network);
  return null;
end $$;
create trigger flag_campaigns_of_account after update of state on network_account
  for each row when (old.state <> new.state) execute function flag_campaigns_of_account();

create or replace function flag_campaigns_of_source() returns trigger language plpgsql as $$
declare
  told record;
begin
  for told in
    select account.network, array_agg(distinct named.campaign_id order by named.campaign_id) as ids
    from (values (old.site_id, old.account_id, old.campaign_id), (new.site_id, new.account_id, new.campaign_id))
      as named (site_id, account_id, campaign_id)
    join network_account account on account.site_id = named.site_id and account.id = named.account_id
    where named.campaign_id is not null group by account.network order by account.network
  loop
    perform flag_campaigns(told.ids, told.network);
  end loop;
  return null;
end $$;
