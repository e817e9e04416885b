/** The search row of a published article. */
import { type RawBuilder, sql } from 'kysely';
import type { ArticleWire } from '../../contract/article.ts';
import {
  accentedText,
  plainText,
  searchLanguage,
  searchWords,
  textOfHtml,
  type Word,
} from '../../core/search-words.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';

/** A gap in positions: a phrase must not match across two fields. */
const BETWEEN = sql` || '|:1'::tsvector || `;

/** The body has the default weight, D. */
const HEAD_WEIGHTS = [
  ['title', 'A'],
  ['tags', 'B'],
  ['summary', 'C'],
] as const;

/** Every distinct word is an index entry: more than this is not prose and would slow the site down. */
const MOST_DIFFERENT = 10_000;

/**
 * Replaces the search rows of published articles; the transaction locks the site. The rows are fresh: searchable at once,
 * indexed later in a batch.
 */
export async function putSearchRows(tx: Tx, site: Site, articles: ArticleWire[]): Promise<void> {
  if (articles.length > 0) await searchRows(site, articles).execute(tx);
}

function texts({ id, section_id, title, tags, summary, body }: ArticleWire) {
  const words: Record<'title' | 'tags' | 'summary' | 'body', Word[]> = {
    title: searchWords(title),
    tags: searchWords(tags.join(' ')),
    summary: searchWords(textOfHtml(summary ?? '')),
    body: ofFewDifferent(searchWords(textOfHtml(body ?? ''))),
  };
  return {
    id,
    section_id,
    plain_title: plainText(words.title),
    plain_tags: plainText(words.tags),
    plain_summary: plainText(words.summary),
    plain_body: plainText(words.body),
    stemmed_body: differentForms(words.body),
    accented_title: accentedText(words.title),
    accented_tags: accentedText(words.tags),
    accented_summary: accentedText(words.summary),
  };
}

function ofFewDifferent(words: Word[]): Word[] {
  const known = new Set<string>();
  return words.filter(({ plain }) => known.has(plain) || (known.size < MOST_DIFFERENT && known.add(plain)));
}

/** Each form of each word once, without positions. */
function differentForms(words: Word[]): string {
  const forms = new Set<string>();
  for (const { plain, accented } of words) {
    forms.add(plain);
    if (accented !== null) forms.add(accented);
  }
  return [...forms].join(' ');
}

/** Stems of a body have no positions, since phrases match unstemmed words: a fifth less to store and read. */
export function searchRows(site: Site, articles: ArticleWire[]): RawBuilder<unknown> {
  const language = searchLanguage(site.locale);
  const heads = [headVector('simple', 'plain'), headVector(language, 'plain'), headVector(language, 'accented')];
  return sql`
    insert into article_search (site_id, id, section_id, number, is_fresh, head, tsv)
    select ${site.id}, texts.id, texts.section_id, article.site_order_number, true, vector.head, vector.head
      ${BETWEEN} to_tsvector('simple', plain_body)
      || strip(to_tsvector(${language}::regconfig, stemmed_body))
    from json_to_recordset(${JSON.stringify(articles.map(texts))}) as texts(id bigint, section_id bigint,
      plain_title text, plain_tags text, plain_summary text, plain_body text, stemmed_body text,
      accented_title text, accented_tags text, accented_summary text)
    join article on article.site_id = ${site.id} and article.id = texts.id
    -- with offset 0 it is worked out once, where PostgreSQL would put it into both places
    cross join lateral (select ${sql.join(heads, BETWEEN)} as head offset 0) as vector
    on conflict (site_id, id) do update
    set section_id = excluded.section_id, number = excluded.number, is_fresh = true, head = excluded.head, tsv = excluded.tsv`;
}

function headVector(config: string, form: 'plain' | 'accented'): RawBuilder<string> {
  const parts = HEAD_WEIGHTS.map(
    ([text, weight]) =>
      sql`setweight(to_tsvector(${config}::regconfig, ${sql.ref(`${form}_${text}`)}), ${sql.lit(weight)})`,
  );
  return sql`(${sql.join(parts, BETWEEN)})`;
}
