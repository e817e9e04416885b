/** What an article lacks, such as a cover or alt text. It warns and never prevents publishing. */
import type { ManagedArticle } from '../../src/sdk/client.ts';

export type Warning = 'title' | 'summary' | 'cover' | 'coverAlt' | 'pictureAlt' | 'author' | 'body';

type Checked = Pick<ManagedArticle, 'title' | 'summary' | 'cover_url' | 'alt_text' | 'author_ids' | 'body' | 'type'>;

export function warningsOf(article: Checked, untitled: string): Warning[] {
  const found: [Warning, boolean][] = [
    ['title', article.title.trim() === '' || article.title === untitled],
    ['body', article.type === 'article' && article.body.replace(/<(?!img|iframe)[^>]*>|\s|&nbsp;/g, '') === ''],
    ['summary', article.summary.trim() === ''],
    ['author', article.author_ids.length === 0],
    ['cover', !article.cover_url],
    ['coverAlt', Boolean(article.cover_url) && !article.alt_text?.trim()],
    ['pictureAlt', /<img\b(?![^>]*\balt=(?:"[^"]+"|'[^']+'|[^\s"'>]))/i.test(article.body)],
  ];
  return found.flatMap(([warning, isFound]) => (isFound ? [warning] : []));
}
