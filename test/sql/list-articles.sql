with pinned as (
  select id, doc, doc_hash, packed, packed_hash, section_id, category_id, slot, -id as place from (
    select *, rank + max(pin - rank) over (order by rank) as slot from (
      select article.*, "site_pinned_index" as pin, row_number() over (order by "site_pinned_index", id desc) - 1 as rank
      from published_article article
      where "site_pinned_index" is not null and "site_pinned_index" < 100 and article.site_id = $1 and article.is_served and true
    ) as ranked
  ) as slotted where slot < $2),
walk as (
  select article.id, doc, doc_hash, packed, packed_hash, section_id, category_id, null::bigint as slot, -article.id as place
  from published_article article
  where article.site_id = $3 and article.is_served and true and "article"."id" not in (select id from pinned)
  order by "article"."id" desc
  limit 101),
page as (select * from walk limit $4 + 1 - (select count(*) from pinned)),
shown as (select * from page union all select * from pinned)
select 'article' as kind, null::jsonb as value,
id, section_id, category_id, slot, place, doc_hash as hash, octet_length(doc) as bytes,
null as doc, null as packed from shown
union all select 'exists', to_jsonb(true), null, null, null, null, null, null, null, null, null
union all select 'total', to_jsonb(
  coalesce((select total from article_count where site_id = $5 and list_key = $6), 0)), null, null, null, null, null, null, null,
    null, null
