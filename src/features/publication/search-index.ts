/**
 * Takes fresh articles into the index of search, many at once: the words of one article are hundreds of places in the index,
 * and those of many articles are not many more.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';

/** Words beyond these, in one article, are found, but not proposed for what is unfinished or mistyped. */
const MOST_PROPOSED = 2_000;

/** How much is taken in at once. */
export interface Portion {
  articles: number;
  /** Different words and stems, counted for each article; one article is taken in whatever it has. */
  words?: number;
}

/** Takes in up to so many, and answers how many there were. They are found all the while. */
export async function indexFreshArticles(db: Db, portion: Portion): Promise<number> {
  const taken = await transaction(db, (tx) => takeFreshArticles(tx, portion));
  // What is to be sorted into the indexes stands in lists, which every search reads until that is done.
  if (taken > 0) {
    await sql`select gin_clean_pending_list('article_search_tsv')`.execute(db);
    await sql`select gin_clean_pending_list('search_word_like')`.execute(db);
  }
  return taken;
}

/** One process at a time: no other writes words, so none waits for another's. Articles that are being published stay fresh. */
export async function takeFreshArticles(tx: Tx, { articles, words }: Portion): Promise<number> {
  await lockSearchIndex(tx);
  const { rows } = await sql<{ taken: number }>`
    with free as (
      select site_id, id, number, tsv from article_search
      where is_fresh order by site_id, number limit ${articles} for update skip locked
    ), fresh as (
      select site_id, id from (
        select *, row_number() over line as place, sum(length(tsv)) over line as words
        from free window line as (order by site_id, number)
      ) as counted where place = 1 or words <= ${words ?? null}::bigint or ${words ?? null}::bigint is null
    ), taken as (
      update article_search search set is_fresh = false from fresh
      where search.site_id = fresh.site_id and search.id = fresh.id returning search.site_id, search.tsv
    ), used as (
      select site_id, word, count(*)::float8 as articles
      from taken, lateral (
        select lexeme as word from unnest(tsv) where positions is not null and lexeme <> '|' limit ${MOST_PROPOSED}
      ) as word
      group by site_id, word order by site_id, word collate "C"
    ), proposed as (${putWords})
    select count(*) as taken from taken`.execute(tx);
  return rows[0]?.taken ?? 0;
}

/** Held until the transaction ends by whoever writes `search_word`. */
export async function lockSearchIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(tx);
}

/** A word of frequency f is touched by about every 2^f-th article that has it: nearly all words are common, and left alone. */
const putWords = sql`
  insert into search_word (site_id, word, frequency)
  select used.site_id, used.word, floor(ln(used.articles) / ln(2::float8))
  from used left join search_word known on known.site_id = used.site_id and known.word = used.word
  where known.word is null or random() < used.articles / 2::float8 ^ known.frequency
  on conflict (site_id, word) do update set frequency = greatest(search_word.frequency + 1, excluded.frequency)`;
