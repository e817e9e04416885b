/** Reads of the content API. Each is one statement, whatever it returns: the gate has made the other of the two. */
import { type RawBuilder, sql } from 'kysely';
import { MOST_ITEMS } from '../../contract/common.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Document, Documents } from '../handler.ts';
import type { ResourceRow } from '../resources/resource.ts';
import type { ArticleList, Walk } from './lists.ts';

/** Up to here matches of several tags are counted. */
const MOST_COUNTED = 10_000;

/**
 * Bounds that stand in the text and not among the values: PostgreSQL takes a limit that it does not know for a tenth of
 * the archive, and would plan the statement anew each time to know it.
 */
const MOST_WALKED = sql.lit(MOST_ITEMS + 1);

export interface ListFilter {
  /** Whether the sections and categories that the articles name are wanted too, and their authors. */
  withNamed: boolean;
  withAuthors: boolean;
  count: number;
  tags: string[];
  allTags: boolean;
  article_url: string | undefined;
  max_id: number | undefined;
  since_id: number | undefined;
}

export interface Item {
  id: number;
  doc: Document;
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
 * A page of a list with one article more than asked for, its pins, its count, and the sections and categories it names.
 * A pin's slot is its index, or the next free one after the pins before it: a running maximum of (index - rank).
 */
export async function articlePage(
  db: Db | Tx,
  siteId: number,
  list: ArticleList,
  filter: ListFilter,
  /** Documents that are in memory are not read again. */
  documents: Documents | null = null,
): Promise<ArticlePage> {
  const query = articlePageQuery(siteId, list, filter, { withDocs: documents === null });
  // Its indexes are the same for every site. How common a tag is decides how it is best walked.
  const isUniform = filter.tags.length === 0 && filter.article_url === undefined;
  const page = pageOf((await (isUniform ? prepared(query) : query).execute(db)).rows);
  if (documents === null || (await fillIn(db, siteId, page, documents))) return page;
  return articlePage(db, siteId, list, filter);
}

/** Puts the documents of a page in their places. False when one was changed after the page was read. */
async function fillIn(db: Db | Tx, siteId: number, page: ArticlePage, documents: Documents): Promise<boolean> {
  const items = [...page.items, ...page.pinned.map(({ item }) => item)];
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

export function articlePageQuery(
  siteId: number,
  list: ArticleList,
  filter: ListFilter,
  { withDocs } = { withDocs: true },
): RawBuilder<PageRow> {
  const { count, max_id, since_id } = filter;
  const isFirst = max_id === undefined && since_id === undefined;
  const { source, id, where, place } = walkOf(siteId, list, filter);
  return sql<PageRow>`
    with pinned as (${pinnedArticles(siteId, list, filter)}),
    walk as (
      select article.id, doc, doc_hash, section_id, category_id, null::bigint as slot, ${place ?? sql`-article.id`} as place
      from ${source}
      where ${where} and ${id} not in (select id from pinned)
        ${bounds(id, filter)}
      order by ${place ? sql`place` : sql`${id} desc`}
      limit ${MOST_WALKED}
    ),
    page as (select * from walk limit ${count} + 1 - ${isFirst ? sql`(select count(*) from pinned)` : sql`0`}),
    shown as (select * from page ${isFirst ? sql`union all select * from pinned` : nothing})
    ${articlesShown(withDocs)}
    ${filter.withNamed ? namedByShown(siteId) : nothing}
    ${filter.withAuthors ? authorsShown(siteId) : nothing}
    union all select 'exists', to_jsonb(${list.exists(siteId)}), ${noArticle}
    union all select 'total', to_jsonb(${total(siteId, list, filter)}), ${noArticle}`;
}

export async function servedArticle(db: Db | Tx, siteId: number, id: number): Promise<ArticlePage> {
  const query = sql<PageRow>`
    with shown as (
      select id, doc, doc_hash, section_id, category_id, null::bigint as slot, 0 as place from published_article
      where site_id = ${siteId} and id = ${id} and is_served
    )
    ${articlesShown(true)}
    ${namedByShown(siteId)}`;
  return pageOf((await prepared(query).execute(db)).rows);
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
    const { id, hash, section_id, category_id, slot, place } = row;
    const item = { id, doc: row.doc ?? '', hash, section_id, category_id, slot, place };
    if (slot === null) ordinary.push(item);
    else page.pinned.push({ slot, item });
  }
  ordinary.sort((a, b) => a.place - b.place);
  page.sections.sort((a, b) => a.order_number - b.order_number || a.id - b.id);
  page.categories.sort((a, b) => a.order_number - b.order_number || a.id - b.id);
  return page;
}

/** Articles stand in columns of their own: as JSON they would be written and read once more. */
const articlesShown = (withDocs: boolean) => sql`
    select 'article' as kind, null::jsonb as value,
      id, section_id, category_id, slot, place, doc_hash as hash, ${withDocs ? sql`doc` : sql`null::text as doc`} from shown`;
const noArticle = sql`null, null, null, null, null, null, null`;

const namedByShown = (siteId: number) => sql`
    union all select 'section', to_jsonb(section), ${noArticle} from section
      where site_id = ${siteId} and id in (select section_id from shown)
    union all select 'category', to_jsonb(category), ${noArticle} from article_category category
      where site_id = ${siteId} and id in (select category_id from shown)`;

const authorsShown = (siteId: number) => sql`
    union all select 'author', to_jsonb(author), ${noArticle} from author where site_id = ${siteId} and id in (
      select author_id from published_article_author named join shown on shown.id = named.id where named.site_id = ${siteId})`;

/**
 * A walk goes down the index of the list's own rows, of the articles, or of one tag: a rare one is found without passing over
 * all the others.
 */
function walkOf(siteId: number, list: ArticleList, filter: ListFilter): Walk {
  const [tag, ...more] = filter.tags;
  if (tag === undefined || (more.length > 0 && !filter.allTags)) {
    const { walk } = list;
    if (walk) {
      const matched = matching(siteId, { ...list, where: walk.where }, filter);
      return { ...walk, where: sql`walked.site_id = ${siteId} and ${matched}` };
    }
    return { source: sql`published_article article`, id: sql.ref('article.id'), where: matching(siteId, list, filter) };
  }
  return {
    source: sql`published_article_tag walked join published_article article using (site_id, id)`,
    id: sql.ref('walked.id'),
    where: sql`walked.site_id = ${siteId} and walked.tag = ${tag} and ${matching(siteId, list, { ...filter, tags: more })}
      ${bounds(sql.ref('article.id'), filter)}`,
  };
}

/** On both sides of a join, where there is one: PostgreSQL carries equalities across it, but not inequalities. */
function bounds(id: RawBuilder<unknown>, { max_id, since_id }: ListFilter): RawBuilder<unknown> {
  const below = max_id === undefined ? nothing : sql`and ${id} < ${max_id}`;
  const above = since_id === undefined ? nothing : sql`and ${id} > ${since_id}`;
  return sql`${below} ${above}`;
}

/** The pins that stand on the first page of this walk, which its other pages leave out. With since_id there are none. */
function pinnedArticles(siteId: number, list: ArticleList, filter: ListFilter): RawBuilder<unknown> {
  if (!list.pins || filter.since_id !== undefined) {
    return sql`
      select id, doc, doc_hash, section_id, category_id, null::bigint as slot, -id as place from published_article where false`;
  }
  const pin = sql.ref(list.pins);
  return sql`
    select id, doc, doc_hash, section_id, category_id, slot, -id as place from (
      select *, rank + max(pin - rank) over (order by rank) as slot from (
        select article.*, ${pin} as pin, row_number() over (order by ${pin}, id desc) - 1 as rank
        from published_article article
        where ${pin} is not null and ${pin} < ${sql.lit(MOST_ITEMS)} and ${matching(siteId, list, filter)}
      ) as ranked
    ) as slotted where slot < ${filter.count}`;
}

function matching(siteId: number, list: ArticleList, { tags, allTags, article_url }: ListFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`article.site_id = ${siteId} and article.is_served and ${list.where}`];
  if (article_url !== undefined) conditions.push(sql`article.article_url = ${article_url}`);
  const tagged = (tag: RawBuilder<unknown>) => sql<boolean>`exists (select from published_article_tag tagged
    where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag ${tag})`;
  if (allTags) conditions.push(...tags.map((tag) => tagged(sql`= ${tag}`)));
  else if (tags.length > 0) conditions.push(tagged(sql`= any(${tags}::text[])`));
  return sql.join<boolean>(conditions, sql` and `);
}

/** Kept ready for unfiltered lists and for one tag on the site's; counted up to a bound otherwise, and null beyond. */
function total(siteId: number, list: ArticleList, filter: ListFilter): RawBuilder<number | null> {
  const kept = keptCount(list, filter);
  if (kept !== null) {
    return sql`coalesce((select total from article_count where site_id = ${siteId} and list = ${kept}), 0)`;
  }
  return sql`(select nullif(count(*), ${MOST_COUNTED + 1}) from (
    select from published_article article where ${matching(siteId, list, filter)} limit ${MOST_COUNTED + 1}) as counted)`;
}

function keptCount(list: ArticleList, { tags, article_url }: ListFilter): string | null {
  if (article_url !== undefined) return null;
  if (tags.length === 0) return list.name ?? null;
  return list.name === 'site' && tags.length === 1 ? `tag:${tags[0]}` : null;
}
