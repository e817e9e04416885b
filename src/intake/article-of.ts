/** The article of an item, checked and sanitised as the body of a request is. */
import { NewArticle } from '../contract/manage.ts';
import type { ItemContent } from '../core/intake/feed.ts';
import { absoluteHtml } from '../core/intake/plain-text.ts';
import type { ArticleInput } from '../features/articles/draft.ts';
import type { SourceRow } from '../features/sources/queries.ts';
import { cleaned, htmlCleaner } from '../http/clean.ts';
import { objectReader } from '../http/validate.ts';

const MOST_TAGS = 100;
const readArticle = objectReader({ key: 'article', schema: NewArticle });
const cleanArticle = htmlCleaner(NewArticle);

/** The fields that the source decides: a change of the item changes these alone. */
export function articleText(source: SourceRow, content: ItemContent): ArticleInput {
  const { title, summary, body, base, url, author, cover } = content;
  return read({
    section_id: source.section_id,
    title,
    summary,
    body: body === '' ? '' : absoluteHtml(body, base),
    url,
    canonical_url: url,
    cover_url: cover,
    tags: tagsOf(source, content),
    ...(author === '' || source.author_ids.length > 0 ? {} : { author_credit: author }),
  });
}

export function newArticle(source: SourceRow, content: ItemContent, authorIds: number[]): ArticleInput {
  const { category_id } = source;
  return { ...articleText(source, content), source: 'feed', category_id, author_ids: authorIds };
}

function read(article: object): ArticleInput {
  const input = readArticle({ article }) as ArticleInput; // checked by its schema
  cleaned(cleanArticle, input);
  return input;
}

function tagsOf({ tags }: SourceRow, content: ItemContent): string[] {
  const all = new Map([...content.tags, ...tags].map((tag) => [tag.toLowerCase(), tag]));
  return [...all.values()].slice(0, MOST_TAGS);
}
