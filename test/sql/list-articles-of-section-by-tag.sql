with pinned as (
  select id, doc, doc_hash, packed, packed_hash, section_id, category_id, slot, -id as place from (
    select *, rank + max(pin - rank) over (order by rank) as slot from (
      select article.*, "pinned_index" as pin, row_number() over (order by "pinned_index", id desc) - 1 as rank
      from published_article article
      where "pinned_index" is not null and "pinned_index" < 100 and article.site_id = $1 and article.is_served
        and section_id = $2 and exists (select from published_article_tag tagged
        where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag = $3 offset 0)
    ) as ranked
  ) as slotted where slot < $4),
walk as (
  select * from (
    select article.id, doc, doc_hash, packed, packed_hash, section_id, category_id, null::bigint as slot, -article.id as place
    from published_article article
    where
    coalesce((select total from article_count where site_id = $5 and list_key = $6), 0) <=
    coalesce((select total from article_count where site_id = $7 and list_key = 'tag:' || $8::text), 0) and article.site_id = $9
      and article.is_served and section_id = $10 and exists (select from published_article_tag tagged
      where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag = $11 offset 0)
        and "article"."id" not in (select id from pinned)
    and "article"."id" < $12
    order by "article"."id" desc
    limit 101) as listed
  union all
  select * from (
    select article.id, doc, doc_hash, packed, packed_hash, section_id, category_id, null::bigint as slot, -article.id as place
    from published_article_tag walked cross join lateral (
      select * from published_article where site_id = walked.site_id and id = "walked"."id" offset 0) as article
    where not (
      coalesce((select total from article_count where site_id = $13 and list_key = $14), 0) <=
      coalesce((select total from article_count where site_id = $15 and list_key = 'tag:' || $16::text), 0))
        and walked.site_id = $17 and walked.tag = $18 and article.site_id = $19 and article.is_served and section_id = $20
        and "walked"."id" not in (select id from pinned)
    and "walked"."id" < $21
    order by "walked"."id" desc
    limit 101) as tagged),
page as (select * from walk limit $22 + 1 - 0),
shown as (select * from page )
select 'article' as kind, null::jsonb as value,
id, section_id, category_id, slot, place, doc_hash as hash, octet_length(doc) as bytes,
null as doc, null as packed from shown
union all select 'exists', to_jsonb(exists (select from section where site_id = $23 and id = $24 and state = 'public')), null,
  null, null, null, null, null, null, null, null
union all select 'total', to_jsonb((case when
    coalesce((select total from article_count where site_id = $25 and list_key = $26), 0) <=
    coalesce((select total from article_count where site_id = $27 and list_key = 'tag:' || $28::text), 0) and
    coalesce((select total from article_count where site_id = $29 and list_key = $30),
      0) <= 1000 then (select count(distinct article.id) from published_article article where article.site_id = $31
      and article.is_served and section_id = $32 and exists (select from published_article_tag tagged
        where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag = $33 offset 0)) when
    coalesce((select total from article_count where site_id = $34 and list_key = 'tag:' || $35::text),
      0) <= 1000 then (select count(distinct article.id) from published_article_tag walked cross join lateral (
        select * from published_article where site_id = walked.site_id and id = "walked"."id" offset 0) as article
          where walked.site_id = $36 and walked.tag = $37 and article.site_id = $38 and article.is_served
          and section_id = $39) end)), null, null, null, null, null, null, null, null, null
