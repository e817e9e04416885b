/** An article as its editors see it, with pending edits and its state, and the rows that lists of served articles show with them. */
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { ArticleWire, ManagedArticleWire } from '../../contract/article.ts';
import type { ArticleDeletion, Revision } from '../../contract/manage.ts';
import { localized, utc } from '../../core/time.ts';
import type { ArticleRevisionRow } from '../../db/rows.generated.ts';
import type { Site } from '../../db/site-lock.ts';
import { articleCategory } from '../article-categories/present.ts';
import { author } from '../authors/present.ts';
import { type ArticleRow, articleAddress, writtenOf } from '../publication/present.ts';
import { section } from '../sections/present.ts';
import { scheduledVersion } from './draft.ts';
import type { ArticlePage, Item } from './queries.ts';

/** The columns that are shown beside the text. */
export const SHOWN = [
  'uid',
  'state',
  'version',
  'published_version',
  'publish_at',
  'publish_problem',
  'deleted_at',
  'id',
  'article_url',
  'site_id',
  'published_at',
  'modified_at',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'scheduled_version',
  'pinned_index',
  'site_pinned_index',
] as const;
/** In the trash an article may have lost its section. */
export type ManagedRow = Pick<ArticleRow, (typeof SHOWN)[number] | 'written'> & { section_url: string | null };
export type TrashRow = ManagedRow &
  Pick<ArticleRow, 'created_by' | 'deleted_by'> & {
    deleted_at: Date;
    deleted_by_name: string | null;
    kept_until: Date;
  };
export type RevisionRow = Selectable<ArticleRevisionRow>;
export type NamedRevisionRow = RevisionRow & { created_by_name: string | null };

export function managedArticle(row: ManagedRow, site: Site): ManagedArticleWire {
  const { published_at, modified_at } = row;
  return {
    uid: row.uid,
    state: row.state as ManagedArticleWire['state'], // the column's check allows no other
    version: row.version,
    published_version: row.published_version,
    publish_at: row.publish_at && utc(row.publish_at),
    publish_problem: row.publish_problem,
    deleted_at: row.deleted_at && utc(row.deleted_at),
    id: row.id,
    full_url:
      row.id === null || row.section_url === null ? null : articleAddress(site, row.section_url, row.article_url),
    ...writtenOf(row),
    site_id: row.site_id,
    published_at: published_at && utc(published_at),
    published_at_l10n: published_at && localized(published_at, site.time_zone),
    modified_at: modified_at && utc(modified_at),
    modified_at_l10n: modified_at && localized(modified_at, site.time_zone),
    pinned_index: row.pinned_index,
    site_pinned_index: row.site_pinned_index,
    created_at: utc(row.created_at),
    created_by: row.created_by,
    updated_at: utc(row.updated_at),
    updated_by: row.updated_by,
    scheduled_version: scheduledVersion(row),
  };
}

export function deletion({ deleted_at, deleted_by, deleted_by_name, kept_until }: TrashRow): ArticleDeletion {
  return { deleted_at: utc(deleted_at), deleted_by, deleted_by_name, kept_until: utc(kept_until) };
}

export function revision(
  { number, created_at, created_by, created_by_name, began_at }: NamedRevisionRow,
  publications: Static<typeof Revision>['publications'] = [],
): Static<typeof Revision> {
  const automatic = began_at !== null;
  return { number, created_at: utc(created_at), created_by, automatic, created_by_name, publications };
}

type Named = Pick<ArticlePage, 'sections' | 'categories' | 'authors'>;

/** `sideloading=false`: section, category and authors are in the article itself. */
export function embedded(
  document: ArticleWire,
  { sections, categories, authors }: Named,
  site: Site,
  sideloading: boolean | undefined,
): ArticleWire {
  if (sideloading !== false) return document;
  const its = sections.find(({ id }) => id === document.section_id);
  const category = categories.find(({ id }) => id === document.category_id);
  const parts = {
    section: its && section(its, site),
    category: category ? articleCategory(category) : null,
    authors: document.author_ids.flatMap((id) =>
      authors.filter((row) => row.id === id).map((row) => author(row, site)),
    ),
  };
  return { ...document, ...parts };
}

/** `sideloading=true`: the categories and sections of the articles are listed after them. */
export function sideloads(
  { sections, categories }: Pick<Named, 'sections' | 'categories'>,
  items: Pick<Item, 'section_id' | 'category_id'>[],
  site: Site,
): string {
  const used = {
    sections: new Set(items.map((item) => item.section_id)),
    categories: new Set(items.map((item) => item.category_id)),
  };
  const shownCategories = categories.filter(({ id }) => used.categories.has(id)).map(articleCategory);
  const shownSections = sections.filter(({ id }) => used.sections.has(id)).map((row) => section(row, site));
  return `"categories":${JSON.stringify(shownCategories)},"sections":${JSON.stringify(shownSections)}`;
}
