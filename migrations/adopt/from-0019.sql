-- Step 1 of 2 for a database at migration 0019: what 0020 to 0025 did. from-0025.sql follows in the same transaction.

-- `scheduled` and `publish_at` imply each other, and an article that was never public has no public state. Rows that break this
-- were withdrawn, or published with edits for later, and kept a schedule that nobody saw.
update article set state = 'draft' where id is null and state = 'unpublished';
update article set state = case when id is null then 'draft' else 'unpublished' end
  where state = 'scheduled' and publish_at is null;
update article set publish_at = null where state <> 'scheduled' and publish_at is not null;

delete from job where kind = 'articles.publish' and not exists (
  select from article where state = 'scheduled' and site_id || ':' || uid = job.key);
delete from job_lane lane where kind = 'articles.publish' and claim is null and not exists (
  select from job where job.kind = lane.kind and job.key = lane.key);

alter table article
  add constraint article_schedule check ((state = 'scheduled') = (publish_at is not null)),
  add constraint article_public_id check (id is not null or state not in ('published', 'unpublished'));

-- The clean-up of old events skips those with a pending delivery (features/publication/old-changes.ts): no trigger has to
-- refuse the delete of each row.
drop trigger article_event_awaited on article_event;
drop function keep_awaited_event();

-- Two public articles never have the same address. Of articles that share one, the article whose working copy has the address
-- keeps it, otherwise the newest, which readers were served first. The others get the lowest free number after their slug, in
-- the published text, as an `update` for receivers and in the change feed.
do $$
declare
  twin record;
  next_number integer;
  suffix text;
  version bigint;
begin
  for twin in
    select * from (
      select snapshot.*, row_number() over (
        partition by snapshot.site_id, snapshot.section_id, snapshot.article_url
        order by (article.section_id, article.article_url) = (snapshot.section_id, snapshot.article_url) desc, snapshot.id desc
      ) as place
      from published_article snapshot join article using (site_id, uid)
    ) as ranked
    where place > 1 order by site_id, id
  loop
    next_number := 1;
    loop
      next_number := next_number + 1;
      suffix := '-' || next_number;
      exit when not exists (
          select from published_article snapshot where snapshot.site_id = twin.site_id
            and snapshot.section_id = twin.section_id and snapshot.article_url = twin.article_url || suffix)
        and not exists (
          select from article where article.site_id = twin.site_id
            and article.section_id = twin.section_id and article.article_url = twin.article_url || suffix);
    end loop;

    -- Both texts begin with the id and the slug; a quote within a string has a backslash before it.
    update published_article set
      article_url = twin.article_url || suffix,
      doc = regexp_replace(doc, '^(\{"id":\d+,"article_url":"(?:[^"\\]|\\.)*)(","full_url":"(?:[^"\\]|\\.)*)"',
        '\1' || suffix || '\2' || suffix || '"'),
      notice = regexp_replace(regexp_replace(notice, '^(\{"id":\d+,"article_url":"(?:[^"\\]|\\.)*)"', '\1' || suffix || '"'),
        '(,"url":"(?:[^"\\]|\\.)*)(","attachments":)', '\1' || suffix || '\2')
    where site_id = twin.site_id and id = twin.id;
    update article_revision revision set written = jsonb_set(revision.written, '{article_url}', to_jsonb(twin.article_url || suffix))
    from article where article.site_id = twin.site_id and article.uid = twin.uid
      and revision.site_id = twin.site_id and revision.uid = twin.uid and revision.number = article.published_version;

    update site set content_version = content_version + 1 where id = twin.site_id returning content_version into version;
    insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, doc)
      select site_id, version, id, 'update', 'all', section_id, '{"action":"update","article":' || notice || '}', doc
      from published_article where site_id = twin.site_id and id = twin.id and is_served;
  end loop;
end $$;

create unique index published_article_address on published_article (site_id, section_id, article_url);

alter table article add publish_problem text;

-- Earlier releases did not sanitise embeds of tweets, some players and addresses. A job per site sanitises what is stored
-- (features/publication/stored-html.ts).
insert into job_lane (kind, key, next_at) select 'publication.sanitize', id::text, now() from site;
insert into job (kind, key, payload, run_at)
select 'publication.sanitize', id::text, jsonb_build_object('site_id', id, 'step', 'revisions', 'after', ''), now() from site;

-- The trash keeps a deleted article for 30 days. Its slug is free for others, and its section may be deleted.
alter table article
  add deleted_at timestamptz,
  alter section_id drop not null,
  drop constraint article_site_id_section_id_article_url_key,
  add constraint article_section check (section_id is not null or deleted_at is not null),
  add constraint article_trash check (deleted_at is null or state not in ('scheduled', 'published'));
-- Deleting an article looks up the published row by its primary key; the uid had no index.
alter table published_article
  drop constraint published_article_site_id_uid_fkey,
  add foreign key (site_id, id) references article (site_id, id);
create unique index article_address on article (site_id, section_id, article_url) where deleted_at is null;
create index article_trash_site on article (site_id, deleted_at desc, uid) where deleted_at is not null;
create index article_trash_age on article (deleted_at) where deleted_at is not null;

-- `published_article_feature` names every article that a published text features, in the text's order, public or not.
alter table published_article_feature add position integer;
insert into published_article_feature (site_id, featured_id, id, position)
  select snapshot.site_id, named.id::bigint, snapshot.id, min(named.position)
  from published_article snapshot
  join article using (site_id, uid)
  join article_revision revision on revision.site_id = article.site_id and revision.uid = article.uid
    and revision.number = article.published_version
  cross join jsonb_array_elements_text(revision.written -> 'featured_articles') with ordinality as named(id, position)
  group by snapshot.site_id, named.id, snapshot.id
  on conflict (site_id, featured_id, id) do update set position = excluded.position;
delete from published_article_feature where position is null;
alter table published_article_feature alter position set not null;

-- A job per site renders documents that show an article of a hidden section, or lack one of a section that is public again.
insert into job_lane (kind, key, next_at)
  select distinct 'publication.features', site_id::text, now() from published_article_feature;
insert into job (kind, key, payload, run_at)
  select kind, key, jsonb_build_object(
      'of', 'site', 'id', key::bigint, 'site_id', key::bigint, 'after_id', 0, 'total', 0, 'done', 0, 'audience', 'all'), next_at
  from job_lane where kind = 'publication.features';

drop table import_feature;
