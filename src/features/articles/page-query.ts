/** The text of the statement that reads a page. */
import { type RawBuilder, sql } from 'kysely';
import { MOST_ITEMS } from '../../contract/common.ts';
import { PAGE_BYTES } from '../../core/answer-size.ts';
import type { Value } from '../../db/prepared.ts';
import type { ResourceRow } from '../resources/resource.ts';
import type { ArticleList } from './lists.ts';
import { matching, type PageForm, total, walkOf } from './walks.ts';

export interface Item {
  id: number;
  /** Empty if it was not requested, or is beyond the size of a page. */
  doc: string | Buffer;
  /** Of the document. */
  bytes: number;
  /** Of the document's text. */
  hash: string;
  section_id: number;
  category_id: number | null;
}

export type Placed = Item & { slot: number | null; place: number };

export type PageRow =
  | ({ kind: 'article'; doc: string | null } & Omit<Placed, 'doc'>)
  | { kind: 'section'; value: ResourceRow<'section'> }
  | { kind: 'category'; value: ResourceRow<'article_category'> }
  | { kind: 'author'; value: ResourceRow<'author'> }
  | { kind: 'exists'; value: boolean }
  | { kind: 'total'; value: number | null };

const nothing = sql``;

/** A page of a list with one article more than requested, its pins, its count, and the rows that it names. */
export function articlePageQuery(list: ArticleList, form: PageForm): RawBuilder<PageRow> {
  const { site_id, list_id, count, max_id, since_id, withDocs } = form;
  const isFirst = max_id === undefined && since_id === undefined;
  return sql<PageRow>`
    with pinned as (${pinnedArticles(list, form)}),
    walk as (${walkOf(list, form)}),
    page as (select * from walk limit ${count} + 1 - ${isFirst ? sql`(select count(*) from pinned)` : sql`0`}),
    shown as (select * from page ${isFirst ? sql`union all select * from pinned` : nothing})
    ${articlesShown(withDocs ? fittingDoc : sql`null::text`)}
    ${form.withNamed ? namedByShown(site_id) : nothing}
    ${form.withAuthors ? authorsShown(site_id) : nothing}
    union all select 'exists', to_jsonb(${list.exists(site_id, list_id)}), ${noArticle}
    union all select 'total', to_jsonb(${total(list, form)}), ${noArticle}`;
}

/** Articles are separate columns: as JSON they would be serialized and parsed once more. */
export const articlesShown = (doc: RawBuilder<unknown>) => sql`
    select 'article' as kind, null::jsonb as value,
      id, section_id, category_id, slot, place, doc_hash as hash, octet_length(doc) as bytes, ${doc} as doc from shown`;
const noArticle = sql`null, null, null, null, null, null, null, null`;

/** As `fitting` of core/answer-size.ts has it. The length of a text is known without reading it. */
const fittingDoc = sql`
      case when sum(octet_length(doc)) over (order by slot, place) - octet_length(doc) < ${sql.lit(PAGE_BYTES)} then doc end`;

export const namedByShown = (siteId: Value<number>) => sql`
    union all select 'section', to_jsonb(section), ${noArticle} from section
      where site_id = ${siteId} and id in (select section_id from shown)
    union all select 'category', to_jsonb(category), ${noArticle} from article_category category
      where site_id = ${siteId} and id in (select category_id from shown)`;

/** The array is read article by article: as a join PostgreSQL reads the authors of all articles. */
export const authorsShown = (siteId: Value<number>) => sql`
    union all select 'author', to_jsonb(author), ${noArticle} from author where site_id = ${siteId} and id in (
      select unnest(array(select author_id from published_article_author named
        where named.site_id = ${siteId} and named.id = shown.id)) from shown)`;

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
