with pinned as (
  select id, doc, doc_hash, section_id, category_id, slot, -id as place from (
    select *, rank + max(pin - rank) over (order by rank) as slot from (
      select article.*, "pinned_index" as pin, row_number() over (order by "pinned_index", id desc) - 1 as rank
      from published_article article
      where "pinned_index" is not null and "pinned_index" < 100 and article.site_id = $1 and article.is_served
        and section_id = $2 and exists (select from published_article_tag tagged
        where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag = any($3::text[]))
    ) as ranked
  ) as slotted where slot < $4),
walk as (
  select article.id, doc, doc_hash, section_id, category_id, null::bigint as slot, -article.id as place
  from published_article_tag walked join published_article article using (site_id, id)
  where walked.site_id = $5 and walked.tag = $6 and article.site_id = $7 and article.is_served and section_id = $8
  and "article"."id" < $9 and "walked"."id" not in (select id from pinned)
  and "walked"."id" < $10
  order by "walked"."id" desc
  limit 101
),
page as (select * from walk limit $11 + 1 - 0),
shown as (select * from page )
select 'article' as kind, null::jsonb as value,
id, section_id, category_id, slot, place, doc_hash as hash, octet_length(doc) as bytes, null::text as doc from shown
union all select 'exists', to_jsonb(exists (select from section where site_id = $12 and id = $13 and state = 'public')), null,
  null, null, null, null, null, null, null
union all select 'total', to_jsonb((select nullif(count(*), $14) from (
      select from published_article article where article.site_id = $15 and article.is_served and section_id = $16
        and exists (select from published_article_tag tagged
        where tagged.site_id = article.site_id and tagged.id = article.id
          and tagged.tag = any($17::text[])) limit $18) as counted)), null, null, null, null, null, null, null, null
