-- `published_article_feature` names every article that a published text features, in its order, public or not: what is
-- served of them changes with those articles.
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

-- Documents that show an article of a hidden section, or lack one that came back, are rewritten by the queue.
insert into job_lane (kind, key, next_at)
  select distinct 'publication.features', site_id::text, now() from published_article_feature;
insert into job (kind, key, payload, run_at)
  select kind, key, jsonb_build_object(
      'of', 'site', 'id', key::bigint, 'site_id', key::bigint, 'after_id', 0, 'total', 0, 'done', 0, 'audience', 'all'), next_at
  from job_lane where kind = 'publication.features';

-- An import no longer keeps what it finds featured and not there yet.
drop table import_feature;
