-- Two public articles never have the same address.
--
-- Of articles that share one, the one whose working copy has it keeps it, else the newest, which readers who asked for the
-- slug were given first. The others get the lowest free number behind their slug, in the text that is published, and are
-- an `update` for receivers and in the change feed.
do $$
declare
  twin record;
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
    select '-' || number into suffix from generate_series(2, 1000000) as number
    where not exists (
        select from published_article snapshot where snapshot.site_id = twin.site_id
          and snapshot.section_id = twin.section_id and snapshot.article_url = twin.article_url || '-' || number)
      and not exists (
        select from article where article.site_id = twin.site_id
          and article.section_id = twin.section_id and article.article_url = twin.article_url || '-' || number)
    order by number limit 1;

    -- Both texts begin with the id and the slug; a quote inside of a string has a backslash before it.
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

-- Why the timer did not publish an article whose time had come.
alter table article add publish_problem text;
