-- Made by `npm run row-types` from the migrated database; do not edit. It is for reading: every table with its constraints,
-- indexes and triggers, then functions, sequences and extensions. The files in migrations/ say why.

create table api_key (
  id bigint not null,
  name text not null,
  scopes text[] not null,
  all_sites boolean not null,
  key_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  constraint api_key_pkey primary key (id),
  constraint api_key_key_hash_key unique (key_hash)
);

create table api_key_site (
  api_key_id bigint not null,
  site_id bigint not null,
  constraint api_key_site_pkey primary key (api_key_id, site_id),
  constraint api_key_site_api_key_id_fkey foreign key (api_key_id) references api_key(id) on delete cascade,
  constraint api_key_site_site_id_fkey foreign key (site_id) references site(id)
);
create index api_key_site_site on api_key_site (site_id);

create table article (
  site_id bigint not null,
  uid uuid not null,
  id bigint,
  state text not null,
  version integer not null default 1,
  published_version integer,
  section_id bigint,
  category_id bigint,
  article_url text not null,
  title text not null,
  type text not null,
  source text not null,
  tags text[] not null,
  author_ids bigint[] not null,
  written jsonb not null,
  pinned_index integer,
  site_pinned_index integer,
  publish_at timestamptz,
  published_at timestamptz,
  modified_at timestamptz,
  order_number integer,
  site_order_number integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  publish_problem text,
  deleted_at timestamptz,
  created_by text,
  updated_by text not null default '',
  scheduled_version integer,
  constraint article_pkey primary key (site_id, uid),
  constraint article_site_id_id_key unique (site_id, id),
  constraint article_public_id check (((id is not null) or (state <> all (array['published', 'unpublished'])))),
  constraint article_schedule check (((state = 'scheduled') = (publish_at is not null))),
  constraint article_scheduled_version check (((scheduled_version is null) or (state = 'scheduled'))),
  constraint article_section check (((section_id is not null) or (deleted_at is not null))),
  constraint article_state_check check ((state = any (array['draft', 'pending', 'scheduled', 'published', 'unpublished']))),
  constraint article_trash check (((deleted_at is null) or (state <> all (array['scheduled', 'published'])))),
  constraint article_site_id_category_id_fkey foreign key (site_id, category_id) references article_category(site_id, id),
  constraint article_site_id_fkey foreign key (site_id) references site(id),
  constraint article_site_id_section_id_fkey foreign key (site_id, section_id) references section(site_id, id)
);
create unique index article_address on article (site_id, section_id, article_url) where (deleted_at is null);
create index article_author_use on article using gin (author_ids);
create index article_category_use on article (site_id, category_id) where (category_id is not null);
create index article_created on article (site_id, created_at desc, uid desc) where (deleted_at is null);
create index article_published on article (site_id, coalesce(publish_at, published_at, '-infinity'::timestamptz) desc, uid desc) where (deleted_at is null);
create index article_state on article (site_id, state, updated_at desc, uid desc) where (deleted_at is null);
create index article_title on article (site_id, lower("left"(title, 200)), uid) where (deleted_at is null);
create index article_trash_age on article (deleted_at) where (deleted_at is not null);
create index article_trash_site on article (site_id, deleted_at desc, uid) where (deleted_at is not null);
create index article_updated on article (site_id, updated_at desc, uid desc) where (deleted_at is null);
create trigger article_inserted after insert on article referencing new table as changed for each statement execute function record_article_changes();
create trigger article_saved after update of version on article for each row when ((new.version > old.version)) execute function record_article_save();
create trigger article_trashed after update of deleted_at on article for each row when (((old.deleted_at is null) and (new.deleted_at is not null))) execute function delete_previews();
create trigger article_updated after update on article referencing new table as changed for each statement execute function record_article_changes();
create trigger article_words_added after insert on article referencing new table as added for each statement execute function add_article_words();
create trigger article_words_changed after update of written on article for each row when ((old.written is distinct from new.written)) execute function change_article_words();
create trigger forgets_media after delete on article for each row execute function forget_article_media();

create table article_category (
  site_id bigint not null,
  id bigint not null,
  name text not null,
  category_url text not null,
  order_number integer not null,
  color text,
  version integer not null default 1,
  constraint article_category_pkey primary key (site_id, id),
  constraint article_category_site_id_category_url_key unique (site_id, category_url),
  constraint article_category_site_id_fkey foreign key (site_id) references site(id)
);

create table article_change (
  site_id bigint not null,
  uid uuid not null,
  changed_in xid8 not null,
  constraint article_change_pkey primary key (site_id, uid),
  constraint article_change_site_id_uid_fkey foreign key (site_id, uid) references article(site_id, uid) on delete cascade
);
create index article_change_recent on article_change (site_id, changed_in);

create table article_count (
  site_id bigint not null,
  list_key text not null,
  total integer not null,
  constraint article_count_pkey primary key (site_id, list_key),
  constraint article_count_site_id_fkey foreign key (site_id) references site(id)
);

create table article_event (
  site_id bigint not null,
  content_version bigint not null,
  article_id bigint not null,
  action text not null,
  scope text not null,
  section_id bigint not null,
  body text not null,
  doc text,
  at timestamptz not null default now(),
  constraint article_event_pkey primary key (site_id, content_version, article_id, action),
  constraint article_event_action_check check ((action = any (array['publish', 'update', 'unpublish']))),
  constraint article_event_scope_check check ((scope = any (array['all', 'site', 'section', 'feed']))),
  constraint article_event_site_id_fkey foreign key (site_id) references site(id)
);
create index article_event_age on article_event (at);
create index article_event_article on article_event (site_id, article_id, content_version);
create trigger article_event_inserted after insert on article_event referencing new table as new_event for each statement execute function add_webhook_deliveries();
create trigger article_event_replaced after update on article_event referencing new table as new_event for each statement execute function add_webhook_deliveries();

create table article_like (
  site_id bigint not null,
  article_id bigint not null,
  upvotes integer not null,
  downvotes integer not null,
  voted_up integer not null default 0,
  voted_down integer not null default 0,
  constraint article_like_pkey primary key (site_id, article_id),
  constraint article_like_downvotes_check check ((downvotes >= 0)),
  constraint article_like_upvotes_check check ((upvotes >= 0)),
  constraint article_like_voted_down_check check ((voted_down >= 0)),
  constraint article_like_voted_up_check check ((voted_up >= 0)),
  constraint article_like_site_id_article_id_fkey foreign key (site_id, article_id) references article(site_id, id) on delete cascade
);

create table article_revision (
  site_id bigint not null,
  uid uuid not null,
  number integer not null,
  written jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  began_at timestamptz,
  constraint article_revision_pkey primary key (site_id, uid, number),
  constraint article_revision_site_id_uid_fkey foreign key (site_id, uid) references article(site_id, uid) on delete cascade
);
create trigger uses_media after insert or update of written on article_revision for each row when ((strpos((new.written)::text, '/sites/') > 0)) execute function article_revision_uses_media();

create table article_save (
  site_id bigint not null,
  uid uuid not null,
  version integer not null,
  version_before integer not null,
  fields text[] not null,
  saved_by text not null,
  saved_at timestamptz not null,
  constraint article_save_pkey primary key (site_id, uid, version),
  constraint article_save_site_id_uid_fkey foreign key (site_id, uid) references article(site_id, uid) on delete cascade
);
create index article_save_age on article_save (saved_at);

create table article_search (
  site_id bigint not null,
  id bigint not null,
  tsv tsvector not null,
  section_id bigint not null,
  number integer not null,
  head tsvector not null,
  is_fresh boolean not null default false,
  constraint article_search_pkey primary key (site_id, id),
  constraint article_search_site_id_id_fkey foreign key (site_id, id) references published_article(site_id, id) on delete cascade
);
create index article_search_fresh on article_search (site_id, number) where is_fresh;
create index article_search_number on article_search (site_id, number);
create index article_search_tsv on article_search using gin (search_stretches(site_id, section_id, number), tsv) with (fastupdate='on', gin_pending_list_limit='65536') where (not is_fresh);

create table article_vote (
  site_id bigint not null,
  article_id bigint not null,
  visitor bytea not null,
  vote smallint not null,
  constraint article_vote_pkey primary key (site_id, article_id, visitor),
  constraint article_vote_vote_check check ((vote = any (array['-1'::integer, 1]))),
  constraint article_vote_site_id_article_id_fkey foreign key (site_id, article_id) references article_like(site_id, article_id) on delete cascade
);

create table article_words (
  site_id bigint not null,
  uid uuid not null,
  tsv tsvector not null,
  constraint article_words_pkey primary key (site_id, uid),
  constraint article_words_site_id_uid_fkey foreign key (site_id, uid) references article(site_id, uid) on delete cascade
);
create index article_words_tsv on article_words using gin (site_id, tsv);

create table audit_entry (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  site_ids bigint[] not null,
  all_sites boolean not null,
  site_id bigint generated always as (
case
    when ((cardinality(site_ids) = 1) and (not all_sites)) then site_ids[1]
    else null::bigint
end) stored,
  actor_kind text not null,
  actor_id bigint,
  actor_name text,
  address text,
  request_id text,
  action text not null,
  noun text not null,
  noun_id text,
  title text,
  before jsonb,
  after jsonb,
  counts jsonb,
  merge_key text,
  changed_in xid8 not null default pg_current_xact_id(),
  constraint audit_entry_pkey primary key (id),
  constraint audit_entry_actor_kind_check check ((actor_kind = any (array['person', 'key', 'admin token', 'command line', 'timer', 'stranger'])))
);
create index audit_entry_actor on audit_entry (actor_kind, actor_id, id);
create index audit_entry_at on audit_entry (at);
create unique index audit_entry_merge_key on audit_entry (merge_key) where (merge_key is not null);
create index audit_entry_noun on audit_entry (noun, noun_id, id);
create index audit_entry_site on audit_entry (site_id, changed_in, id);
create index audit_entry_sites on audit_entry (changed_in, id) where (site_id is null);

create table audit_forgotten (
  only_row boolean not null default true,
  changed_in xid8 not null,
  constraint audit_forgotten_pkey primary key (only_row),
  constraint audit_forgotten_only_row_check check (only_row)
);

create table author (
  site_id bigint not null,
  id bigint not null,
  firstname text not null,
  lastname text not null,
  job_title text not null default '',
  about text not null default '',
  short_description text not null default '',
  avatar text not null default '',
  links jsonb not null default '{}'::jsonb,
  order_number integer not null,
  tags text[] not null default '{}'::text[],
  version integer not null default 1,
  constraint author_pkey primary key (site_id, id),
  constraint author_site_id_fkey foreign key (site_id) references site(id)
);
create trigger uses_media after insert or delete or update of avatar, about on author for each row execute function row_uses_media('avatar', 'about');

create table blob (
  sha256 bytea not null,
  size bigint not null,
  mime text not null,
  width integer,
  height integer,
  pages integer,
  has_alpha boolean not null default false,
  thumbhash text,
  color text,
  state text not null default 'present',
  orphan_since timestamptz,
  constraint blob_pkey primary key (sha256),
  constraint blob_state_check check ((state = any (array['present', 'purging'])))
);
create index blob_orphan on blob (orphan_since) where (orphan_since is not null);

create table campaign (
  id bigint not null,
  site_id bigint not null,
  section_id bigint,
  name text not null,
  last_update_at timestamptz not null default now(),
  update_enabled boolean not null default true,
  disabled_by_user boolean not null default false,
  facebook_access_token_expired boolean not null default false,
  facebook_password_changed boolean not null default false,
  instagram_access_token_invalid boolean not null default false,
  twitter_access_token_invalid boolean not null default false,
  twitter_spam_protection_triggered boolean not null default false,
  being_deleted boolean not null default false,
  section_deleted boolean not null default false,
  old_articles_fetched boolean not null default false,
  facebook_connected boolean not null default false,
  instagram_connected boolean not null default false,
  twitter_connected boolean not null default false,
  is_initiated boolean not null default true,
  last_user_id integer not null default 0,
  version integer not null default 1,
  constraint campaign_pkey primary key (id),
  constraint campaign_site_id_fkey foreign key (site_id) references site(id)
);
create index campaign_site on campaign (site_id, id);

create table campaign_day (
  campaign_id bigint not null,
  network text not null,
  day integer not null,
  posts integer not null,
  new_contributors integer not null,
  stat1 bytea storage external not null,
  stat2 bytea storage external not null,
  stat3 bytea storage external not null,
  contributors bytea storage external not null,
  entries bytea storage external not null,
  hashtags bytea storage external not null,
  format smallint not null,
  constraint campaign_day_pkey primary key (campaign_id, network, day),
  constraint campaign_day_campaign_id_fkey foreign key (campaign_id) references campaign(id) on delete cascade
);

create table campaign_entry (
  campaign_id bigint not null,
  id bigint not null generated always as identity,
  item_type text not null,
  item_id text not null,
  item_id_order text collate "C" not null generated always as (id_order(item_id)) stored,
  published_at timestamptz not null,
  user_id integer,
  is_reply boolean not null default false,
  stat1 integer,
  stat2 integer,
  stat3 integer,
  followers integer,
  score_millionths bigint not null generated always as (entry_score(stat1, stat2, followers)) stored,
  item_url text not null default '',
  image_url text not null default '',
  text text not null default '',
  post_type text,
  article_id bigint,
  article_ids bigint[] not null default '{}'::bigint[],
  last_successful_data_update_at timestamptz,
  last_data_update_attempt_at timestamptz,
  last_data_update_failure_reason jsonb,
  users_in_photo jsonb not null default '[]'::jsonb,
  engagement_count integer not null default 0,
  impressions_count integer not null default 0,
  reach_count integer not null default 0,
  saved_count integer not null default 0,
  hashtags text[] not null default '{}'::text[],
  list_key bigint not null generated always as (campaign_list_key(campaign_id, item_type)) stored,
  constraint campaign_entry_pkey primary key (campaign_id, id),
  constraint campaign_entry_list_key_item_id_order_key unique (list_key, item_id_order),
  constraint campaign_entry_followers_check check ((followers >= 0)),
  constraint campaign_entry_item_type_check check ((item_type = any (array['instagram', 'twitter', 'facebook', 'linkedin']))),
  constraint campaign_entry_stat1_check check ((stat1 >= 0)),
  constraint campaign_entry_stat2_check check ((stat2 >= 0)),
  constraint campaign_entry_stat3_check check ((stat3 >= 0))
);
create index campaign_entry_published on campaign_entry (list_key, published_at, id) include (user_id, stat1, stat2, stat3, score_millionths);
create index campaign_entry_score on campaign_entry (list_key, score_millionths, id);
create index campaign_entry_stat1 on campaign_entry (list_key, coalesce(stat1, '-1'::integer), id);
create index campaign_entry_stat2 on campaign_entry (list_key, coalesce(stat2, '-1'::integer), id);
create index campaign_entry_stat3 on campaign_entry (list_key, coalesce(stat3, '-1'::integer), id);
create index campaign_entry_user on campaign_entry (campaign_id, user_id, published_at) include (stat1, stat2, stat3, score_millionths, is_reply) where (user_id is not null);

create table campaign_followers (
  campaign_id bigint not null,
  part integer not null,
  followers bytea storage external not null,
  format smallint not null,
  constraint campaign_followers_pkey primary key (campaign_id, part),
  constraint campaign_followers_campaign_id_fkey foreign key (campaign_id) references campaign(id) on delete cascade
);

create table campaign_month (
  campaign_id bigint not null,
  network text not null,
  month integer not null,
  posts integer not null,
  new_contributors integer not null,
  stat1 bytea storage external not null,
  stat2 bytea storage external not null,
  stat3 bytea storage external not null,
  contributors bytea storage external not null,
  format smallint not null,
  constraint campaign_month_pkey primary key (campaign_id, network, month),
  constraint campaign_month_campaign_id_fkey foreign key (campaign_id) references campaign(id) on delete cascade
);

create table campaign_network (
  campaign_id bigint not null,
  network text not null,
  entries integer not null,
  users integer not null,
  constraint campaign_network_pkey primary key (campaign_id, network),
  constraint campaign_network_network_check check ((network = any (array['instagram', 'twitter', 'facebook', 'linkedin']))),
  constraint campaign_network_campaign_id_fkey foreign key (campaign_id) references campaign(id) on delete cascade
);

create table campaign_stale_day (
  campaign_id bigint not null,
  network text not null,
  day integer not null,
  first_marked_at timestamptz not null default now(),
  marked_at timestamptz not null default now(),
  constraint campaign_stale_day_pkey primary key (campaign_id, network, day),
  constraint campaign_stale_day_campaign_id_fkey foreign key (campaign_id) references campaign(id) on delete cascade
);

create table campaign_user (
  campaign_id bigint not null,
  id integer not null,
  user_type text not null,
  user_id text not null,
  user_id_order text collate "C" not null generated always as (id_order(user_id)) stored,
  username text collate "C" not null default '',
  fullname text not null default '',
  bio text not null default '',
  profile_url text not null default '',
  profile_picture_url text not null default '',
  followers integer,
  following integer,
  posts_published integer,
  profile_at timestamptz not null,
  followers_at timestamptz,
  first_at timestamptz not null,
  posted_items_count integer not null,
  reply_count integer not null,
  score_trillionths bigint not null,
  score double precision not null generated always as (((score_trillionths)::double precision / ('1000000000000'::numeric)::double precision)) stored,
  score_millionths_sum bigint not null,
  stat1_sum bigint not null,
  stat2_sum bigint not null,
  stat3_sum bigint not null,
  list_key bigint not null generated always as (campaign_list_key(campaign_id, user_type)) stored,
  constraint campaign_user_pkey primary key (campaign_id, id),
  constraint campaign_user_list_key_user_id_order_key unique (list_key, user_id_order),
  constraint campaign_user_followers_check check ((followers >= 0)),
  constraint campaign_user_following_check check ((following >= 0)),
  constraint campaign_user_posts_published_check check ((posts_published >= 0)),
  constraint campaign_user_user_type_check check ((user_type = any (array['instagram', 'twitter', 'facebook', 'linkedin'])))
) with (fillfactor=80);
create index campaign_user_first on campaign_user (list_key, first_at);
create index campaign_user_followers on campaign_user (list_key, coalesce(followers, '-1'::integer), id);
create index campaign_user_following on campaign_user (list_key, coalesce(following, '-1'::integer), id);
create index campaign_user_item_score on campaign_user (list_key, score_millionths_sum, id);
create index campaign_user_items on campaign_user (list_key, posted_items_count, id);
create index campaign_user_published on campaign_user (list_key, coalesce(posts_published, '-1'::integer), id);
create index campaign_user_score on campaign_user (list_key, score, id);
create index campaign_user_username on campaign_user (list_key, username, id);

create table event (
  site_id bigint not null,
  id bigint not null,
  name text not null,
  summary text not null default '',
  description text,
  start_date timestamptz not null,
  end_date timestamptz not null,
  all_day boolean not null default false,
  published_at timestamptz,
  registration_deadline timestamptz,
  signup text,
  free_admission boolean,
  tickets text,
  cover_url text,
  categories text[] not null default '{}'::text[],
  languages text[] not null default '{}'::text[],
  tags text[] not null default '{}'::text[],
  themes text[] not null default '{}'::text[],
  images jsonb not null default '[]'::jsonb,
  location jsonb,
  organizer jsonb,
  version integer not null default 1,
  is_served boolean not null default false,
  constraint event_pkey primary key (site_id, id),
  constraint event_check check ((end_date >= start_date)),
  constraint event_site_id_fkey foreign key (site_id) references site(id)
);
create index event_order on event (site_id, start_date, id);
create trigger uses_media after insert or delete or update of cover_url, description, images on event for each row execute function row_uses_media('cover_url', 'description', 'images');

create table failed_job (
  kind text not null,
  key text not null,
  id bigint not null,
  payload jsonb not null,
  tries integer not null,
  last_error text not null,
  created_at timestamptz not null,
  failed_at timestamptz not null default now(),
  constraint failed_job_pkey primary key (kind, key, id)
);
create index failed_job_order on failed_job (failed_at, id);

create table featured_item_container (
  site_id bigint not null,
  id bigint not null,
  identifier text not null,
  name text not null,
  link text not null default '',
  order_number integer not null,
  type_restriction text not null default '',
  version integer not null default 1,
  constraint featured_item_container_pkey primary key (site_id, id),
  constraint featured_item_container_site_id_fkey foreign key (site_id) references site(id)
);

create table featured_item_container_article (
  site_id bigint not null,
  featured_item_container_id bigint not null,
  article_id bigint not null,
  "position" integer not null,
  constraint featured_item_container_article_pkey primary key (site_id, featured_item_container_id, article_id),
  constraint featured_item_container_artic_site_id_featured_item_contai_fkey foreign key (site_id, featured_item_container_id) references featured_item_container(site_id, id) on delete cascade,
  constraint featured_item_container_article_site_id_article_id_fkey foreign key (site_id, article_id) references article(site_id, id) on delete cascade
);
create index featured_item_container_article_article on featured_item_container_article (site_id, article_id);
create index featured_item_container_article_order on featured_item_container_article (site_id, featured_item_container_id, "position", article_id);

create table identity (
  id bigint not null generated always as identity,
  person_id bigint not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint identity_pkey primary key (id),
  constraint identity_issuer_subject_key unique (issuer, subject),
  constraint identity_person_id_fkey foreign key (person_id) references person(id) on delete cascade
);
create index identity_person on identity (person_id);

create table import (
  id bigint not null generated always as identity,
  source bytea not null,
  lines bigint not null default 0,
  digest bytea,
  counts jsonb not null default '{}'::jsonb,
  started_at timestamptz not null default now(),
  names jsonb not null default '{}'::jsonb,
  constraint import_pkey primary key (id),
  constraint import_source_key unique (source)
);

create table import_line (
  import_id bigint not null,
  line bigint not null,
  noun_order integer not null,
  reason text not null,
  text text,
  constraint import_line_pkey primary key (import_id, line),
  constraint import_line_import_id_fkey foreign key (import_id) references import(id) on delete cascade
);

create table invitation (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  email text not null,
  created_by text not null,
  person_id bigint,
  api_key_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint invitation_pkey primary key (id),
  constraint invitation_token_hash_key unique (token_hash),
  constraint invitation_api_key_id_fkey foreign key (api_key_id) references api_key(id) on delete cascade,
  constraint invitation_person_id_fkey foreign key (person_id) references person(id) on delete cascade
);
create index invitation_age on invitation (expires_at);
create index invitation_api_key on invitation (api_key_id);
create index invitation_person on invitation (person_id);

create table invitation_role (
  invitation_id bigint not null,
  site_id bigint,
  role text not null,
  constraint invitation_role_invitation_id_site_id_key unique nulls not distinct (invitation_id, site_id),
  constraint invitation_role_role_check check ((role = any (array['owner', 'editor', 'author', 'analyst']))),
  constraint invitation_role_invitation_id_fkey foreign key (invitation_id) references invitation(id) on delete cascade,
  constraint invitation_role_site_id_fkey foreign key (site_id) references site(id) on delete cascade
);
create index invitation_role_site on invitation_role (site_id);

create table issue (
  site_id bigint not null,
  id bigint not null,
  number integer not null,
  name text not null,
  issue_url text not null,
  published boolean not null default false,
  cover_url text,
  brand_color text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  version integer not null default 1,
  constraint issue_pkey primary key (site_id, id),
  constraint issue_site_id_issue_url_key unique (site_id, issue_url),
  constraint issue_site_id_number_key unique (site_id, number),
  constraint issue_site_id_fkey foreign key (site_id) references site(id)
);
create trigger uses_media after insert or delete or update of cover_url on issue for each row execute function row_uses_media('cover_url');

create table issue_article (
  site_id bigint not null,
  issue_id bigint not null,
  article_id bigint not null,
  "position" integer not null,
  constraint issue_article_pkey primary key (site_id, issue_id, article_id),
  constraint issue_article_site_id_article_id_fkey foreign key (site_id, article_id) references article(site_id, id) on delete cascade,
  constraint issue_article_site_id_issue_id_fkey foreign key (site_id, issue_id) references issue(site_id, id) on delete cascade
);
create index issue_article_article on issue_article (site_id, article_id);

create table job (
  kind text not null,
  key text not null,
  id bigint not null generated always as identity,
  payload jsonb not null,
  run_at timestamptz not null,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  constraint job_pkey primary key (kind, key, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table job_lane (
  kind text not null,
  key text not null,
  next_at timestamptz not null,
  claim bigint,
  holder integer,
  constraint job_lane_pkey primary key (kind, key)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
create index job_lane_due on job_lane (kind, next_at) where (next_at > '-infinity'::timestamptz);

create table job_schedule (
  name text not null,
  every_seconds integer not null,
  next_at timestamptz not null,
  constraint job_schedule_pkey primary key (name),
  constraint job_schedule_every_seconds_check check ((every_seconds > 0))
);

create table lane_holder (
  id integer not null,
  constraint lane_holder_pkey primary key (id)
);

create table media (
  site_id bigint not null,
  id bigint not null,
  sha256 bytea not null,
  received_sha256 bytea not null,
  dir text not null,
  name text not null,
  ext text not null,
  legacy_path text,
  title text not null default '',
  alt_text text,
  credit text,
  caption text not null default '',
  focal_x integer not null default 50,
  focal_y integer not null default 50,
  origin text not null,
  source_url text,
  rights jsonb,
  created_by text not null,
  created_at timestamptz not null default now(),
  orphan_since timestamptz,
  version integer not null default 1,
  former_paths text[] not null default '{}'::text[],
  constraint media_pkey primary key (site_id, id),
  constraint media_dir_name_ext_key unique (dir, name, ext),
  constraint media_site_id_received_sha256_key unique (site_id, received_sha256),
  constraint media_focal_x_check check (((focal_x >= 0) and (focal_x <= 100))),
  constraint media_focal_y_check check (((focal_y >= 0) and (focal_y <= 100))),
  constraint media_origin_check check ((origin = any (array['upload', 'email', 'form', 'guest', 'remote', 'import']))),
  constraint media_sha256_fkey foreign key (sha256) references blob(sha256),
  constraint media_site_id_fkey foreign key (site_id) references site(id)
);
create index media_blob on media (sha256);
create index media_former on media using gin (former_paths) where (former_paths <> '{}'::text[]);
create index media_legacy on media (site_id, legacy_path) where (legacy_path is not null);
create index media_orphan on media (orphan_since) where (orphan_since is not null);

create table media_settings (
  is_only boolean not null default true,
  media_url text not null,
  constraint media_settings_pkey primary key (is_only),
  constraint media_settings_is_only_check check (is_only)
);

create table media_use (
  site_id bigint not null,
  media_id bigint not null,
  owner text not null,
  owner_id text not null,
  constraint media_use_pkey primary key (site_id, media_id, owner, owner_id),
  constraint media_use_site_id_media_id_fkey foreign key (site_id, media_id) references media(site_id, id)
);
create index media_use_owner on media_use (site_id, owner, owner_id);

create table page (
  site_id bigint not null,
  id bigint not null,
  name text not null,
  menu_name text not null,
  url text not null,
  body text not null default '',
  summary text,
  meta_title text,
  cover_url text,
  show_in_menu boolean not null default true,
  visibility text not null default 'private',
  version integer not null default 1,
  constraint page_pkey primary key (site_id, id),
  constraint page_site_id_url_key unique (site_id, url),
  constraint page_visibility_check check ((visibility = any (array['private', 'public', 'unlisted']))),
  constraint page_site_id_fkey foreign key (site_id) references site(id)
);
create trigger uses_media after insert or delete or update of cover_url, body on page for each row execute function row_uses_media('cover_url', 'body');

create table passkey (
  id bigint not null generated always as identity,
  person_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  copied_at timestamptz,
  constraint passkey_pkey primary key (id),
  constraint passkey_credential_id_key unique (credential_id),
  constraint passkey_person_id_fkey foreign key (person_id) references person(id) on delete cascade
);
create index passkey_person on passkey (person_id);

create table password_reset (
  person_id bigint not null,
  token_hash bytea not null,
  created_by text not null,
  created_by_person bigint,
  created_by_key bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_reset_pkey primary key (person_id),
  constraint password_reset_token_hash_key unique (token_hash),
  constraint password_reset_created_by_key_fkey foreign key (created_by_key) references api_key(id) on delete cascade,
  constraint password_reset_created_by_person_fkey foreign key (created_by_person) references person(id) on delete cascade,
  constraint password_reset_person_id_fkey foreign key (person_id) references person(id) on delete cascade
);
create index password_reset_age on password_reset (expires_at);
create index password_reset_key on password_reset (created_by_key);
create index password_reset_person on password_reset (created_by_person);

create table person (
  id bigint not null default nextval('person_id'::regclass),
  email text not null,
  name text not null,
  password_hash text,
  language text not null default 'en',
  theme text not null default 'system',
  shortcuts boolean not null default true,
  is_demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen_at timestamptz,
  user_handle uuid not null default gen_random_uuid(),
  constraint person_pkey primary key (id),
  constraint person_email_key unique (email)
);

create table person_role (
  person_id bigint not null,
  site_id bigint,
  role text not null,
  constraint person_role_person_id_site_id_key unique nulls not distinct (person_id, site_id),
  constraint person_role_role_check check ((role = any (array['owner', 'editor', 'author', 'analyst']))),
  constraint person_role_person_id_fkey foreign key (person_id) references person(id) on delete cascade,
  constraint person_role_site_id_fkey foreign key (site_id) references site(id) on delete cascade
);
create index person_role_site on person_role (site_id, person_id);

create table presence (
  site_id bigint not null,
  uid uuid not null,
  actor text not null,
  name text,
  field text,
  since timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint presence_pkey primary key (site_id, uid, actor)
);
create index presence_actor on presence (site_id, actor);
create index presence_age on presence (expires_at);

create table preview (
  site_id bigint not null,
  uid uuid not null,
  id bigint not null generated always as identity,
  token_hash bytea not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint preview_pkey primary key (site_id, uid, id),
  constraint preview_token_hash_key unique (token_hash),
  constraint preview_site_id_uid_fkey foreign key (site_id, uid) references article(site_id, uid) on delete cascade
);
create index preview_age on preview (expires_at);

create table published_article (
  site_id bigint not null,
  id bigint not null,
  uid uuid not null,
  section_id bigint not null,
  category_id bigint,
  article_url text not null,
  pinned_index integer,
  site_pinned_index integer,
  is_served boolean not null,
  doc text not null,
  notification_json text not null,
  doc_hash text not null generated always as (md5(doc)) stored,
  constraint published_article_pkey primary key (site_id, id),
  constraint published_article_site_id_id_fkey foreign key (site_id, id) references article(site_id, id)
);
create unique index published_article_address on published_article (site_id, section_id, article_url);
create index published_article_category on published_article (site_id, category_id, id) where is_served;
create index published_article_section on published_article (site_id, section_id, id) where is_served;
create index published_article_section_pin on published_article (site_id, section_id, pinned_index) where (pinned_index is not null);
create index published_article_site on published_article (site_id, id) where is_served;
create index published_article_site_pin on published_article (site_id, site_pinned_index) where (site_pinned_index is not null);
create index published_article_slug on published_article (site_id, article_url);
create trigger uses_media after insert or delete or update of doc on published_article for each row execute function document_uses_media();

create table published_article_author (
  site_id bigint not null,
  author_id bigint not null,
  id bigint not null,
  constraint published_article_author_pkey primary key (site_id, author_id, id),
  constraint published_article_author_site_id_id_fkey foreign key (site_id, id) references published_article(site_id, id) on delete cascade
);
create index published_article_author_article on published_article_author (site_id, id);

create table published_article_feature (
  site_id bigint not null,
  featured_id bigint not null,
  id bigint not null,
  "position" integer not null,
  constraint published_article_feature_pkey primary key (site_id, featured_id, id),
  constraint published_article_feature_site_id_id_fkey foreign key (site_id, id) references published_article(site_id, id) on delete cascade
);
create index published_article_feature_article on published_article_feature (site_id, id);

create table published_article_tag (
  site_id bigint not null,
  tag text not null,
  id bigint not null,
  constraint published_article_tag_pkey primary key (site_id, tag, id),
  constraint published_article_tag_site_id_id_fkey foreign key (site_id, id) references published_article(site_id, id) on delete cascade
);
create index published_article_tag_article on published_article_tag (site_id, id);

create table remembered_answer (
  caller text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null default now(),
  constraint remembered_answer_pkey primary key (caller, idempotency_key)
);
create index remembered_answer_age on remembered_answer (created_at);

create table remote_image (
  site_id bigint not null,
  url_hash bytea not null,
  url text not null,
  media_id bigint,
  state text not null,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  constraint remote_image_pkey primary key (site_id, url_hash),
  constraint remote_image_state_check check ((state = any (array['waiting', 'cached', 'failed', 'gone']))),
  constraint remote_image_site_id_fkey foreign key (site_id) references site(id),
  constraint remote_image_site_id_media_id_fkey foreign key (site_id, media_id) references media(site_id, id) on delete set null (media_id)
);
create index remote_image_media on remote_image (site_id, media_id) where (media_id is not null);

create table schema_migration (
  number integer not null,
  name text not null,
  hash text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migration_pkey primary key (number)
);

create table search_word (
  site_id bigint not null,
  word text collate "C" not null,
  frequency smallint not null,
  constraint search_word_pkey primary key (site_id, word)
);
create index search_word_like on search_word using gin (site_id, word gin_trgm_ops) with (gin_pending_list_limit='65536');

create table secret_key (
  one boolean not null default true,
  key bytea not null,
  constraint secret_key_pkey primary key (one),
  constraint secret_key_one_check check (one)
);

create table section (
  site_id bigint not null,
  id bigint not null,
  name text not null,
  section_url text not null,
  description text not null default '',
  locale text not null,
  order_number integer not null,
  show_in_menu boolean not null default true,
  state text not null default 'public',
  real_time boolean not null default false,
  category_id bigint,
  cover_url text,
  brand_color text,
  name_in_menus text,
  title_text text,
  open_graph jsonb,
  version integer not null default 1,
  constraint section_pkey primary key (site_id, id),
  constraint section_site_id_section_url_key unique (site_id, section_url),
  constraint section_state_check check ((state = any (array['public', 'hidden']))),
  constraint section_site_id_category_id_fkey foreign key (site_id, category_id) references article_category(site_id, id),
  constraint section_site_id_fkey foreign key (site_id) references site(id)
);
create index section_category on section (site_id, category_id) where (category_id is not null);
create trigger uses_media after insert or delete or update of cover_url, open_graph on section for each row execute function row_uses_media('cover_url', 'open_graph');

create table session (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  person_id bigint not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  confirmed_at timestamptz not null default now(),
  address text not null,
  user_agent text not null,
  method text not null,
  constraint session_pkey primary key (id),
  constraint session_token_hash_key unique (token_hash),
  constraint session_method_check check ((method = any (array['password', 'passkey', 'oidc', 'link']))),
  constraint session_person_id_fkey foreign key (person_id) references person(id) on delete cascade
);
create index session_age on session (created_at);
create index session_last_seen on session (last_seen_at);
create index session_person on session (person_id);

create table setup (
  only_row boolean not null default true,
  code text not null,
  constraint setup_pkey primary key (only_row),
  constraint setup_only_row_check check (only_row)
);

create table sign_in_attempt (
  id bigint not null generated always as identity,
  network text not null,
  account bytea not null,
  at timestamptz not null default now(),
  constraint sign_in_attempt_pkey primary key (id)
);
create index sign_in_attempt_age on sign_in_attempt (at);
create index sign_in_attempt_network on sign_in_attempt (network, at);

create table sign_in_challenge (
  hash bytea not null,
  method text not null,
  purpose text not null,
  network text not null,
  origin text not null,
  person_id bigint,
  session_id bigint,
  account bytea,
  browser bytea,
  return_to text,
  created_at timestamptz not null default now(),
  constraint sign_in_challenge_pkey primary key (hash),
  constraint sign_in_challenge_method_check check ((method = any (array['passkey', 'oidc']))),
  constraint sign_in_challenge_purpose_check check ((purpose = any (array['sign_in', 'confirm', 'add']))),
  constraint sign_in_challenge_person_id_fkey foreign key (person_id) references person(id) on delete cascade,
  constraint sign_in_challenge_session_id_fkey foreign key (session_id) references session(id) on delete cascade
);
create index sign_in_challenge_age on sign_in_challenge (created_at);
create index sign_in_challenge_network on sign_in_challenge (network, created_at);
create index sign_in_challenge_person on sign_in_challenge (person_id);
create index sign_in_challenge_session on sign_in_challenge (session_id);

create table site (
  id bigint not null,
  name text not null,
  url text not null,
  locale text not null,
  time_zone text not null,
  api_key_required boolean not null,
  content_version bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  changes_forgotten bigint not null default 0,
  voting_enabled boolean not null default false,
  media_url text not null default '',
  cache_remote_images boolean not null default false,
  preview_url text,
  constraint site_pkey primary key (id)
);

create table thumb (
  sha256 bytea not null,
  variant text not null,
  bytes bigint not null,
  last_used_on timestamptz not null default now(),
  constraint thumb_pkey primary key (sha256, variant)
);
create index thumb_last_used on thumb (last_used_on);

create table visitor_secret (
  is_only boolean not null default true,
  secret bytea not null,
  constraint visitor_secret_pkey primary key (is_only),
  constraint visitor_secret_is_only_check check (is_only)
);

create table webhook (
  site_id bigint not null,
  id bigint not null,
  section_id bigint,
  url text not null,
  actions text[] not null,
  active boolean not null,
  pause_reason text,
  paused_at timestamptz,
  signature_encoding text not null,
  extra_headers boolean not null,
  secret bytea not null,
  next_secret bytea,
  previous_secret bytea,
  previous_until timestamptz,
  promoted_at timestamptz,
  is_proven boolean not null default true,
  status_message text,
  status_message_at timestamptz,
  failures_in_row integer not null default 0,
  window_from timestamptz,
  window_tries integer not null default 0,
  window_failures integer not null default 0,
  probe_at timestamptz,
  probes integer not null default 0,
  closed_at timestamptz,
  failing_since timestamptz,
  tries_since_success integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_pkey primary key (site_id, id),
  constraint webhook_pause_reason_check check ((pause_reason = any (array['person', 'gone', 'failing']))),
  constraint webhook_signature_encoding_check check ((signature_encoding = any (array['hex', 'base64']))),
  constraint webhook_site_id_fkey foreign key (site_id) references site(id),
  constraint webhook_site_id_section_id_fkey foreign key (site_id, section_id) references section(site_id, id)
);

create table webhook_attempt (
  site_id bigint not null,
  webhook_id bigint not null,
  delivery_id bigint not null,
  id bigint not null generated always as identity,
  at timestamptz not null,
  outcome text not null,
  status integer,
  error text,
  counts boolean not null,
  remote_address text,
  timing jsonb not null,
  request_headers jsonb not null,
  answer text,
  constraint webhook_attempt_pkey primary key (site_id, webhook_id, delivery_id, id)
);

create table webhook_delivery (
  site_id bigint not null,
  webhook_id bigint not null,
  article_id bigint not null,
  content_version bigint not null,
  action text not null,
  id bigint not null default nextval('webhook_delivery_id'::regclass),
  state text not null default 'pending',
  attempts integer not null default 0,
  last_status integer,
  superseded_by bigint,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  resend_count integer not null default 0,
  constraint webhook_delivery_pkey primary key (site_id, webhook_id, article_id, content_version, action),
  constraint webhook_delivery_site_id_webhook_id_id_key unique (site_id, webhook_id, id),
  constraint webhook_delivery_state_check check ((state = any (array['pending', 'delivered', 'superseded', 'given_up', 'skipped'])))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
create index webhook_delivery_given_up on webhook_delivery (site_id, webhook_id, id) where (state = 'given_up');
create index webhook_delivery_pending on webhook_delivery (site_id, webhook_id, article_id, content_version, id) where (state = 'pending');

create table webhook_lane (
  site_id bigint not null,
  webhook_id bigint not null,
  article_id bigint not null,
  next_at timestamptz not null,
  claim bigint,
  holder integer,
  constraint webhook_lane_pkey primary key (site_id, webhook_id, article_id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
create index webhook_lane_due on webhook_lane (site_id, webhook_id, next_at) where (next_at > '-infinity'::timestamptz);

create table webhook_test (
  site_id bigint not null,
  webhook_id bigint not null,
  id bigint not null default nextval('webhook_delivery_id'::regclass),
  action text not null,
  body text not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  last_status integer,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint webhook_test_pkey primary key (site_id, webhook_id, id),
  constraint webhook_test_state_check check ((state = any (array['pending', 'delivered', 'given_up'])))
);
create index webhook_test_age on webhook_test (created_at);
create index webhook_test_recent on webhook_test (site_id, created_at);

create function add_article_words() returns trigger
  language plpgsql
as $$
begin
  insert into article_words select site_id, uid, coalesce(article_words_of(written), '') from added;
  return null;
end $$;

create function add_counts(known jsonb, added jsonb) returns jsonb
  language sql immutable parallel safe
return (select jsonb_object_agg(totals.key, totals.total) as jsonb_object_agg from (select counts.key, sum((counts.value)::bigint) as total from (select jsonb_each_text.key, jsonb_each_text.value from jsonb_each_text(coalesce(add_counts.known, '{}'::jsonb)) jsonb_each_text(key, value) union all select jsonb_each_text.key, jsonb_each_text.value from jsonb_each_text(coalesce(add_counts.added, '{}'::jsonb)) jsonb_each_text(key, value)) counts group by counts.key) totals);

create function add_webhook_deliveries() returns trigger
  language plpgsql set enable_nestloop = off
as $$
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

create function article_revision_uses_media() returns trigger
  language plpgsql
as $$
begin
  perform record_media_use(new.site_id, 'article', new.uid::text, new.written::text);
  return null;
end
$$;

create function article_words_of(written jsonb) returns tsvector
  language sql immutable strict parallel safe
return (((setweight(to_tsvector('simple'::regconfig, text_words((written ->> 'title'))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, text_words(coalesce((written ->> 'tags'), ''))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, text_words(coalesce((written ->> 'summary'), ''))), 'C'::"char")) || to_tsvector('simple'::regconfig, text_words(regexp_replace("left"(coalesce((written ->> 'body'), ''), 400000), '<[^<>]*>|&[#a-z0-9]+;', ' ', 'gi'))));

create function campaign_list_key(campaign_id bigint, network text) returns bigint
  language sql immutable parallel safe
as $$
  select campaign_id * 8
    + case network when 'instagram' then 0 when 'twitter' then 1 when 'facebook' then 2 when 'linkedin' then 3 end
$$;

create function change_article_words() returns trigger
  language plpgsql
as $$
begin
  update article_words set tsv = coalesce(article_words_of(new.written), '') where site_id = new.site_id and uid = new.uid;
  return null;
end $$;

create function day_score(posts bigint) returns bigint
  language sql immutable strict parallel safe
as $$
  select round(ln((1 + posts)::float8) / ln(2::float8) * 1e12::float8)::bigint
$$;

create function delete_previews() returns trigger
  language plpgsql
as $$
begin
  delete from preview where site_id = new.site_id and uid = new.uid;
  return null;
end $$;

create function document_uses_media() returns trigger
  language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and strpos(old.doc, '/sites/') > 0 then
    delete from media_use where site_id = old.site_id and owner = 'published_article' and owner_id = old.id::text;
  end if;
  if tg_op <> 'DELETE' and strpos(new.doc, '/sites/') > 0 then
    perform record_media_use(new.site_id, 'published_article', new.id::text, new.doc);
  end if;
  return null;
end
$$;

create function draw_id(numbers regclass, brought bigint) returns bigint
  language plpgsql
as $$
declare
  gate constant bigint := hashtextextended('draw_id:' || numbers::text, 0);
  drawn bigint;
begin
  if brought is null then
    perform pg_advisory_lock_shared(gate);
    drawn := nextval(numbers);
    perform pg_advisory_unlock_shared(gate);
    if drawn > 9007199254740991 then
      raise exception 'no % is left', numbers using errcode = 'sequence_generator_limit_exceeded';
    end if;
    return drawn;
  end if;
  perform pg_advisory_lock(gate);
  if brought > coalesce(pg_sequence_last_value(numbers), 0) then
    perform setval(numbers, brought);
  end if;
  perform pg_advisory_unlock(gate);
  return brought;
end
$$;

create function entry_score(stat1 integer, stat2 integer, followers integer) returns bigint
  language sql immutable parallel safe
as $$
  select case
    when coalesce(stat1, 0) < 1000000 and coalesce(stat2, 0) < 1000000 and coalesce(followers, 0) < 1000000
    then (1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint) * 1000000
      + (2000000 * (1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint) * coalesce(followers, 0)
        + coalesce(followers, 0) + 10000) / (2 * (coalesce(followers, 0)::bigint + 10000))
    else round((1 + coalesce(stat1, 0)::bigint + 2 * coalesce(stat2, 0)::bigint)
      * (1000000 + 1000000 * coalesce(followers, 0)::numeric / (coalesce(followers, 0)::bigint + 10000)))::bigint end
$$;

create function forget_article_media() returns trigger
  language plpgsql
as $$
begin
  delete from media_use where site_id = old.site_id and owner = 'article' and owner_id = old.uid::text;
  return null;
end
$$;

create function fresh_articles(site bigint) returns setof article_search
  language sql stable rows 100
as $$
  select * from article_search where site_id = site and is_fresh order by number desc limit 2000
$$;

create function id_order(id text) returns text
  language sql immutable parallel safe
as $$
  select case when id <> '' and ltrim(id, '0123456789') = '' then '0' || lpad(length(id)::text, 4, '0') || id else '1' || id end
$$;

create function newest_matches(site bigint, section bigint, match tsquery, fresh_match tsquery, most integer) returns table(id bigint, head tsvector)
  language sql stable
as $$
  select fresh.id, fresh.head from fresh_articles(site) as fresh
  where (section is null or fresh.section_id = section)
    and fresh.section_id = any (array(select id from section where section.site_id = site and state = 'public'))
    and fresh.tsv @@ fresh_match
  union all
  select hit.id, hit.head
  from search_walk((select max(number) from article_search where site_id = site)) as walk, lateral (
    select search.id, search.head from article_search search
    where not search.is_fresh
      and search_stretches(search.site_id, search.section_id, search.number)
        @> array[search_stretch(site, section, walk.size, walk.number)]
      and search.tsv @@ match
      and search.section_id = any (array(select id from section where section.site_id = site and state = 'public'))
    order by search.number desc limit most
  ) as hit
  limit most
$$;

create function record_article_changes() returns trigger
  language plpgsql
as $$
begin
  insert into article_change select site_id, uid, pg_current_xact_id() from changed
  on conflict (site_id, uid) do update set changed_in = excluded.changed_in
  where article_change.changed_in <> excluded.changed_in;
  return null;
end $$;

create function record_article_save() returns trigger
  language plpgsql
as $$
begin
  insert into article_save (site_id, uid, version, version_before, fields, saved_by, saved_at)
  select new.site_id, new.uid, new.version, old.version, coalesce(array_agg(key order by key), '{}'), new.updated_by, new.updated_at
  from jsonb_each(old.written) as before full join jsonb_each(new.written) as after using (key)
  where before.value is distinct from after.value
  on conflict do nothing;
  return null;
end $$;

create function record_media_use(site bigint, used_by text, used_by_id text, content text) returns void
  language sql
as $$
  with address as materialized (
    select distinct found[1] as dir, found[2] as name, found[3] as ext from regexp_matches(
      content, '/(?:files|thumbs)/(sites/[0-9]+)/([a-z0-9._-]*-[0-9a-f]{12})[^."/ ]*\.([a-z0-9]{2,5})', 'g') as found
  )
  insert into media_use (site_id, media_id, owner, owner_id)
  select site, locked.id, used_by, used_by_id
  from (
    select media.id from media
    where site_id = site and id in (
      select id from media join address using (dir, name, ext) where site_id = site
      union all
      select id from media where site_id = site and former_paths <> '{}'
        and former_paths && (select array_agg('/files/' || dir || '/' || name || '.' || ext) from address)
    )
    -- an item that is being deleted is waited for, and then not there
    for key share
  ) as locked
  on conflict do nothing
$$;

create function row_uses_media() returns trigger
  language plpgsql
as $$
declare
  before text := '';
  after text := '';
  this jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  that jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  id text := coalesce(this ->> 'id', that ->> 'id');
  site bigint := coalesce(this ->> 'site_id', that ->> 'site_id');
begin
  for at in 0 .. tg_nargs - 1 loop
    before := before || ' ' || coalesce(that ->> tg_argv[at], '');
    after := after || ' ' || coalesce(this ->> tg_argv[at], '');
  end loop;
  if before = after then return null; end if;
  if strpos(before, '/sites/') > 0 then
    delete from media_use where media_use.site_id = site and owner = tg_table_name and owner_id = id;
  end if;
  if strpos(after, '/sites/') > 0 then
    perform record_media_use(site, tg_table_name::text, id, after);
  end if;
  return null;
end
$$;

create function search_stretch(site bigint, section bigint, size integer, number integer) returns text
  language sql immutable parallel safe
return (((((((site)::text || ':') || coalesce((section)::text, '')) || ':') || (size)::text) || ':') || ((number / size))::text);

create function search_stretches(site bigint, section bigint, number integer) returns text[]
  language sql immutable parallel safe
return array[search_stretch(site, null::bigint, 1024, number), search_stretch(site, section, 1024, number), search_stretch(site, null::bigint, 4096, number), search_stretch(site, section, 4096, number), search_stretch(site, null::bigint, 16384, number), search_stretch(site, section, 16384, number), search_stretch(site, null::bigint, 65536, number), search_stretch(site, section, 65536, number)];

create function search_walk(newest integer) returns table(number integer, size integer)
  language sql immutable
as $$
  with recursive walk(number, size) as (
    select newest, 1024 where newest is not null
    union all
    select before, case when size < 65536 and (before + 1) % (size * 4) = 0 and newest - before >= size * 4 then size * 4 else size end
    from (select number / size * size - 1 as before, size from walk) as next
    where before >= 0
  )
  select number, size from walk
$$;

create function text_words(given text) returns text
  language sql immutable strict parallel safe
return regexp_replace(lower(regexp_replace(normalize("left"(given, 100000), nfkd), '[\u0300-\u036f]+', '', 'g')), '[^[:alnum:]]+', ' ', 'g');

create function webhook_receives(webhook webhook, event article_event) returns boolean
  language sql immutable
as $$
  select event.site_id = webhook.site_id and event.action = any (webhook.actions) and case event.scope
    when 'all' then webhook.section_id is null or webhook.section_id = event.section_id
    when 'site' then webhook.section_id is null
    when 'section' then webhook.section_id = event.section_id
    else false
  end
$$;

create function words_beginning(site bigint, beginning text, most integer) returns table(word text)
  language sql stable
as $$
  select likely.word from (
    select known.word, known.frequency from search_word known
    where known.site_id = site and known.word >= beginning and known.word < beginning || chr(1114111) limit 20000
  ) as likely
  order by likely.frequency desc, likely.word limit most
$$;

create function words_like(site bigint, asked text, most integer) returns table(word text, distance integer)
  language sql stable set pg_trgm.similarity_threshold = 0.25
as $$
  with swapped as materialized (
    select overlay(asked placing reverse(substr(asked, place, 2)) from place for 2) as word
    from generate_series(1, length(asked) - 1) as place
  )
  select near.word, min(near.distance) from (
    select known.word, known.frequency, levenshtein_less_equal(asked, known.word, 2) as distance
    from search_word known where known.site_id = site and known.word % asked
    union all
    select known.word, known.frequency, 1
    from swapped join search_word known on known.site_id = site and known.word = swapped.word collate "C"
    union all
    select fresh.word, floor(ln(fresh.articles) / ln(2::float8)),
      case when fresh.word in (table swapped) then 1 else levenshtein_less_equal(asked, fresh.word, 2) end
    from (
      select lexeme as word, count(*)::float8 as articles from fresh_articles(site), unnest(tsv)
      where positions is not null and length(lexeme) between length(asked) - 2 and length(asked) + 2 group by lexeme
    ) as fresh where fresh.word % asked or fresh.word in (table swapped)
  ) as near
  where length(asked) >= 4 and near.distance <= case when length(asked) < 6 then 1 else 2 end
  group by near.word
  order by min(near.distance), max(near.frequency) desc, near.word limit most
$$;

create aggregate whole_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);

create sequence api_key_id;
create sequence article_category_id;
create sequence article_id;
create sequence author_id;
create sequence campaign_id;
create sequence event_id;
create sequence event_image_id;
create sequence event_location_id;
create sequence event_organizer_id;
create sequence featured_item_container_id;
create sequence issue_id;
create sequence lane_holder_id as integer;
create sequence media_id;
create sequence page_id;
create sequence person_id;
create sequence section_id;
create sequence site_id;
create sequence webhook_delivery_id;
create sequence webhook_id;

create extension btree_gin;
create extension fuzzystrmatch;
create extension pg_trgm;
