/**
 * What a page walks: the list, or the tags that filter it, whichever is smaller. Each step names its index, and `offset 0` keeps
 * PostgreSQL from turning a look-up by row into a join, so that the plan does not depend on statistics (docs/decisions/057).
 */
import { type RawBuilder, sql } from 'kysely';
import { MOST_ITEMS } from '../../contract/common.ts';
import type { Value } from '../../db/prepared.ts';
import { type ArticleList, articleOf } from './lists.ts';

/** Matches of a filter are counted while the smallest list among them has this many articles at most. */
const MOST_COUNTED = 1_000;

/**
 * Limits are literals in the statement, not parameters: for an unknown limit PostgreSQL assumes a tenth of the rows, or
 * makes a new plan for every execution.
 */
const MOST_WALKED = sql.lit(MOST_ITEMS + 1);

/** How a page's documents are read. Those in memory are not read at all. */
export type ShownAs = 'packed' | 'text' | 'nothing';

/** Of an article that is shown. */
export const COLUMNS = sql`id, doc, doc_hash, packed, packed_hash, section_id, category_id`;

/** The text of a page's statement: values, or placeholders. */
export interface PageForm {
  site_id: Value<number>;
  list_id: Value<number>;
  list_name: Value<string>;
  count: Value<number>;
  max_id: Value<number | undefined> | undefined;
  since_id: Value<number | undefined> | undefined;
  /** Empty for any tag. */
  tags: Value<string>[];
  allTags: boolean;
  article_url: string | undefined;
  shownAs: ShownAs;
  /** Whether to read the sections and categories of the articles too, and their authors. */
  withNamed: boolean;
  withAuthors: boolean;
}

const nothing = sql``;

/** One article more than a page has at most, in the list's order. */
export function walkOf(list: ArticleList, form: PageForm): RawBuilder<unknown> {
  if (form.article_url !== undefined) return walked(list, form, atAddress(list, form, form.article_url));
  if (form.tags.length === 0) return walked(list, form, inList(list, form));
  if (list.of === 'site') return walkOfTags(list, form);
  // A branch whose condition is false is not executed.
  return sql`
      select * from (${walked(list, form, inList(list, form), isListSmaller(form))}) as listed
      union all
      select * from (${walkOfTags(list, form, sql`not (${isListSmaller(form)})`)}) as tagged`;
}

function walkOfTags(list: ArticleList, form: PageForm, condition?: RawBuilder<boolean>): RawBuilder<unknown> {
  if (form.allTags || form.tags.length === 1) return walked(list, form, withTag(list, form, rarest(form)), condition);
  // The newest articles of each tag, without those that several have.
  return sql`
      select distinct on (place) newest.*
      from unnest(${form.tags}::text[]) as named(tag)
        cross join lateral (${walked(list, form, withTag(list, form, sql.ref('named.tag')), condition)}) as newest
      order by place limit ${MOST_WALKED}`;
}

/** Articles by the index of a table, whose rows are `walked` where it is another than that of the articles. */
interface Source {
  source: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
  place: RawBuilder<unknown>;
}

function walked(
  list: ArticleList,
  form: PageForm,
  { source, id, where, place }: Source,
  condition?: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const { max_id, since_id } = form;
  return sql`
      select article.id, doc, doc_hash, packed, packed_hash, section_id, category_id, null::bigint as slot, ${place} as place
      from ${source}
      where ${condition ? sql`${condition} and` : nothing} ${where} and ${id} not in (select id from pinned)
        ${max_id === undefined ? nothing : sql`and ${id} < ${max_id}`} ${since_id === undefined ? nothing : sql`and ${id} > ${since_id}`}
      order by ${list.place ? sql`place` : sql`${id} desc`}
      limit ${MOST_WALKED}`;
}

function inList(list: ArticleList, form: PageForm): Source {
  const walk = list.walk?.(form.list_id);
  const place = list.place ?? sql`-article.id`;
  if (!walk)
    return { source: sql`published_article article`, id: sql.ref('article.id'), where: matching(list, form), place };
  return {
    ...walk,
    where: sql`walked.site_id = ${form.site_id} and ${walk.where} and ${matchingBut(sql`true`, form)}`,
    place,
  };
}

const needsAll = ({ tags, allTags }: PageForm) => allTags && tags.length > 1;

function withTag(list: ArticleList, form: PageForm, tag: Value<unknown>): Source {
  return {
    source: sql`published_article_tag walked ${articleOf(sql.ref('walked.id'))}`,
    id: sql.ref('walked.id'),
    where: sql`walked.site_id = ${form.site_id} and walked.tag = ${tag} and ${matching(list, needsAll(form) ? form : { ...form, tags: [] })}`,
    place: sql`-article.id`,
  };
}

/** The few articles at an address: one in each section at most. */
function atAddress(list: ArticleList, form: PageForm, address: string): Source {
  const at = sql`where site_id = ${form.site_id} and article_url = ${address}`;
  return {
    source: sql`(select * from published_article ${at} offset 0) as article`,
    id: sql.ref('article.id'),
    where: matching(list, form),
    place: list.place ? sql`1` : sql`-article.id`,
  };
}

export const matching = (list: ArticleList, form: PageForm) => matchingBut(list.where(form.list_id), form);

/** The articles of a page, by another condition than the list's own. */
function matchingBut(
  ofList: RawBuilder<boolean>,
  { site_id, tags, allTags, article_url }: PageForm,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`article.site_id = ${site_id} and article.is_served and ${ofList}`];
  if (article_url !== undefined) conditions.push(sql`article.article_url = ${article_url}`);
  const tagged = (tag: RawBuilder<unknown>) => sql<boolean>`exists (select from published_article_tag tagged
    where tagged.site_id = article.site_id and tagged.id = article.id and tagged.tag ${tag} offset 0)`;
  if (allTags || tags.length === 1) conditions.push(...tags.map((tag) => tagged(sql`= ${tag}`)));
  else if (tags.length > 0) conditions.push(tagged(sql`= any(${tags}::text[])`));
  return sql.join<boolean>(conditions, sql` and `);
}

/** Stored for unfiltered lists and for one tag of the site's list; otherwise counted, or null where that would read much. */
export function total(list: ArticleList, form: PageForm): RawBuilder<number | null> {
  const { tags, article_url } = form;
  const counted = ({ source, where }: Source) =>
    sql<number>`(select count(distinct article.id) from ${source} where ${where})`;
  if (article_url !== undefined) return counted(atAddress(list, form, article_url));
  if (tags.length === 0) return listSize(form);
  if (list.of === 'site' && tags.length === 1) return tagsSize(form);
  const isFew = (size: RawBuilder<number>) => sql`${size} <= ${sql.lit(MOST_COUNTED)}`;
  const ofTags = withTag(list, form, needsAll(form) || tags.length === 1 ? rarest(form) : sql`any(${tags}::text[])`);
  const byTags = sql`when ${isFew(tagsSize(form))} then ${counted(ofTags)}`;
  if (list.of === 'site') return sql`(case ${byTags} end)`;
  return sql`(case when ${isListSmaller(form)} and ${isFew(listSize(form))} then ${counted(inList(list, form))} ${byTags} end)`;
}

const isListSmaller = (form: PageForm) => sql<boolean>`${listSize(form)} <= ${tagsSize(form)}`;

/** How many articles the list has. */
const listSize = ({ site_id, list_name }: PageForm) => sizeOf(site_id, list_name);

/** How many articles are read at most to find those with the tags. */
function tagsSize({ site_id, tags, allTags }: PageForm): RawBuilder<number> {
  const [tag, ...more] = tags;
  if (tag !== undefined && more.length === 0) return sizeOf(site_id, sql`'tag:' || ${tag}::text`);
  const size = sizeOf(site_id, sql`'tag:' || named.tag`);
  return sql<number>`(select ${sql.raw(allTags ? 'min' : 'sum')}(${size}) from unnest(${tags}::text[]) as named(tag))`;
}

const sizeOf = (siteId: Value<number>, key: Value<string>) => sql<number>`
  coalesce((select total from article_count where site_id = ${siteId} and list_key = ${key}), 0)`;

function rarest({ site_id, tags }: PageForm): Value<string> {
  const [tag, ...more] = tags;
  if (tag !== undefined && more.length === 0) return tag;
  return sql`(select named.tag from unnest(${tags}::text[]) as named(tag)
    order by ${sizeOf(site_id, sql`'tag:' || named.tag`)} limit 1)`;
}
