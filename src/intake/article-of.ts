/** The article of an item, sanitised and checked as the body of a request is. */
import { NewArticle } from '../contract/manage.ts';
import type { ItemContent } from '../core/intake/feed.ts';
import { absoluteHtml } from '../core/intake/plain-text.ts';
import { pathsIn, withoutFiles } from '../core/media-text.ts';
import type { Tx } from '../db/transaction.ts';
import type { ArticleInput } from '../features/articles/draft.ts';
import { privatePaths } from '../features/media/queries.ts';
import type { SourceRow } from '../features/sources/queries.ts';
import { htmlCleaner } from '../http/clean.ts';
import { objectReader } from '../http/validate.ts';
import { inTurns } from '../jobs/in-turns.ts';

const MOST_TAGS = 100;
const readArticle = objectReader({ key: 'article', schema: NewArticle });
const cleanArticle = htmlCleaner(NewArticle);

declare const clean: unique symbol;
/** Content whose HTML is sanitised, and has absolute addresses. */
export type CleanContent = ItemContent & { [clean]: true };

/** Between requests, and before any transaction: a text of a megabyte takes seconds on a busy machine. */
export async function cleanContent(content: ItemContent): Promise<CleanContent> {
  const html = { summary: content.summary, body: content.body };
  await inTurns(cleanArticle(html));
  const body = await inTurns(absoluteHtml(html.body, content.base));
  return { ...content, ...html, body } as CleanContent;
}

/** A source that names a private file of the site must not open it to everyone, unless it brought the file itself. */
export async function withoutPrivateFiles(tx: Tx, source: SourceRow, content: CleanContent): Promise<CleanContent> {
  const { summary, body, cover } = content;
  const hidden = await privatePaths(tx, source.site_id, pathsIn([summary, body, cover].join(' ')), source.id);
  if (hidden.size === 0) return content;
  const isHidden = (path: string) => hidden.has(path);
  const shown = { summary: withoutFiles(summary, isHidden), body: withoutFiles(body, isHidden) };
  return { ...content, ...shown, cover: pathsIn(cover ?? '').some(isHidden) ? null : cover };
}

/** The fields that the source decides: a change of the item changes these alone. */
export function articleText(source: SourceRow, content: CleanContent): ArticleInput {
  const { title, summary, body, url, author, cover } = content;
  const article = {
    section_id: source.section_id,
    title,
    summary,
    body,
    url,
    canonical_url: url,
    cover_url: cover,
    tags: tagsOf(source, content),
    ...(content.post ? { type: content.post.type, attachments: content.post.attachments ?? null } : {}),
    ...(author === '' || source.author_ids.length > 0 ? {} : { author_credit: author }),
  };
  return readArticle({ article }) as ArticleInput; // checked by its schema
}

export function newArticle(source: SourceRow, content: CleanContent, authorIds: number[]): ArticleInput {
  const { category_id } = source;
  return { ...articleText(source, content), source: source.kind, category_id, author_ids: authorIds };
}

function tagsOf({ tags }: SourceRow, content: ItemContent): string[] {
  const all = new Map([...content.tags, ...tags].map((tag) => [tag.toLowerCase(), tag]));
  return [...all.values()].slice(0, MOST_TAGS);
}
