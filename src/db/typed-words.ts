/** Words that an editor types, as a query of the text search. */
import { type RawBuilder, sql } from 'kysely';

/** Shorter words are not searched as prefixes. */
const SHORTEST_PREFIX = 3;

/** Matches every word as a prefix, or its stem. Null, which matches nothing, if the text has no words. */
export function wordsOf({
  q = '',
  language = 'simple',
}: {
  q?: string | undefined;
  language?: string | undefined;
}): RawBuilder<unknown> {
  const shortest = sql.lit(SHORTEST_PREFIX);
  return sql`(select string_agg('(' || quote_literal(word) || case when length(word) >= ${shortest} then ':*' else '' end || coalesce((
      select string_agg(' | ' || quote_literal(lexeme) || ':*', '') from unnest(to_tsvector(${language}::regconfig, word))
      where length(lexeme) >= ${shortest}), '') || ')', ' & ')
    from regexp_split_to_table(btrim(text_words(${q})), ' ') as word where word <> '')::tsquery`;
}
