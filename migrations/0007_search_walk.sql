-- Search whose cost does not grow with the archive, and which knows the words of every text.
--
-- A GIN index gives everything that has a word, in no order; of a common word that is most of a site. Here its first keys are
-- stretches of the archive (articles in the order of first publication), so that search walks from the newest stretch to older
-- ones and stops as soon as it has enough: one index, and no figures about words that would have to be kept right.

alter table article_search
  add section_id bigint,
  -- the article's `site_order_number`
  add number integer,
  -- title, tags and summary as in `tsv`: small enough to stand in the row, so that ranking by it reads nothing else
  add head tsvector;
update article_search search
set section_id = snapshot.section_id, number = article.site_order_number, head = ts_filter(search.tsv, '{a,b,c}')
from published_article snapshot join article using (site_id, uid)
where snapshot.site_id = search.site_id and snapshot.id = search.id;

drop index article_search_tsv;
drop index article_search_words;
drop function articles_with_word_like;
alter table article_search
  drop column words,
  alter column section_id set not null,
  alter column number set not null,
  alter column head set not null;

-- A stretch of the archive, of a site or of one of its sections: `7::1024:195`, `7:3:1024:195`.
create function search_stretch(site bigint, section bigint, size integer, number integer) returns text
language sql immutable parallel safe
return site::text || ':' || coalesce(section::text, '') || ':' || size::text || ':' || (number / size)::text;

create function search_stretches(site bigint, section bigint, number integer) returns text[]
language sql immutable parallel safe
return array[
  search_stretch(site, null, 1024, number), search_stretch(site, section, 1024, number),
  search_stretch(site, null, 4096, number), search_stretch(site, section, 4096, number),
  search_stretch(site, null, 16384, number), search_stretch(site, section, 16384, number),
  search_stretch(site, null, 65536, number), search_stretch(site, section, 65536, number)
];

-- The stretches from the newest article back to the first. They grow with the way behind: where a stretch of four times the
-- size begins, and at least as much was walked, it comes next. A search that did not have enough by then finds little there.
create function search_walk(newest integer) returns table (number integer, size integer)
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

-- No pending list: each of many scans a query would read all of it.
create index article_search_tsv on article_search using gin (search_stretches(site_id, section_id, number), tsv)
  with (fastupdate = off);
create index article_search_number on article_search (site_id, number);

-- The newest articles that are served, of the site or of one section, and match. The rows come in that order: the walk is a
-- nested loop, which ends when there are enough of them. An article is served while its section is public; to ask each article
-- would take longer than all the rest.
create function newest_matches(site bigint, section bigint, match tsquery, most integer)
returns table (id bigint, head tsvector)
language sql stable
as $$
  select hit.id, hit.head
  from search_walk((select max(number) from article_search where site_id = site)) as walk, lateral (
    select search.id, search.head from article_search search
    where search_stretches(search.site_id, search.section_id, search.number)
        @> array[search_stretch(site, section, walk.size, walk.number)]
      and search.tsv @@ match
      and search.section_id = any (array(select id from section where section.site_id = site and state = 'public'))
    order by search.number desc limit most
  ) as hit
  limit most
$$;

-- The words of a site: what an unfinished word may become, and what a mistyped one may have been. Words are proposals that
-- are looked up in the index, so one that stands in no article any more does no harm.
create table search_word (
  site_id bigint not null references site on delete cascade,
  word text collate "C" not null,
  -- about how many publications had it, as a power of two: the higher it is, the more rarely it is raised
  frequency smallint not null,
  primary key (site_id, word)
);

create index search_word_like on search_word using gin (site_id, word gin_trgm_ops) with (gin_pending_list_limit = 1024);

insert into search_word (site_id, word, frequency)
select site_id, lexeme, floor(ln(count(*)::float8) / ln(2::float8)) from article_search, unnest(tsv) where lexeme <> '|' group by site_id, lexeme;

-- The commonest words that begin so. The inner limit is for sites whose words nearly all do.
create function words_beginning(site bigint, beginning text, most integer) returns table (word text)
language sql stable
as $$
  select likely.word from (
    select known.word, known.frequency from search_word known
    where known.site_id = site and known.word >= beginning and known.word < beginning || chr(1114111) limit 20000
  ) as likely
  order by likely.frequency desc, likely.word limit most
$$;

-- Words that are nearly the same: up to two letters wrong, one in a word of four or five; two that changed places count as one.
-- Trigrams find them by the index; of a short word a swap leaves hardly any, so each swap that is possible is looked up. It is
-- a function because the threshold of an indexed comparison is a setting.
create function words_like(site bigint, asked text, most integer) returns table (word text, distance integer)
language sql stable
set pg_trgm.similarity_threshold = 0.25
as $$
  select near.word, min(near.distance) from (
    select known.word, known.frequency, levenshtein_less_equal(asked, known.word, 2) as distance
    from search_word known where known.site_id = site and known.word % asked
    union all
    select known.word, known.frequency, 1
    from generate_series(1, length(asked) - 1) as place
    join search_word known on known.site_id = site
      and known.word = overlay(asked placing reverse(substr(asked, place, 2)) from place for 2) collate "C"
  ) as near
  where length(asked) >= 4 and near.distance <= case when length(asked) < 6 then 1 else 2 end
  group by near.word
  order by min(near.distance), max(near.frequency) desc, near.word limit most
$$;
