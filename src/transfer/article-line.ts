/** An article's line: as its editors see it, with its state, times and versions. */
import { Type } from 'typebox';
import { WrittenArticle } from '../contract/article.ts';
import { flag, id, instant, integer, nullable, text } from '../contract/common.ts';
import { change, NewArticle } from '../contract/manage.ts';
import { utc } from '../core/time.ts';
import type { Site } from '../db/site-lock.ts';
import type { ArticleInput } from '../features/articles/draft.ts';
import { managedArticle } from '../features/articles/present.ts';
import type { ArticleRow, ArticleText } from '../features/publication/present.ts';
import { lineSchema, siteId, version } from './format.ts';

export const uid = Type.String({ description: 'Address of the article.', format: 'uuid' });

/** The article text; older versions may lack fields. */
export const WrittenText = Type.Unsafe<ArticleInput>({ ...change(WrittenArticle), required: ['title', 'section_id'] });

const number = (description: string) => nullable(integer(description, { minimum: 1 }));

const savedText = (description: string) =>
  Type.Object(
    {
      created_at: instant('When it was saved.'),
      created_by: text('Who saved it.'),
      automatic: Type.Optional(flag('Whether it was an autosave.')),
      article: WrittenText,
    },
    { description, additionalProperties: false },
  );

const kept = {
  site_id: siteId,
  id: nullable(id('Its public id.')),
  uid,
  version,
  published_version: number('The version that is published, or was last.'),
  published: savedText('The published text, if it was edited since.'),
  scheduled_version: number('The version that its schedule publishes.'),
  scheduled: savedText('The text that its schedule publishes, if autosaves followed.'),
  served_featured_articles: Type.Array(id('An article.'), {
    description: 'Only in older files: the shown articles of `featured_articles`. Ignored.',
    maxItems: 100,
  }),
  saved_by: text('Who saved it last.'),
  saved_automatically: flag('Whether the last save was an autosave.'),
  created_at: instant('When the article was first saved.'),
  created_by: nullable(text('Who created it.')),
  updated_at: instant('When it was last saved.'),
  modified_at: nullable(instant('When the article was last published again after a change.')),
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
  published?: SavedText;
  scheduled_version?: number | null;
  scheduled?: SavedText;
  saved_by?: string;
  saved_automatically?: boolean;
  created_at?: string;
  updated_at?: string;
  modified_at?: string | null;
  order_number?: number | null;
  site_order_number?: number | null;
}

export interface SavedText {
  created_at: string;
  created_by: string;
  automatic?: boolean;
  article: ArticleInput;
}

export interface ExportRow extends ArticleRow {
  section_url: string;
  saved_by: string | null;
  saved_automatically: boolean | null;
  /** The text of the published or scheduled version, if it is not the last. */
  fixed_text: ArticleText | null;
  fixed_saved_at: Date | null;
  fixed_saved_by: string | null;
  fixed_automatically: boolean | null;
}

export function articleLine(row: ExportRow, site: Site): object {
  return {
    ...managedArticle(row, site),
    published_version: row.published_version,
    ...fixed(row),
    saved_by: row.saved_by ?? '',
    ...(row.saved_automatically ? { saved_automatically: true } : {}),
    order_number: row.order_number,
    site_order_number: row.site_order_number,
  };
}

function fixed({ state, ...row }: ExportRow) {
  if (!row.fixed_saved_at) return {};
  const automatic = row.fixed_automatically ? { automatic: true } : {};
  const created = { created_at: utc(row.fixed_saved_at), created_by: row.fixed_saved_by, ...automatic };
  return { [state === 'published' ? 'published' : 'scheduled']: { ...created, article: row.fixed_text } };
}
