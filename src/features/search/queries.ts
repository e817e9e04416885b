import { type RawBuilder, sql } from 'kysely';
import { PAGE_BYTES } from '../../core/answer-size.ts';
import type { SearchQuery } from '../../core/search-query.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import {
  correctedReading,
  freshMatch,
  literalReading,
  looseMatch,
  type QueryReading,
  type SearchScope,
  strictMatch,
} from './tsquery.ts';

/** Only the newest matches are ranked by title, tags and summary: common words are in most articles. */
export const MOST_RANKED = 1_000;
/** Only the best of those are ranked by their bodies too, which are ten times as large. */
const MOST_READ = 100;
const USUAL_WORDS = 2;
/** Weights of body, summary, tags, title: one occurrence in a field outweighs any number in the previous one. */
const WEIGHTS = sql`'{0.001, 0.02, 0.2, 1}'::real[]`;

export interface FoundArticle {
  id: number;
  /** Empty beyond the size of one response. */
  doc: string;
  /** Of the document. */
  bytes: number;
  hash: string;
}

export interface SearchFilter {
  count: number;
  section_id: number | undefined;
}

/** The documents found, best first: exact matches, or corrections when there are none. */
export async function foundArticles(
  db: Db | Tx,
  siteId: number,
  language: string,
  query: SearchQuery,
  { count, section_id }: SearchFilter,
): Promise<FoundArticle[]> {
  const scope: SearchScope = { siteId, language, sectionId: section_id ?? null };
  for (const reading of [literalReading, correctedReading]) {
    const matching = matchingArticles(scope, query, reading(scope, query), count);
    const { rows } = await (isUsual(query) ? prepared(matching) : matching).execute(db);
    if (rows.length > 0 || query.words.length === 0) return rows.map((row) => ({ ...row, doc: row.doc ?? '' }));
  }
  return [];
}

/** Most queries use one of a few prepared statements; planning takes a sixth of the time of running one. */
function isUsual({ words, phrases, excluded, excludedPhrases }: SearchQuery): boolean {
  return words.length <= USUAL_WORDS && [phrases, excluded, excludedPhrases].every((terms) => terms.length === 0);
}

/** Every step is bounded, so that the cost does not grow with the words' frequency or the archive. */
export function matchingArticles(
  { siteId, language, sectionId }: SearchScope,
  query: SearchQuery,
  reading: QueryReading,
  count: number,
): RawBuilder<Omit<FoundArticle, 'doc'> & { doc: string | null }> {
  const strict = strictMatch(query);
  // A function instead of `@@`, which would use the index, return all matches and read them one by one.
  const isTogether = sql`
      join article_search search on search.site_id = ${siteId} and search.id = newest.id
      where ts_match_vq(search.tsv, asked.strict)`;
  return sql`
    with reading as materialized (select array[${sql.join(reading.words)}]::tsquery[] as words),
    asked as materialized (
      select ${looseMatch(reading, query, language)} as match, ${freshMatch(reading, query, language)} as fresh_match,
        ${strict ?? null}::tsquery as strict, ${reading.rank} as rank
      from reading
    ),
    newest as materialized (
      select hit.id, ts_rank(${WEIGHTS}, hit.head, asked.rank) as score
      from asked, newest_matches(${siteId}, ${sectionId}::bigint, asked.match, asked.fresh_match, ${sql.lit(MOST_RANKED)}) as hit
    ),
    best as materialized (
      select newest.id from asked, newest ${strict === null ? sql`` : isTogether}
      order by newest.score desc, newest.id desc limit ${sql.lit(MOST_READ)}
    ),
    found as materialized (
      select best.id, ts_rank(${WEIGHTS}, search.tsv, asked.rank) as score
      from asked, best join article_search search on search.site_id = ${siteId} and search.id = best.id
      order by score desc, id desc limit ${count}
    )
    select article.id, article.doc_hash as hash, octet_length(article.doc) as bytes,
      -- as \`fitting\` of core/answer-size.ts has it
      case when sum(octet_length(article.doc)) over (order by found.score desc, found.id desc) - octet_length(article.doc)
        < ${sql.lit(PAGE_BYTES)} then article.doc end as doc
    from found join published_article article on article.site_id = ${siteId} and article.id = found.id and article.is_served
    order by found.score desc, found.id desc`;
}
