/** What search knows of a published article. */
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

/** No word: it keeps a phrase from going on from one text to the next. */
const BETWEEN = sql` || '|:1'::tsvector || `;

const WEIGHTS = [
  ['title', 'A'],
  ['tags', 'B'],
  ['summary', 'C'],
  ['body', 'D'],
] as const;

/** Puts the words of articles in place of those before. */
export async function putSearchRows(tx: Tx, site: Site, articles: ArticleWire[]): Promise<void> {
  if (articles.length === 0) return;
  const language = searchLanguage(site.locale);
  const vectors = [vector('simple', 'plain'), vector(language, 'plain'), vector(language, 'accented')];
  await sql`
    insert into article_search (site_id, id, tsv, words)
    select ${site.id}, id, ${sql.join(vectors, BETWEEN)}, plain_title || E'\\n' || plain_tags
    from json_to_recordset(${JSON.stringify(articles.map(texts))}) as texts(id bigint,
      plain_title text, plain_tags text, plain_summary text, plain_body text,
      accented_title text, accented_tags text, accented_summary text, accented_body text)
    on conflict (site_id, id) do update set tsv = excluded.tsv, words = excluded.words`.execute(tx);
}

function texts({ id, title, tags, summary, body }: ArticleWire) {
  const words: Record<(typeof WEIGHTS)[number][0], Word[]> = {
    title: searchWords(title),
    tags: searchWords(tags.join(' ')),
    summary: searchWords(textOfHtml(summary ?? '')),
    body: searchWords(textOfHtml(body ?? '')),
  };
  return {
    id,
    plain_title: plainText(words.title),
    plain_tags: plainText(words.tags),
    plain_summary: plainText(words.summary),
    plain_body: plainText(words.body),
    accented_title: accentedText(words.title),
    accented_tags: accentedText(words.tags),
    accented_summary: accentedText(words.summary),
    accented_body: accentedText(words.body),
  };
}

function vector(config: string, form: 'plain' | 'accented'): RawBuilder<string> {
  const parts = WEIGHTS.map(
    ([text, weight]) =>
      sql`setweight(to_tsvector(${config}::regconfig, ${sql.ref(`${form}_${text}`)}), ${sql.lit(weight)})`,
  );
  return sql`(${sql.join(parts, BETWEEN)})`;
}
