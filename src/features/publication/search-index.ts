/**
 * Indexes fresh articles for search in batches: the words of one article touch hundreds of index pages,
 * those of many articles few more.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';

/** Words of an article beyond this many are searchable, but not suggested as completions or corrections. */
const MOST_PROPOSED = 2_000;

/** The size of a batch. */
export interface Portion {
  articles: number;
  /** Distinct words and stems, summed over the articles; a batch has at least one article. */
  words?: number;
}

/** Indexes a batch and returns its size. Search finds the articles throughout. */
export async function indexFreshArticles(db: Db, portion: Portion): Promise<number> {
  const taken = await transaction(db, (tx) => takeFreshArticles(tx, portion));
  // Flush the GIN pending lists, which every search scans.
  if (taken > 0) {
    await sql`select gin_clean_pending_list('article_search_tsv')`.execute(db);
    await sql`select gin_clean_pending_list('search_word_like')`.execute(db);
  }
  return taken;
}

/** One process at a time, so that no writer of words waits for another. Articles that are being published stay fresh. */
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

/** Writers of `search_word` hold this lock until their transaction ends. */
export async function lockSearchIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(tx);
}

/** About every 2^f-th article with a word of frequency f updates its row, so most articles update few rows. */
const putWords = sql`
  insert into search_word (site_id, word, frequency)
  select used.site_id, used.word, floor(ln(used.articles) / ln(2::float8))
  from used left join search_word known on known.site_id = used.site_id and known.word = used.word
  where known.word is null or random() < used.articles / 2::float8 ^ known.frequency
  on conflict (site_id, word) do update set frequency = greatest(search_word.frequency + 1, excluded.frequency)`;
