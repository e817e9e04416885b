/** Reads of the content API. Each is one statement; `authorize` has run the other query of the request. */
import { type RawBuilder, sql } from 'kysely';
import { fitting } from '../../core/answer-size.ts';
import { type Part, packed, packedFrom } from '../../core/packed.ts';
import type { Db } from '../../db/connect.ts';
import { type Placeholder, prepared, preparedOnce, type Statement } from '../../db/prepared.ts';
import { inOneTurn, type Tx } from '../../db/transaction.ts';
import type { Documents } from '../handler.ts';
import type { ResourceRow } from '../resources/resource.ts';
import { countedAs, type Listed } from './lists.ts';
import {
  articlePageQuery,
  articlesShown,
  authorsShown,
  documentShown,
  type Item,
  namedByShown,
  type PageRow,
  type Placed,
  type StoredDocument,
} from './page-query.ts';
import { COLUMNS, type ShownAs } from './walks.ts';

export type { Item };

export interface ListFilter {
  /** Whether to read the sections and categories of the articles too, and their authors. */
  withNamed: boolean;
  withAuthors: boolean;
  count: number;
  tags: string[];
  allTags: boolean;
  article_url: string | undefined;
  max_id: number | undefined;
  since_id: number | undefined;
  /** Documents that the answer changes are read as text. */
  shownAs: ShownAs;
}

/** The parameters of a page. */
interface PageValues {
  site_id: number;
  list_id: number;
  list_name: string;
  count: number;
  max_id: number | undefined;
  since_id: number | undefined;
  tag: string | undefined;
}

export interface ArticlePage {
  exists: boolean;
  items: Item[];
  pinned: { slot: number; item: Item }[];
  total: number | null;
  sections: ResourceRow<'section'>[];
  categories: ResourceRow<'article_category'>[];
  authors: ResourceRow<'author'>[];
}

/**
 * A page of a list with one article more than requested, its pins, its count, and its sections and categories.
 * A pin's slot is its index, or the next free one after the pins before it: a running maximum of (index - rank).
 */
export async function articlePage(
  db: Db | Tx,
  siteId: number,
  listed: Listed,
  filter: ListFilter,
  /** Documents that are in memory are not read again. */
  documents: Documents | null = null,
): Promise<ArticlePage> {
  if (documents === null || filter.shownAs !== 'packed') return pageOf(await pageRows(db, siteId, listed, filter));
  return inOneTurn(db, async (turn) => {
    const page = pageOf(await pageRows(turn, siteId, listed, { ...filter, shownAs: 'nothing' }));
    const isComplete = await fillIn(turn, siteId, fitting(shownOf(page, filter.count)), documents);
    return isComplete ? page : articlePage(turn, siteId, listed, filter);
  });
}

/** The articles that a page shows, pins first, without the extra one that means that there is a next page. */
export function shownOf({ items, pinned }: ArticlePage, count: number): Item[] {
  return [...pinned.map(({ item }) => item), ...items.slice(0, count - pinned.length)];
}

/** Keyed by everything that changes the text of the statement. */
const statements = new Map<string, Statement<PageValues, PageRow>>();

async function pageRows(db: Db | Tx, siteId: number, listed: Listed, filter: ListFilter): Promise<PageRow[]> {
  const { list, id } = listed;
  const { count, max_id, since_id, tags } = filter;
  const [tag] = tags;
  const values = { site_id: siteId, list_id: id, list_name: countedAs(listed), count, max_id, since_id, tag };
  // A connection has room for the statements of the common forms.
  if (tags.length > 1 || filter.article_url !== undefined) {
    return (await articlePageQuery(list, { ...filter, ...values }).execute(db)).rows;
  }
  const given = [max_id, since_id, tag].map((value) => value !== undefined);
  const key = [list.of, filter.shownAs, filter.withNamed, filter.withAuthors, ...given].join();
  let statement = statements.get(key);
  if (!statement) {
    statement = preparedOnce((place) => articlePageQuery(list, { ...filter, ...placesOf(values, place) }));
    statements.set(key, statement);
  }
  return statement(db, values);
}

/** Placeholders of the given values. */
function placesOf({ max_id, since_id, tag }: PageValues, given: Placeholder<PageValues>) {
  return {
    site_id: given('site_id'),
    list_id: given('list_id'),
    list_name: given('list_name'),
    count: given('count'),
    max_id: max_id === undefined ? undefined : given('max_id'),
    since_id: since_id === undefined ? undefined : given('since_id'),
    tags: tag === undefined ? [] : [given('tag') as RawBuilder<string>], // it was given
  };
}

/** Adds the documents to the rows. False when one was changed after its page was read. */
async function fillIn(db: Db | Tx, siteId: number, items: Item[], documents: Documents): Promise<boolean> {
  const missing: Item[] = [];
  for (const item of items) {
    const kept = documents.get(siteId, item);
    if (kept) item.doc = kept;
    else missing.push(item);
  }
  if (missing.length === 0) return true;
  const { rows } = await prepared(sql<{ id: number; hash: string } & StoredDocument>`
    select id, doc_hash as hash, ${documentShown('packed')} from published_article
    where site_id = ${siteId} and id = any(${missing.map(({ id }) => id)}::bigint[])`).execute(db);
  const read = new Map(rows.map((row) => [row.id, row]));
  for (const item of missing) {
    const row = read.get(item.id);
    if (row?.hash !== item.hash) return false;
    const doc = documentOf(row);
    item.doc = typeof doc === 'string' ? packed(doc) : doc;
    documents.put(siteId, { ...item, doc: item.doc });
  }
  return true;
}

/** Empty if it was not read. */
function documentOf({ doc, packed }: StoredDocument): Part {
  return packed === null ? (doc ?? '') : packedFrom(Buffer.from(packed, 'base64'));
}

export async function servedArticle(
  db: Db | Tx,
  siteId: number,
  id: number,
  shownAs: 'packed' | 'text',
): Promise<ArticlePage> {
  return pageOf(await servedRows[shownAs](db, { site_id: siteId, id }));
}

const servedRows = { packed: servedRowsAs('packed'), text: servedRowsAs('text') };

function servedRowsAs(shownAs: ShownAs): Statement<{ site_id: number; id: number }, PageRow> {
  return preparedOnce(
    (given) => sql`
    with shown as (
      select ${COLUMNS}, null::bigint as slot, 0 as place from published_article
      where site_id = ${given('site_id')} and id = ${given('id')} and is_served
    )
    ${articlesShown(shownAs)}
    ${namedByShown(given('site_id'))}`,
  );
}

/** The sections, categories and authors of served articles, without their documents. */
export async function namedByArticles(db: Db | Tx, siteId: number, ids: number[]): Promise<ArticlePage> {
  const { rows } = await prepared(sql<PageRow>`
    with shown as (
      select ${COLUMNS}, null::bigint as slot, 0 as place from published_article
      where site_id = ${siteId} and id = any(${ids}::bigint[]) and is_served
    )
    ${articlesShown('nothing')}
    ${namedByShown(siteId)}
    ${authorsShown(siteId)}`).execute(db);
  return pageOf(rows);
}

function pageOf(rows: PageRow[]): ArticlePage {
  const ordinary: Placed[] = [];
  const page: ArticlePage = {
    exists: true,
    items: ordinary,
    pinned: [],
    total: null,
    sections: [],
    categories: [],
    authors: [],
  };
  for (const row of rows) {
    if (row.kind === 'section') page.sections.push(row.value);
    if (row.kind === 'category') page.categories.push(row.value);
    if (row.kind === 'author') page.authors.push(row.value);
    if (row.kind === 'exists') page.exists = row.value;
    if (row.kind === 'total') page.total = row.value;
    if (row.kind !== 'article') continue;
    const { id, hash, bytes, section_id, category_id, slot, place } = row;
    const item = { id, doc: documentOf(row), bytes, hash, section_id, category_id, slot, place };
    if (slot === null) ordinary.push(item);
    else page.pinned.push({ slot, item });
  }
  ordinary.sort((a, b) => a.place - b.place);
  page.pinned.sort((a, b) => a.slot - b.slot);
  page.sections.sort((a, b) => a.order_number - b.order_number || a.id - b.id);
  page.categories.sort((a, b) => a.order_number - b.order_number || a.id - b.id);
  return page;
}
