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

interface Texts {
  title: Word[];
  tags: Word[];
  summary: Word[];
  body: Word[];
}

export async function putSearchRow(tx: Tx, site: Site, { id, title, tags, summary, body }: ArticleWire): Promise<void> {
  const texts: Texts = {
    title: searchWords(title),
    tags: searchWords(tags.join(' ')),
    summary: searchWords(textOfHtml(summary ?? '')),
    body: searchWords(textOfHtml(body ?? '')),
  };
  const language = searchLanguage(site.locale);
  const vectors = [
    vector('simple', texts, plainText),
    vector(language, texts, plainText),
    vector(language, texts, accentedText),
  ];
  const words = `${plainText(texts.title)}\n${plainText(texts.tags)}`;
  await sql`
    insert into article_search (site_id, id, tsv, words)
    values (${site.id}, ${id}, ${sql.join(vectors, BETWEEN)}, ${words})
    on conflict (site_id, id) do update set tsv = excluded.tsv, words = excluded.words`.execute(tx);
}

function vector(
  config: string,
  { title, tags, summary, body }: Texts,
  textOf: (words: Word[]) => string,
): RawBuilder<string> {
  const part = (words: Word[], weight: string) =>
    sql`setweight(to_tsvector(${config}::regconfig, ${textOf(words)}), ${sql.lit(weight)})`;
  const parts = [part(title, 'A'), part(tags, 'B'), part(summary, 'C'), part(body, 'D')];
  return sql`(${sql.join(parts, BETWEEN)})`;
}
