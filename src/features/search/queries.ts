import { type RawBuilder, sql } from 'kysely';
import type { SearchQuery } from '../../core/search-query.ts';
import type { Word } from '../../core/search-words.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

/** Of the articles that match, the newest so many are ranked: common words match most of a site. */
export const MOST_RANKED = 2_000;
/** Body, summary, tags, title: a word in one place outweighs any number of them in the next. */
const WEIGHTS = '{0.001, 0.02, 0.2, 1}';

export interface SearchFilter {
  count: number;
  section_id: number | undefined;
}

/** The documents of what is found, best first: exact matches, and only without any the nearly right ones. */
export async function foundArticles(
  db: Db | Tx,
  siteId: number,
  language: string,
  query: SearchQuery,
  { count, section_id }: SearchFilter,
): Promise<string[]> {
  const isShown = sql<boolean>`article.is_served ${section_id === undefined ? sql`` : sql`and article.section_id = ${section_id}`}`;
  const { rows } = await sql<{ doc: string }>`
    with matching as materialized (
      select id from article_search search join published_article article using (site_id, id)
      where site_id = ${siteId} and search.tsv @@ (${matchOf(query, language)}) and ${isShown}
      order by id desc limit ${MOST_RANKED}
    ),
    exact as (
      select id, ts_rank(${WEIGHTS}::real[], search.tsv, ${rankOf(query, language)}) as score
      from matching join article_search search using (id) where search.site_id = ${siteId}
      order by score desc, id desc limit ${count}
    ),
    near as (${nearOf(siteId, query, language, isShown, count)})
    select article.doc from (select * from exact union all select * from near) as found
    join published_article article on article.site_id = ${siteId} and article.id = found.id
    order by found.score desc, found.id desc limit ${count}`.execute(db);
  return rows.map(({ doc }) => doc);
}

type TsQuery = RawBuilder<unknown>;

/** Built from values alone; an operand that is empty (a stop word) drops out of `&&` and `||`. */
function matchOf(query: SearchQuery, language: string): TsQuery {
  const last = query.words.at(-1);
  const words = query.words.map((word) =>
    query.prefix !== null && word === last
      ? anyOf([...stemmed(word, language), beginning(query.prefix)])
      : anyOf(stemmed(word, language)),
  );
  return allOf([...words, ...strictOf(query, language)]);
}

/** What holds for nearly right matches too: phrases, and what is left out. */
function strictOf({ phrases, excluded, excludedPhrases }: SearchQuery, language: string): TsQuery[] {
  return [
    ...phrases.map(together),
    ...excluded.map((word) => sql`!!${anyOf(stemmed(word, language))}`),
    ...excludedPhrases.map((phrase) => sql`!!${together(phrase)}`),
  ];
}

/** Every form of every word counts by itself: of an `&` PostgreSQL ranks pairs, and nothing when one of the two is a `!`. */
function rankOf({ words, prefix, phrases }: SearchQuery, language: string): TsQuery {
  const forms = words.flatMap((word) => [...stemmed(word, language), together(word.plain)]);
  return anyOf([...forms, ...(prefix === null ? [] : [beginning(prefix)]), ...phrases.map(together)]);
}

/** Articles that have each word, or one like it in title or tags. */
function nearOf(siteId: number, query: SearchQuery, language: string, isShown: RawBuilder<boolean>, count: number) {
  const words = [...new Set(query.words.map(({ plain }) => plain))];
  const strict = strictOf(query, language);
  const rank = sql`max(ts_rank(${WEIGHTS}::real[], search.tsv, ${rankOf(query, language)}))`;
  return sql`
    select id, (sum(likeness) + ${rank})::real as score from (
      select asked.word, hit.id, max(hit.likeness) as likeness
      from unnest(${words}::text[]) as asked(word), lateral (
        select id, likeness from articles_with_word_like(${siteId}, asked.word)
        union all (
          select id, 1 from article_search where site_id = ${siteId}
            and tsv @@ (plainto_tsquery('simple', asked.word) || plainto_tsquery(${language}::regconfig, asked.word))
          order by id desc limit ${MOST_RANKED})
      ) as hit
      where not exists (select from matching)
      group by asked.word, hit.id
    ) as likely
    join article_search search using (id)
    join published_article article using (site_id, id)
    where site_id = ${siteId} and ${isShown} ${strict.length === 0 ? sql`` : sql`and search.tsv @@ (${allOf(strict)})`}
    group by id having count(*) = ${words.length}
    order by score desc, id desc limit ${count}`;
}

const stemmed = ({ plain, accented }: Word, language: string): TsQuery[] =>
  [plain, accented].flatMap((form) => (form === null ? [] : sql`plainto_tsquery(${language}::regconfig, ${form})`));
/** The word is letters and digits, nothing that means something to `to_tsquery`. */
const beginning = (word: string): TsQuery => sql`to_tsquery('simple', ${`'${word}':*`})`;
const together = (phrase: string): TsQuery => sql`phraseto_tsquery('simple', ${phrase})`;
const anyOf = (queries: TsQuery[]): TsQuery => sql`(${sql.join(queries, sql` || `)})`;
const allOf = (queries: TsQuery[]): TsQuery => sql`(${sql.join(queries, sql` && `)})`;
