-- Search: the words of every published article. docs/decisions/008-search.md explains the design.
--
-- core/search-words.ts folds words to lower case without accents, so that nothing here depends on the collation of the
-- database or on a dictionary of its server. Stemming after folding misses the French and Spanish endings -ée and -ía
-- (fermée, fermer): accented words are also stemmed as written.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

create table article_search (
  site_id bigint not null,
  id bigint not null,
  -- every word unchanged (for phrases and prefixes), then stemmed, then the accented ones stemmed with their accents. A title,
  -- B tags, C summary, D body, with `|` between them: no phrase matches across two of them.
  tsv tsvector not null,
  section_id bigint not null,
  -- the article's `site_order_number`
  number integer not null,
  -- title, tags and summary of `tsv`: small enough to stay in the row, so that ranking reads nothing else
  head tsvector not null,
  -- true until the article is in the index below: recent articles are searched one by one and indexed in batches
  -- (features/publication/search-index.ts)
  is_fresh boolean not null default false,
  primary key (site_id, id),
  foreign key (site_id, id) references published_article on delete cascade
);
create index article_search_number on article_search (site_id, number);
create index article_search_fresh on article_search (site_id, number) where is_fresh;

-- A range of the archive, of a site or of one of its sections: `7::1024:195`, `7:3:1024:195`. A GIN index returns all matches
-- of a word in no order. With ranges as its first keys, a search can go from the newest range to older ones and stop early.
create function search_stretch(site bigint, section bigint, size integer, number integer) returns text
language sql immutable parallel safe
return site::text || ':' || coalesce(section::text, '') || ':' || size::text || ':' || (number / size)::text;

-- Every range that an article is in.
create function search_stretches(site bigint, section bigint, number integer) returns text[]
language sql immutable parallel safe
return array[
  search_stretch(site, null, 1024, number), search_stretch(site, section, 1024, number),
  search_stretch(site, null, 4096, number), search_stretch(site, section, 4096, number),
  search_stretch(site, null, 16384, number), search_stretch(site, section, 16384, number),
  search_stretch(site, null, 65536, number), search_stretch(site, section, 65536, number)
];

-- The job that indexes fresh articles fills the pending list and empties it: that sorts the words of many articles in at once.
create index article_search_tsv on article_search using gin (search_stretches(site_id, section_id, number), tsv)
  with (fastupdate = on, gin_pending_list_limit = 65536) where not is_fresh;

-- The ranges from the newest article back to the first. The size grows fourfold wherever a larger range begins and at least
-- that many articles are already behind: a search that goes so far finds little.
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

-- The limit bounds the cost: beyond it, as during an import, an article is found once it is indexed.
create function fresh_articles(site bigint) returns setof article_search
language sql stable rows 100
as $$
  select * from article_search where site_id = site and is_fresh order by number desc limit 2000
$$;

-- The newest public articles of the site, or of one section, that match; fresh articles first. They have a query of their own
-- because prefixes can be tested on a text directly, while the index only finds whole words. The nested loop over the ranges
-- returns rows in order and ends at the limit. Testing the section's state is cheaper than testing each article's.
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

-- The words of a site, as candidates for unfinished and misspelt words. Candidates are looked up in the index, so a word
-- that no article has any more does no harm. There is no foreign key: words are written in batches of ten thousand, and
-- features/sites/commands.ts deletes them with their site.
create table search_word (
  site_id bigint not null,
  word text collate "C" not null,
  -- about how many publications had it, as a power of two: the higher, the more rarely it is updated
  frequency smallint not null,
  primary key (site_id, word)
);
create index search_word_like on search_word using gin (site_id, word gin_trgm_ops) with (gin_pending_list_limit = 65536);

-- The most frequent words with this prefix. The inner limit bounds the cost of a prefix that most words have.
create function words_beginning(site bigint, beginning text, most integer) returns table (word text)
language sql stable
as $$
  select likely.word from (
    select known.word, known.frequency from search_word known
    where known.site_id = site and known.word >= beginning and known.word < beginning || chr(1114111) limit 20000
  ) as likely
  order by likely.frequency desc, likely.word limit most
$$;

-- Similar words: up to two letters differ, one in a word of four or five; two swapped letters count as one. The index finds
-- candidates by trigrams. Swapping letters of a short word leaves few of them, so every possible swap is looked up. Words of
-- fresh articles are not in `search_word` yet; a lexeme without positions is a stem. It is a function because the threshold of
-- the indexed comparison is a setting.
create function words_like(site bigint, asked text, most integer) returns table (word text, distance integer)
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
