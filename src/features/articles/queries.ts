/** Reads of the content API. Each is one statement; `authorize` has run the other query of the request. */
import { type RawBuilder, sql } from 'kysely';
import { MOST_ITEMS } from '../../contract/common.ts';
import { fitting, PAGE_BYTES } from '../../core/answer-size.ts';
import type { Db } from '../../db/connect.ts';
import { type Placeholder, prepared, preparedOnce, type Statement, type Value } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Document, Documents } from '../handler.ts';
import type { ResourceRow } from '../resources/resource.ts';
import { type ArticleList, type ArticleWalk, countedAs, type Listed } from './lists.ts';

/** Matches of several tags are counted up to this number. */
const MOST_COUNTED = 10_000;

/**
 * Limits are literals in the statement, not parameters: for an unknown limit PostgreSQL assumes a tenth of the rows, or
 * makes a new plan for every execution.
 */
const MOST_WALKED = sql.lit(MOST_ITEMS + 1);

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
}

/** The parameters of a page. */
interface PageValues {
  site_id: number;
  list_id: number;
  list_name: string;
  count: number;
  max_id: number | undefined;
  since_id: number | undefined;
}

/** The same in the text of its statement: values or placeholders. */
type PageForm = { [Name in keyof PageValues]: Value<PageValues[Name]> } & Omit<ListFilter, keyof PageValues> & {
    withDocs: boolean;
  };

export interface Item {
  id: number;
  /** Empty if it was not requested, or is beyond the size of a page. */
  doc: Document;
  /** Of the document. */
  bytes: number;
  /** Of the document's text. */
  hash: string;
  section_id: number;
  category_id: number | null;
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

const nothing = sql``;

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
  const page = pageOf(await pageRows(db, siteId, listed, { ...filter, withDocs: documents === null }));
  if (documents === null || (await fillIn(db, siteId, fitting(shownOf(page, filter.count)), documents))) return page;
  return articlePage(db, siteId, listed, filter);
}

/** The articles that a page shows, pins first, without the extra one that means that there is a next page. */
export function shownOf({ items, pinned }: ArticlePage, count: number): Item[] {
  return [...pinned.map(({ item }) => item), ...items.slice(0, count - pinned.length)];
}

/** Keyed by everything that changes the text of the statement. */
const statements = new Map<string, Statement<PageValues, PageRow>>();

async function pageRows(
  db: Db | Tx,
  siteId: number,
  listed: Listed,
  filter: ListFilter & { withDocs: boolean },
): Promise<PageRow[]> {
  const { list, id } = listed;
  const { count, max_id, since_id } = filter;
  const values = { site_id: siteId, list_id: id, list_name: countedAs(listed), count, max_id, since_id };
  // The best plan of the others is the same for every site. For a tag it depends on how common the tag is.
  if (filter.tags.length > 0 || filter.article_url !== undefined) {
    return (await articlePageQuery(list, { ...filter, ...values }).execute(db)).rows;
  }
  const [isBelow, isAbove] = [max_id !== undefined, since_id !== undefined];
  const key = [list.of, filter.withDocs, filter.withNamed, filter.withAuthors, isBelow, isAbove].join();
  let statement = statements.get(key);
  if (!statement) {
    statement = preparedOnce((given) => articlePageQuery(list, { ...filter, ...placesOf(values, given) }));
    statements.set(key, statement);
  }
  return statement(db, values);
}

/** Placeholders of the given values. */
function placesOf({ max_id, since_id }: PageValues, given: Placeholder<PageValues>) {
  return {
    site_id: given('site_id'),
    list_id: given('list_id'),
    list_name: given('list_name'),
    count: given('count'),
    max_id: max_id === undefined ? undefined : given('max_id'),
    since_id: since_id === undefined ? undefined : given('since_id'),
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
  const { rows } = await prepared(sql<{ id: number; doc: string; hash: string }>`
    select id, doc, doc_hash as hash from published_article
    where site_id = ${siteId} and id = any(${missing.map(({ id }) => id)}::bigint[])`).execute(db);
  const read = new Map(rows.map((row) => [row.id, row]));
  for (const item of missing) {
    const row = read.get(item.id);
    if (row?.hash !== item.hash) return false;
    item.doc = documents.put(siteId, row);
  }
  return true;
}

export function articlePageQuery(list: ArticleList, form: PageForm): RawBuilder<PageRow> {
  const { site_id, list_id, count, max_id, since_id, withDocs } = form;
  const isFirst = max_id === undefined && since_id === undefined;
  const { source, id, where } = walkOf(list, form);
  const order = list.place ?? sql`-article.id`;
  return sql<PageRow>`
    with pinned as (${pinnedArticles(list, form)}),
    walk as (
      select article.id, doc, doc_hash, section_id, category_id, null::bigint as slot, ${order} as place
      from ${source}
      where ${where} and ${id} not in (select id from pinned)
        ${bounds(id, form)}
      order by ${list.place ? sql`place` : sql`${id} desc`}
      limit ${MOST_WALKED}
    ),
    page as (select * from walk limit ${count} + 1 - ${isFirst ? sql`(select count(*) from pinned)` : sql`0`}),
    shown as (select * from page ${isFirst ? sql`union all select * from pinned` : nothing})
    ${articlesShown(withDocs ? fittingDoc : sql`null::text`)}
    ${form.withNamed ? namedByShown(site_id) : nothing}
    ${form.withAuthors ? authorsShown(site_id) : nothing}
    union all select 'exists', to_jsonb(${list.exists(site_id, list_id)}), ${noArticle}
    union all select 'total', to_jsonb(${total(list, form)}), ${noArticle}`;
}

export async function servedArticle(db: Db | Tx, siteId: number, id: number): Promise<ArticlePage> {
  return pageOf(await servedRows(db, { site_id: siteId, id }));
}

const servedRows = preparedOnce<{ site_id: number; id: number }, PageRow>(
  (given) => sql`
    with shown as (
      select id, doc, doc_hash, section_id, category_id, null::bigint as slot, 0 as place from published_article
      where site_id = ${given('site_id')} and id = ${given('id')} and is_served
    )
    ${articlesShown(sql.ref('doc'))}
    ${namedByShown(given('site_id'))}`,
);

/** The sections, categories and authors of served articles, without their documents. */
export async function namedByArticles(db: Db | Tx, siteId: number, ids: number[]): Promise<ArticlePage> {
  const { rows } = await prepared(sql<PageRow>`
    with shown as (
      select id, doc, doc_hash, section_id, category_id, null::bigint as slot, 0 as place from published_article
      where site_id = ${siteId} and id = any(${ids}::bigint[]) and is_served
    )
    ${articlesShown(sql`null::text`)}
    ${namedByShown(siteId)}
    ${authorsShown(siteId)}`).execute(db);
  return pageOf(rows);
}

type PageRow =
  | ({ kind: 'article'; doc: string | null } & Omit<Placed, 'doc'>)
  | { kind: 'section'; value: ResourceRow<'section'> }
  | { kind: 'category'; value: ResourceRow<'article_category'> }
  | { kind: 'author'; value: ResourceRow<'author'> }
  | { kind: 'exists'; value: boolean }
  | { kind: 'total'; value: number | null };

type Placed = Item & { slot: number | null; place: number };

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
    const item = { id, doc: row.doc ?? '', bytes, hash, section_id, category_id, slot, place };
    if (slot === null) ordinary.push(item);
    else page.pinned.push({ slot, item });
  }
  ordinary.sort((a, b) => a.place - b.place);
  page.pinned.sort((a, b) => a.slot - b.slot);
  page.sections.sort((a, b) => a.order_number - b.order_number || a.id - b.id);
  page.categories.sort((a, b) => a.order_number - b.order_number || a.id - b.id);
  return page;
}

/** Articles are separate columns: as JSON they would be serialized and parsed once more. */
const articlesShown = (doc: RawBuilder<unknown>) => sql`
    select 'article' as kind, null::jsonb as value,
      id, section_id, category_id, slot, place, doc_hash as hash, octet_length(doc) as bytes, ${doc} as doc from shown`;
const noArticle = sql`null, null, null, null, null, null, null, null`;

/** As `fitting` of core/answer-size.ts has it. The length of a text is known without reading it. */
const fittingDoc = sql`
      case when sum(octet_length(doc)) over (order by slot, place) - octet_length(doc) < ${sql.lit(PAGE_BYTES)} then doc end`;

const namedByShown = (siteId: Value<number>) => sql`
    union all select 'section', to_jsonb(section), ${noArticle} from section
      where site_id = ${siteId} and id in (select section_id from shown)
    union all select 'category', to_jsonb(category), ${noArticle} from article_category category
      where site_id = ${siteId} and id in (select category_id from shown)`;

/** The array is read article by article: as a join PostgreSQL reads the authors of all articles. */
const authorsShown = (siteId: Value<number>) => sql`
    union all select 'author', to_jsonb(author), ${noArticle} from author where site_id = ${siteId} and id in (
      select unnest(array(select author_id from published_article_author named
        where named.site_id = ${siteId} and named.id = shown.id)) from shown)`;

/**
 * A page reads the index of the list's members, of the articles, or of one tag, so that articles with a rare tag are found
 * without reading all others.
 */
function walkOf(list: ArticleList, form: PageForm): ArticleWalk {
  const [tag, ...more] = form.tags;
  if (tag === undefined || (more.length > 0 && !form.allTags)) {
    const walk = list.walk?.(form.list_id);
    if (!walk)
      return { source: sql`published_article article`, id: sql.ref('article.id'), where: matching(list, form) };
    return { ...walk, where: sql`walked.site_id = ${form.site_id} and ${matchingBut(walk.where, form)}` };
  }
  return {
    source: sql`published_article_tag walked join published_article article using (site_id, id)`,
    id: sql.ref('walked.id'),
    where: sql`walked.site_id = ${form.site_id} and walked.tag = ${tag} and ${matching(list, { ...form, tags: more })}
      ${bounds(sql.ref('article.id'), form)}`,
  };
}

/** On both sides of a join, where there is one: PostgreSQL carries equalities across it, but not inequalities. */
function bounds(id: RawBuilder<unknown>, { max_id, since_id }: PageForm): RawBuilder<unknown> {
  const below = max_id === undefined ? nothing : sql`and ${id} < ${max_id}`;
  const above = since_id === undefined ? nothing : sql`and ${id} > ${since_id}`;
  return sql`${below} ${above}`;
}

/** The pins of the first page, which later pages leave out. With since_id there are none. */
function pinnedArticles(list: ArticleList, form: PageForm): RawBuilder<unknown> {
  if (!list.pins || form.since_id !== undefined) {
    return sql`
      select id, doc, doc_hash, section_id, category_id, null::bigint as slot, -id as place from published_article where false`;
  }
  const pin = sql.ref(list.pins);
  return sql`
    select id, doc, doc_hash, section_id, category_id, slot, -id as place from (
      select *, rank + max(pin - rank) over (order by rank) as slot from (
        select article.*, ${pin} as pin, row_number() over (order by ${pin}, id desc) - 1 as rank
        from published_article article
        where ${pin} is not null and ${pin} < ${sql.lit(MOST_ITEMS)} and ${matching(list, form)}
      ) as ranked
    ) as slotted where slot < ${form.count}`;
}

const matching = (list: ArticleList, form: PageForm) => matchingBut(list.where(form.list_id), form);

/** The articles of a page, by another condition than the list's own. */
function matchingBut(
  ofList: RawBuilder<boolean>,
  { site_id, tags, allTags, article_url }: PageForm,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`article.site_id = ${site_id} and article.is_served and ${ofList}`];
  if (article_url !== undefined) conditions.push(sql`article.article_url = ${article_url}`);
  const tagged = (tag: RawBuilder<unknown>) => sql<boolean>`exists (select from published_article_tag tagged
    where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag ${tag})`;
  if (allTags) conditions.push(...tags.map((tag) => tagged(sql`= ${tag}`)));
  else if (tags.length > 0) conditions.push(tagged(sql`= any(${tags}::text[])`));
  return sql.join<boolean>(conditions, sql` and `);
}

/** Stored for unfiltered lists and for one tag of the site's list; otherwise counted up to a limit, and null beyond it. */
function total(list: ArticleList, form: PageForm): RawBuilder<number | null> {
  const kept = keptCount(list, form);
  if (kept !== null) {
    return sql`coalesce((select total from article_count where site_id = ${form.site_id} and list_key = ${kept}), 0)`;
  }
  return sql`(select nullif(count(*), ${MOST_COUNTED + 1}) from (
    select from published_article article where ${matching(list, form)} limit ${MOST_COUNTED + 1}) as counted)`;
}

function keptCount(list: ArticleList, { tags, article_url, list_name }: PageForm): Value<string> | null {
  if (article_url !== undefined) return null;
  if (tags.length === 0) return list_name;
  return list.of === 'site' && tags.length === 1 ? `tag:${tags[0]}` : null;
}
