-- What was published a moment ago is searched without the index, and goes into it together with what came meanwhile.
--
-- An article has hundreds of words, and each is a place of its own in the index: written one article at a time they took most
-- of what a publication costs. Many articles at once share those places. Until then they are few enough to be read one by one.

alter table article_search add is_fresh boolean not null default false;
create index article_search_fresh on article_search (site_id, number) where is_fresh;

-- Its pending list is filled and emptied by the one that takes fresh articles in (features/publication/search-index.ts): it is
-- what sorts the words of many articles into the index together. Between the two, which is seldom, each probe of a walk reads it.
drop index article_search_tsv;
create index article_search_tsv on article_search using gin (search_stretches(site_id, section_id, number), tsv)
  with (fastupdate = on, gin_pending_list_limit = 65536) where not is_fresh;

-- So many of a site are looked at one by one; beyond them, as amid an import, an article is found when it is in the index.
create function fresh_articles(site bigint) returns setof article_search
language sql stable rows 100
as $$
  select * from article_search where site_id = site and is_fresh order by number desc limit 2000
$$;

-- As before (0007), with the fresh articles first. They are asked by themselves, because what begins with a word can be told
-- of a text at once, where the index is asked for whole words.
drop function newest_matches(bigint, bigint, tsquery, integer);
create function newest_matches(site bigint, section bigint, match tsquery, fresh_match tsquery, most integer)
returns table (id bigint, head tsvector)
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

-- As before, with the words of fresh articles, which `search_word` does not know yet. What has no place in its text is a stem.
create or replace function words_like(site bigint, asked text, most integer) returns table (word text, distance integer)
language sql stable
set pg_trgm.similarity_threshold = 0.25
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
