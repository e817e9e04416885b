/** The articles of the archive: article n is the same in every run. Pure. */
import { createHash } from 'node:crypto';
import type { ArticleWire } from '../../src/contract/article.ts';
import { slugify } from '../../src/core/slug.ts';
import { uuidv7 } from '../../src/core/uuid.ts';
import type { Site } from '../../src/db/site-lock.ts';
import type { ArticleInput } from '../../src/features/articles/draft.ts';
import { writtenFields } from '../../src/features/articles/draft.ts';
import type { ArticleRow, Publication } from '../../src/features/publication/present.ts';
import { article, notification } from '../../src/features/publication/present.ts';
import { type ArticleText, articleText, randomFrom, vocabulary } from '../search-mix.ts';

/** The nouns that a site's articles refer to, with their ids. */
export interface SiteNouns {
  site: Site;
  sections: { id: number; slug: string }[];
  categories: number[];
  authors: { id: number; name: string }[];
}

/** An article as stored and served. */
export interface BuiltArticle {
  row: ArticleRow;
  served: ArticleWire;
  doc: string;
  notification_json: string;
}

const FIRST_PUBLISHED = Date.UTC(2014, 0, 1);
const BETWEEN = 5 * 60_000;
const TAGS = 2_000;
const MOST_TAGS = 4;

/** The body of article n, as an editor would send it, with this many paragraphs. */
export function articleInput(
  n: number,
  { sections, categories, authors }: SiteNouns,
  paragraphs: number,
  text: ArticleText = articleText(n),
): ArticleInput {
  const chance = randomFrom(n);
  const { title, summary, body } = text;
  const tags = Array.from({ length: Math.floor(chance() * (MOST_TAGS + 1)) }, () => tagAt(chance()));
  const named = Array.from({ length: Math.floor(chance() * 3) }, () => pick(authors, chance())?.id ?? 0);
  const category = chance() < 0.2 ? undefined : pick(categories, chance());
  return {
    title,
    summary,
    body: body.split('\n').slice(0, paragraphs).join('\n'),
    article_url: `${slugify(title, 'article').slice(0, 80)}-${n}`,
    section_id: pick(sections, chance())?.id ?? 0,
    category_id: category ?? null,
    author_ids: [...new Set(named)],
    tags: [...new Set(tags)],
    cover_url: `https://pictures.example/${n}.jpg`,
    published_at: new Date(FIRST_PUBLISHED + n * BETWEEN).toISOString().replace('.000', ''),
  };
}

/** The same article after publication, the `orderNumber`th in its section. */
export function builtArticle(n: number, input: ArticleInput, nouns: SiteNouns, orderNumber: number): BuiltArticle {
  const written = asJsonb(writtenFields(input, null));
  const publishedAt = new Date(FIRST_PUBLISHED + n * BETWEEN);
  const { section_id, category_id, article_url, title, type, source, tags, author_ids } = written;
  const row: ArticleRow = {
    site_id: nouns.site.id,
    uid: uuidv7(publishedAt, createHash('md5').update(`${nouns.site.id} ${n}`).digest()),
    id: n,
    state: 'published',
    version: 1,
    published_version: 1,
    section_id,
    category_id,
    article_url,
    title,
    type,
    source,
    tags,
    author_ids,
    written,
    pinned_index: null,
    site_pinned_index: null,
    publish_at: null,
    publish_problem: null,
    deleted_at: null,
    deleted_by: null,
    published_at: publishedAt,
    modified_at: null,
    order_number: orderNumber,
    site_order_number: n,
    created_at: publishedAt,
    created_by: null,
    updated_at: publishedAt,
    updated_by: 'bench',
    scheduled_version: null,
  };
  const publication: Publication = {
    id: n,
    row,
    publishedAt,
    modifiedAt: null,
    orderNumber,
    siteOrderNumber: n,
    sectionSlug: nouns.sections.find(({ id }) => id === section_id)?.slug ?? '',
    authorCredit: author_ids.flatMap((id) => nouns.authors.find((author) => author.id === id)?.name ?? []).join(', '),
    featured: [],
    isPublicSection: true,
  };
  const served = article(publication, nouns.site);
  return { row, served, doc: JSON.stringify(served), notification_json: notification(served, publication) };
}

/** Rows are read back before rendering, and jsonb orders keys by length, then alphabetically. */
function asJsonb<T>(value: T): T {
  if (Array.isArray(value)) return value.map(asJsonb) as T; // of the same items
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, asJsonb(inner)])) as T; // with the same keys
}

/** A tag that many articles have, and one that few have. */
export const COMMON_TAG = tagAt(0);
export const RARE_TAG = tagAt(0.8);

/** A few tags are common, many are rare. */
function tagAt(chance: number): string {
  return vocabulary[Math.floor(TAGS * chance ** 6)] ?? '';
}

const pick = <T>(from: T[], chance: number): T | undefined => from[Math.floor(from.length * chance ** 2)];
