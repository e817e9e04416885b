/** An article's line: as its editors see it, with what the service keeps of its life. */
import { Type } from 'typebox';
import { WrittenArticle } from '../contract/article.ts';
import { id, instant, integer, LARGEST_BROUGHT_ID, nullable, text } from '../contract/common.ts';
import { change, NewArticle } from '../contract/manage.ts';
import { utc } from '../core/time.ts';
import type { Site } from '../db/site-lock.ts';
import type { ArticleInput } from '../features/articles/draft.ts';
import { managedArticle } from '../features/articles/present.ts';
import type { ArticleRow, ArticleText } from '../features/publication/present.ts';
import { lineSchema, siteId, version } from './format.ts';

export const uid = Type.String({ description: 'Address of the article.', format: 'uuid' });

/** What editors wrote, of which an older version may have known less. */
export const WrittenText = Type.Unsafe<ArticleInput>({ ...change(WrittenArticle), required: ['title', 'section_id'] });

const number = (description: string) => nullable(integer(description, { minimum: 1 }));

const kept = {
  site_id: siteId,
  id: nullable(id('Its public id.', { maximum: LARGEST_BROUGHT_ID })),
  uid,
  version,
  published_version: number('The version that is published, or was last.'),
  published: Type.Object(
    { created_at: instant('When it was saved.'), created_by: text('Who saved it.'), article: WrittenText },
    { description: 'What is published, where editors have written on since.', additionalProperties: false },
  ),
  served_featured_articles: Type.Array(id('An article.'), {
    description: 'Of older files: those of `featured_articles` that were shown. Not read any more.',
    maxItems: 100,
  }),
  saved_by: text('Who saved it last.'),
  created_at: instant('When it was first saved.'),
  updated_at: instant('When it was last saved.'),
  modified_at: nullable(instant('When it was published again after a change.')),
  order_number: number('Which publication of its section it was.'),
  site_order_number: number('Which publication of the site it was.'),
};

export const articleSchema = lineSchema(NewArticle, kept, ['site_id']);

export interface ArticleLine extends Omit<ArticleInput, 'id' | 'uid' | 'version' | 'modified_at'> {
  site_id: number;
  title: string;
  id?: number | null;
  uid?: string;
  version?: number;
  published_version?: number | null;
  published?: { created_at: string; created_by: string; article: ArticleInput };
  saved_by?: string;
  created_at?: string;
  updated_at?: string;
  modified_at?: string | null;
  order_number?: number | null;
  site_order_number?: number | null;
}

export interface ExportRow extends ArticleRow {
  section_url: string;
  saved_by: string | null;
  published_text: ArticleText | null;
  published_saved_at: Date | null;
  published_saved_by: string | null;
}

export function articleLine(row: ExportRow, site: Site): object {
  return {
    ...managedArticle(row, site),
    published_version: row.published_version,
    ...published(row),
    saved_by: row.saved_by ?? '',
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
    order_number: row.order_number,
    site_order_number: row.site_order_number,
  };
}

function published({ state, version, published_version, ...row }: ExportRow) {
  if (state !== 'published' || version === published_version || !row.published_saved_at) return {};
  const created = { created_at: utc(row.published_saved_at), created_by: row.published_saved_by };
  return { published: { ...created, article: row.published_text } };
}
