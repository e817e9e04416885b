-- Sources that track hashtags, phrases and accounts in social networks.

alter table source drop constraint source_kind_check,
  add constraint source_kind_check check (kind in ('feed', 'guest_api', 'upload_form', 'email', 'media_tracker')),
  -- of a media tracker: the account that it asks with, and the campaign that its posts are entries of
  add column account_id bigint,
  add column campaign_id bigint references campaign on delete set null,
  add constraint source_account check ((kind = 'media_tracker') = (account_id is not null)),
  add constraint source_campaign check (kind = 'media_tracker' or campaign_id is null),
  add foreign key (site_id, account_id) references network_account;
create index source_of_account on source (site_id, account_id) where account_id is not null;
create index source_of_campaign on source (campaign_id) where campaign_id is not null;

-- Posts that are looked at again: for their figures, and whether they are still public.
create table tracked_post (
  site_id bigint not null,
  source_id bigint not null,
  external_key bytea not null,
  account_id bigint not null,
  -- in its network
  post_id text not null,
  -- whose entry it is; null without an entry
  campaign_id bigint references campaign on delete set null,
  published_at timestamptz not null,
  -- how often it was looked at
  step smallint not null default 0,
  -- null: not any more
  due_at timestamptz,
  -- when it was first found missing
  missing_since timestamptz,
  primary key (site_id, source_id, external_key),
  foreign key (site_id, source_id, external_key) references source_item on delete cascade
);
create index tracked_post_due on tracked_post (site_id, account_id, due_at) where due_at is not null;
create index tracked_post_campaign on tracked_post (campaign_id) where campaign_id is not null;

-- An article gets its id when it is first published, by whomever: then the entries of its post name it. The campaign is locked
-- first, as by every write to its entries.
create function name_article_in_entries() returns trigger language plpgsql as $$
declare
  tracked record;
begin
  for tracked in
    select post.campaign_id, post.post_id from source_item item
    join tracked_post post using (site_id, source_id, external_key)
    where item.site_id = new.site_id and item.uid = new.uid and post.campaign_id is not null
    order by post.campaign_id
  loop
    perform from campaign where id = tracked.campaign_id for no key update;
    update campaign_entry set article_id = coalesce(article_id, new.id), article_ids = article_ids || new.id
    where list_key = campaign_list_key(tracked.campaign_id, 'twitter') and item_id_order = id_order(tracked.post_id)
      and item_id = tracked.post_id and not article_ids @> array[new.id];
  end loop;
  return null;
end $$;
create trigger name_article_in_entries after update of id on article
  for each row when (old.id is null and new.id is not null) execute function name_article_in_entries();

-- The flags of a campaign are what the accounts of its trackers of X say, whoever changes accounts or sources. Campaigns without
-- one keep the flags that other collectors set.
create function flag_campaigns(ids bigint[]) returns void language sql as $$
  update campaign set twitter_connected = told.connected, twitter_access_token_invalid = told.invalid,
    twitter_spam_protection_triggered = told.locked, version = version + 1
  from (
    select named.id, count(account.id) > 0 as connected,
      coalesce(bool_or(account.state in ('expired', 'invalid')), false) as invalid,
      coalesce(bool_or(account.state = 'locked'), false) as locked
    from unnest(ids) as named (id)
    left join source on source.campaign_id = named.id
    left join network_account account on account.site_id = source.site_id and account.id = source.account_id and account.network = 'x'
    group by named.id
  ) as told
  where campaign.id = told.id and (twitter_connected, twitter_access_token_invalid, twitter_spam_protection_triggered)
    is distinct from (told.connected, told.invalid, told.locked)
$$;

create function flag_campaigns_of_account() returns trigger language plpgsql as $$
begin
  perform flag_campaigns(array(
    select distinct campaign_id from source
    where site_id = new.site_id and account_id = new.id and campaign_id is not null order by 1));
  return null;
end $$;
create trigger flag_campaigns_of_account after update of state on network_account
  for each row when (new.network = 'x' and old.state <> new.state) execute function flag_campaigns_of_account();

create function flag_campaigns_of_source() returns trigger language plpgsql as $$
begin
  perform flag_campaigns(array(
    select distinct named.campaign_id
    from (values (old.site_id, old.account_id, old.campaign_id), (new.site_id, new.account_id, new.campaign_id))
      as named (site_id, account_id, campaign_id)
    join network_account account on account.site_id = named.site_id and account.id = named.account_id and account.network = 'x'
    where named.campaign_id is not null order by 1));
  return null;
end $$;
create trigger flag_campaigns_of_new_source after insert on source
  for each row when (new.campaign_id is not null) execute function flag_campaigns_of_source();
create trigger flag_campaigns_of_changed_source after update of campaign_id, account_id on source
  for each row when ((old.campaign_id, old.account_id) is distinct from (new.campaign_id, new.account_id))
  execute function flag_campaigns_of_source();
create trigger flag_campaigns_of_old_source after delete on source
  for each row when (old.campaign_id is not null) execute function flag_campaigns_of_source();
