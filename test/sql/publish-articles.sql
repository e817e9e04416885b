with snapshot as (
  insert into "published_article" ("site_id", "id", "uid", "section_id", "category_id", "article_url", "pinned_index",
    "site_pinned_index", "is_served", "doc", "notification_json", "packed", "packed_hash")
  select "site_id", "id", "uid", "section_id", "category_id", "article_url", "pinned_index", "site_pinned_index", "is_served",
    "doc", "notification_json", "packed", "packed_hash" from json_populate_recordset(null::"published_article", $1)
  on conflict ("site_id", "id") do update set "uid" = "excluded"."uid", "section_id" = "excluded"."section_id",
    "category_id" = "excluded"."category_id", "article_url" = "excluded"."article_url",
    "pinned_index" = "excluded"."pinned_index", "site_pinned_index" = "excluded"."site_pinned_index",
    "is_served" = "excluded"."is_served", "doc" = "excluded"."doc", "notification_json" = "excluded"."notification_json",
    "packed" = "excluded"."packed", "packed_hash" = "excluded"."packed_hash"
  returning site_id, id, doc, notification_json
),
tag as (select * from unnest($2::bigint[], $3::text[]) as new(id, tag)),
author as (select * from unnest($4::bigint[], $5::bigint[]) as new(id, author_id)),
feature as (
  select * from json_to_recordset($6) as new(id bigint, "to" bigint, position integer)
),
old_tag as (delete from published_article_tag where site_id = $7 and id = any($8::bigint[]) and (id, tag) not in (table tag)),
old_author as (delete from published_article_author where site_id = $9 and id = any($10::bigint[])
  and (id, author_id) not in (table author)),
old_feature as (
  delete from published_article_feature where site_id = $11 and id = any($12::bigint[])
    and (id, featured_id) not in (select id, "to" from feature)
),
new_tag as (insert into published_article_tag (site_id, id, tag) select $13, id, tag from tag on conflict do nothing),
new_author as (
  insert into published_article_author (site_id, id, author_id)
  select $14, id, author_id from author on conflict do nothing
),
new_feature as (
  insert into published_article_feature (site_id, id, featured_id, position)
  select $15, id, "to", position from feature
  on conflict (site_id, featured_id, id) do update set position = excluded.position
),
searched as (
  insert into article_search (site_id, id, section_id, number, is_fresh, head, tsv)
  select $16, texts.id, texts.section_id, article.site_order_number, true, vector.head, vector.head
  || '|:1'::tsvector || to_tsvector('simple', plain_body)
  || strip(to_tsvector($17::regconfig, stemmed_body))
  from json_to_recordset($18) as texts(id bigint, section_id bigint,
    plain_title text, plain_tags text, plain_summary text, plain_body text, stemmed_body text,
    accented_title text, accented_tags text, accented_summary text)
  join article on article.site_id = $19 and article.id = texts.id
  cross join lateral (select (setweight(to_tsvector($20::regconfig, "plain_title"), 'A') || '|:1'::tsvector
    || setweight(to_tsvector($21::regconfig, "plain_tags"), 'B') || '|:1'::tsvector
    || setweight(to_tsvector($22::regconfig, "plain_summary"), 'C')) || '|:1'::tsvector
    || (setweight(to_tsvector($23::regconfig, "plain_title"), 'A') || '|:1'::tsvector
    || setweight(to_tsvector($24::regconfig, "plain_tags"), 'B') || '|:1'::tsvector
    || setweight(to_tsvector($25::regconfig, "plain_summary"), 'C')) || '|:1'::tsvector
    || (setweight(to_tsvector($26::regconfig, "accented_title"), 'A') || '|:1'::tsvector
    || setweight(to_tsvector($27::regconfig, "accented_tags"), 'B') || '|:1'::tsvector
    || setweight(to_tsvector($28::regconfig, "accented_summary"), 'C')) as head offset 0) as vector
  on conflict (site_id, id) do update
  set section_id = excluded.section_id, number = excluded.number, is_fresh = true, head = excluded.head, tsv = excluded.tsv),
counted as (
  insert into article_count (site_id, list_key, total)
  select $29::bigint, list_key, change from unnest($30::text[], $31::int[]) as changed(list_key, change)
  union all
  select $32::bigint, list_key, sum(change) from unnest($33::bigint[], $34::int[]) as moved(id, change)
  join (
    select 'issue:' || issue_id as list_key, article_id as id from issue_article where site_id = $35
    union all
    select 'featured_item_container:' || featured_item_container_id, article_id
    from featured_item_container_article where site_id = $36) as held using (id) group by list_key
  on conflict (site_id, list_key) do update set total = article_count.total + excluded.total),
touched as (
  update issue set updated_at = greatest(updated_at, date_trunc('second', now())) from issue_article member
  where member.site_id = $37 and member.article_id = any($38::bigint[])
  and issue.site_id = member.site_id and issue.id = member.issue_id),
recorded as (
  insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, doc, traceparent)
  select $39, $40, event.id, event.action, event.scope, event.section_id,
  '{"action":"' || event.action || '","article":' || coalesce(snapshot.notification_json, '{"id":' || event.id || '}') || '}',
    snapshot.doc, $41::text
  from json_to_recordset($42) as event(id bigint, section_id bigint, action text, scope text)
  left join "snapshot" snapshot
  on snapshot.site_id = $43 and snapshot.id = event.id and event.action <> 'unpublish'
  on conflict (site_id, content_version, article_id, action) do update
  set body = excluded.body, doc = excluded.doc, scope = excluded.scope, section_id = excluded.section_id,
  traceparent = excluded.traceparent)
select exists (
  select from published_article_feature where site_id = $44 and featured_id = any($45::bigint[])
) as is_featured
