/** Turns a typed query into a tsquery. Built from parameters alone; empty operands (stop words) drop out of `&&` and `||`. */
import { type RawBuilder, sql } from 'kysely';
import type { SearchQuery } from '../../core/search-query.ts';
import type { Word } from '../../core/search-words.ts';

/** An unfinished word matches its commonest completions, up to this many. */
export const MOST_COMPLETIONS = 50;
/** A misspelt word matches its nearest words, up to this many at equal distance. */
const MOST_CORRECTIONS = 8;
/** Corrected words per query: each is compared with thousands. */
const MOST_MISTYPED = 4;

export type TsQuery = RawBuilder<unknown>;

/** The articles to search. */
export interface SearchScope {
  siteId: number;
  language: string;
  sectionId: number | null;
}

export interface QueryReading {
  /** Each word with its expansions. */
  words: TsQuery[];
  /** The ranking query; it may refer to `words`. */
  rank: TsQuery;
}

/** Every form of every word ranks on its own: for `&` PostgreSQL ranks pairs, and nothing when one side is a `!`. */
export function literalReading(scope: SearchScope, query: SearchQuery): QueryReading {
  const forms = query.words.flatMap((word) => [...stemmed(word, scope.language), phraseQuery(word.plain)]);
  const unfinished = query.prefix === null ? [] : [prefixQuery(query.prefix)];
  return {
    words: writtenWords(scope, query),
    rank: anyOf([...forms, ...unfinished, ...query.phrases.map(phraseQuery)]),
  };
}

/** Words that occur in no article are replaced by the nearest ones that do. */
export function correctedReading(scope: SearchScope, query: SearchQuery): QueryReading {
  const words = writtenWords(scope, query).map((written, index) => {
    const { plain = '' } = query.words[index] ?? {};
    return index < MOST_MISTYPED ? corrected(scope, plain, written) : written;
  });
  return { words, rank: anyOf([...readWords(words), ...query.phrases.map(phraseQuery)]) };
}

/** The part that the index can match: the words, including those of phrases, and the excluded words. */
export function looseMatch({ words }: QueryReading, query: SearchQuery, language: string): TsQuery {
  return matchOf(readWords(words), query, language);
}

function matchOf(words: TsQuery[], { phrases, excluded }: SearchQuery, language: string): TsQuery {
  return allOf([
    ...words,
    ...phrases.map((phrase) => sql`plainto_tsquery('simple', ${phrase})`),
    ...excluded.map((word) => sql`!!${anyOf(stemmed(word, language))}`),
  ]);
}

/** The part that can be checked row by row: prefixes too. */
export function freshMatch(reading: QueryReading, query: SearchQuery, language: string): TsQuery {
  const { prefix } = query;
  if (prefix === null) return looseMatch(reading, query, language);
  const words = readWords(reading.words).map((word, index, all) =>
    index === all.length - 1 ? anyOf([word, prefixQuery(prefix)]) : word,
  );
  return matchOf(words, query, language);
}

/** The part that needs positions: phrases. Null without phrases. */
export function strictMatch({ phrases, excludedPhrases }: SearchQuery): TsQuery | null {
  const strict = [
    ...phrases.filter((phrase) => phrase.includes(' ')).map(phraseQuery),
    ...excludedPhrases.map((phrase) => sql`!!${phraseQuery(phrase)}`),
  ];
  return strict.length === 0 ? null : allOf(strict);
}

/** The words as an array in the statement, so that each is expanded once. */
const readWords = (words: TsQuery[]): TsQuery[] => words.map((_, index) => sql`words[${sql.lit(index + 1)}]`);

function writtenWords({ siteId, language }: SearchScope, { words, prefix }: SearchQuery): TsQuery[] {
  return words.map((word, index) => {
    const unfinished = index === words.length - 1 && prefix !== null ? [completions(siteId, prefix)] : [];
    return anyOf([...stemmed(word, language), ...unfinished]);
  });
}

function completions(siteId: number, prefix: string): TsQuery {
  return sql`coalesce((
    select string_agg(quote_literal(word), ' | ') from words_beginning(${siteId}, ${prefix}, ${sql.lit(MOST_COMPLETIONS)})
  )::tsquery, ${phraseQuery(prefix)})`;
}

function corrected({ siteId, language, sectionId }: SearchScope, word: string, written: TsQuery): TsQuery {
  const isFound = (query: TsQuery) =>
    sql`exists (select from newest_matches(${siteId}, ${sectionId}::bigint, ${query}, ${query}, 1))`;
  return sql`(
    select case when ${isFound(sql`written.query`)} then written.query else coalesce((
      select string_agg(query::text, ' | ')::tsquery from (
        select near.query, rank() over (order by likely.distance) as place
        from words_like(${siteId}, ${word}, ${sql.lit(MOST_CORRECTIONS)}) as likely, lateral (
          select plainto_tsquery('simple', likely.word) || plainto_tsquery(${language}::regconfig, likely.word) as query
        ) as near
        where ${isFound(sql`near.query`)}
      ) as nearest where place = 1
    ), written.query) end
    from (select ${written} as query) as written)`;
}

const stemmed = ({ plain, accented }: Word, language: string): TsQuery[] =>
  [plain, accented].flatMap((form) => (form === null ? [] : sql`plainto_tsquery(${language}::regconfig, ${form})`));
/** The word has letters and digits only, no `to_tsquery` operators. */
const prefixQuery = (word: string): TsQuery => sql`to_tsquery('simple', ${`'${word}':*`})`;
const phraseQuery = (phrase: string): TsQuery => sql`phraseto_tsquery('simple', ${phrase})`;
const anyOf = (queries: TsQuery[]): TsQuery => sql`(${sql.join(queries, sql` || `)})`;
const allOf = (queries: TsQuery[]): TsQuery => sql`(${sql.join(queries, sql` && `)})`;
