-- Search: the words of every served snapshot, kept by the writer of the snapshots.
--
-- Words come in lower case and without accents from core/search-words.ts, so that nothing here depends on the collation of
-- the database or on a dictionary of its server. Of 45 pairs of forms that were tried, stemming after folding joins all that
-- stemming alone joins in Finnish, Swedish and German, but in French and Spanish not the endings -ée and -ía (fermée, fermer):
-- accented words are therefore stemmed once more as they were written.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

create table article_search (
  site_id bigint not null,
  id bigint not null,
  -- every word as it stands (for phrases and prefixes), then stemmed, then the accented ones stemmed with their accents;
  -- A title, B tags, C summary, D body; between them stands `|`, so that no phrase goes on from one to the next
  tsv tsvector not null,
  -- title, a line end, tags: for words that are nearly right
  words text not null,
  primary key (site_id, id),
  foreign key (site_id, id) references published_article on delete cascade
);
create index article_search_tsv on article_search using gin (site_id, tsv);
create index article_search_words on article_search using gin (site_id, words gin_trgm_ops);

-- The newest articles with a word like this one in title or tags: up to two letters wrong, one in a word of four. Trigrams
-- find them by the index; two letters swapped amid a word of seven (herirng) leave a third of them in common. It is a
-- function because the threshold of an indexed comparison is a setting.
create function articles_with_word_like(site bigint, word text) returns table (id bigint, likeness real)
language sql stable strict
set pg_trgm.strict_word_similarity_threshold = 0.3
as $$
  -- a title counts in full, a tag by half
  select search.id, (strict_word_similarity(word, search.words) + strict_word_similarity(word, split_part(search.words, E'\n', 1))) / 2
  from article_search search
  where search.site_id = site and length(word) >= 4 and word <<% search.words and exists (
    select from regexp_split_to_table(search.words, '\s') as known
    where levenshtein_less_equal(word, known, 2) <= case when length(word) = 4 then 1 else 2 end)
  order by search.id desc limit 2000
$$;
