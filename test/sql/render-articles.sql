with snapshot as (
  update published_article old set doc = new.doc, notification_json = new.notification_json,
  packed = new.packed, packed_hash = new.packed_hash
  from unnest($1::bigint[], $2::text[], $3::text[],
    $4::bytea[], $5::text[]
  ) as new(id, doc, notification_json, packed, packed_hash)
  where old.site_id = $6 and old.id = new.id returning old.site_id, old.id, old.doc, old.notification_json
),
touched as (
  update issue set updated_at = greatest(updated_at, date_trunc('second', now())) from issue_article member
  where member.site_id = $7 and member.article_id = any($8::bigint[])
  and issue.site_id = member.site_id and issue.id = member.issue_id)
insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, doc, traceparent)
select $9, $10, event.id, event.action, event.scope, event.section_id,
'{"action":"' || event.action || '","article":' || coalesce(snapshot.notification_json, '{"id":' || event.id || '}') || '}',
  snapshot.doc, $11::text
from json_to_recordset($12) as event(id bigint, section_id bigint, action text, scope text)
left join "snapshot" snapshot
on snapshot.site_id = $13 and snapshot.id = event.id and event.action <> 'unpublish'
on conflict (site_id, content_version, article_id, action) do update
set body = excluded.body, doc = excluded.doc, scope = excluded.scope, section_id = excluded.section_id,
traceparent = excluded.traceparent
