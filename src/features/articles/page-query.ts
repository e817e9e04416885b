/** The text of the statement that reads a page. */
import { type RawBuilder, sql } from 'kysely';
import { MOST_ITEMS } from '../../contract/common.ts';
import { PAGE_BYTES } from '../../core/answer-size.ts';
import type { Part } from '../../core/packed.ts';
import type { Value } from '../../db/prepared.ts';
import type { ResourceRow } from '../resources/resource.ts';
import type { ArticleList } from './lists.ts';
import { COLUMNS, matching, type PageForm, type ShownAs, total, walkOf } from './walks.ts';

export interface Item {
  id: number;
  /** Empty if it was not requested, or is beyond the size of a page. */
  doc: Part;
  /** Of the document. */
  bytes: number;
  /** Of the document's text. */
  hash: string;
  section_id: number;
  category_id: number | null;
}

export type Placed = Item & { slot: number | null; place: number };

/** As text, or packed if it was requested and is current; neither if it was not requested. */
export interface StoredDocument {
  doc: string | null;
  packed: string | null;
}

export type PageRow =
  | ({ kind: 'article' } & StoredDocument & Omit<Placed, 'doc'>)
  | { kind: 'section'; value: ResourceRow<'section'> }
  | { kind: 'category'; value: ResourceRow<'article_category'> }
  | { kind: 'author'; value: ResourceRow<'author'> }
  | { kind: 'exists'; value: boolean }
  | { kind: 'total'; value: number | null };

const nothing = sql``;

/** A page of a list with one article more than requested, its pins, its count, and the rows that it names. */
export function articlePageQuery(list: ArticleList, form: PageForm): RawBuilder<PageRow> {
  const { site_id, list_id, count, max_id, since_id, shownAs } = form;
  const isFirst = max_id === undefined && since_id === undefined;
  return sql<PageRow>`
    with pinned as (${pinnedArticles(list, form)}),
    walk as (${walkOf(list, form)}),
    page as (select * from walk limit ${count} + 1 - ${isFirst ? sql`(select count(*) from pinned)` : sql`0`}),
    shown as (select * from page ${isFirst ? sql`union all select * from pinned` : nothing})
    ${articlesShown(shownAs, fits)}
    ${form.withNamed ? namedByShown(site_id) : nothing}
    ${form.withAuthors ? authorsShown(site_id) : nothing}
    union all select 'exists', to_jsonb(${list.exists(site_id, list_id)}), ${noArticle}
    union all select 'total', to_jsonb(${total(list, form)}), ${noArticle}`;
}

/** Articles are separate columns: as JSON they would be serialized and parsed once more. */
export const articlesShown = (shownAs: ShownAs, condition: RawBuilder<boolean> = sql`true`) => sql`
    select 'article' as kind, null::jsonb as value,
      id, section_id, category_id, slot, place, doc_hash as hash, octet_length(doc) as bytes,
      ${documentShown(shownAs, condition)} from shown`;
const noArticle = sql`null, null, null, null, null, null, null, null, null`;

/** A packed document as base64, which `pg` reads faster than a bytea. A packed form of another text is stale. */
export function documentShown(shownAs: ShownAs, condition: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> {
  if (shownAs === 'nothing') return sql`null as doc, null as packed`;
  if (shownAs === 'text') return sql`case when ${condition} then doc end as doc, null as packed`;
  return sql`
      case when packed_hash is distinct from doc_hash and ${condition} then doc end as doc,
      case when packed_hash = doc_hash and ${condition} then encode(packed, 'base64') end as packed`;
}

/** As `fitting` of core/answer-size.ts has it. The length of a text is known without reading it. */
const fits = sql<boolean>`
      sum(octet_length(doc)) over (order by slot, place) - octet_length(doc) < ${sql.lit(PAGE_BYTES)}`;

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
      select ${COLUMNS}, null::bigint as slot, -id as place from published_article where false`;
  }
  const pin = sql.ref(list.pins);
  return sql`
    select ${COLUMNS}, slot, -id as place from (
      select *, rank + max(pin - rank) over (order by rank) as slot from (
        select article.*, ${pin} as pin, row_number() over (order by ${pin}, id desc) - 1 as rank
        from published_article article
        where ${pin} is not null and ${pin} < ${sql.lit(MOST_ITEMS)} and ${matching(list, form)}
      ) as ranked
    ) as slotted where slot < ${form.count}`;
}
