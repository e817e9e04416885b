/** `search_word` proposes completions and corrections. Words that no article has any more are deleted. */
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import { lockSearchIndex } from './search-index.ts';

export interface WordPosition {
  site_id: number;
  word: string;
}

/** Looking up a rare word takes about 1 ms in 70,000 articles. */
const BATCH = 200;

/**
 * Deletes the unused words of a batch. Fresh articles do not count: their words are added when they are indexed, which
 * waits for the same lock.
 */
export async function deleteUnusedWords(tx: Tx, after: WordPosition | null): Promise<WordPosition | null> {
  await lockSearchIndex(tx);
  const { rows } = await sql<WordPosition & { batch: number }>`
    with page as materialized (
      select site_id, word from search_word
      where (site_id, word) > (${after?.site_id ?? 0}, ${after?.word ?? ''} collate "C")
      order by site_id, word limit ${sql.lit(BATCH)}
    ), deleted as (
      delete from search_word known using page
      where known.site_id = page.site_id and known.word = page.word and not ${isIndexed}
    )
    select site_id, word, count(*) over () as batch from page order by site_id desc, word desc limit 1`.execute(tx);
  const [last] = rows;
  return last && last.batch === BATCH ? { site_id: last.site_id, word: last.word } : null;
}

/** One word with any characters, as a query. */
const wordQuery = sql`('''' || replace(replace(page.word, '\\', '\\\\'), '''', '''''') || '''')::tsquery`;

/** Searches ranges of the archive from the newest back, so that a common word is found in the first. */
const isIndexed = sql<boolean>`exists (
  select from search_walk((select max(number) from article_search where site_id = page.site_id)) as walk, lateral (
    select from article_search search
    where not search.is_fresh
      and search_stretches(search.site_id, search.section_id, search.number)
        @> array[search_stretch(page.site_id, null, walk.size, walk.number)]
      and search.tsv @@ ${wordQuery}
    limit 1
  ) as hit)`;

/** The words of a published article, which only it may have. */
export async function wordsOfArticle(tx: Tx, siteId: number, id: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select lexeme as word from article_search, unnest(tsv) where site_id = ${siteId} and id = ${id}`.execute(tx);
  return rows.map(({ word }) => word);
}

/** Deletes those of the words that no article has any more. */
export async function deleteWords(tx: Tx, siteId: number, words: string[]): Promise<void> {
  if (words.length === 0) return;
  await lockSearchIndex(tx);
  await sql`
    delete from search_word known using (
      select ${siteId}::bigint as site_id, * from unnest(${words}::text[]) as chosen (word)
    ) as page
    where known.site_id = page.site_id and known.word = page.word and not ${isIndexed}`.execute(tx);
}
