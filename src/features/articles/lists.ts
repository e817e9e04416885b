/** The lists of articles, each with its table of members. `queries.ts` reads their pages. */
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../db/prepared.ts';

export interface ArticleList {
  /** For messages. */
  called: string;
  /** The row that the list belongs to. */
  of: 'site' | 'section' | 'category' | 'author' | 'issue' | 'featured_item_container';
  /** Whether that row exists. */
  exists: (siteId: Value<number>, id: Value<number>) => RawBuilder<boolean>;
  where: (id: Value<number>) => RawBuilder<boolean>;
  /** The table of the list's members, if it has one: a page reads as many of its rows as it shows. */
  walk?: (id: Value<number>) => ArticleWalk;
  /** The position in a list that editors order; other lists are by id, newest first. */
  place?: RawBuilder<number>;
  /** The extra field of articles in this list: the id of the list's row. */
  carries?: 'issue_id';
  /** The interface includes categories and sections in this list, requested or not. */
  isSideloaded?: boolean;
  /** The column of the pins on the first page. */
  pins?: 'site_pinned_index' | 'pinned_index';
}

/** The list of one row; the site's list has no id. */
export interface Listed {
  list: ArticleList;
  id: number;
}

export interface ArticleWalk {
  /** A relation `walked`, joined with the `article` of each row. */
  source: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
}

export const siteList: ArticleList = {
  called: 'site',
  of: 'site',
  exists: () => sql`true`,
  where: () => sql`true`,
  pins: 'site_pinned_index',
};
export const sectionList: ArticleList = {
  called: 'section',
  of: 'section',
  exists: (siteId, id) =>
    sql`exists (select from section where site_id = ${siteId} and id = ${id} and state = 'public')`,
  where: (id) => sql`section_id = ${id}`,
  pins: 'pinned_index',
};
export const categoryList: ArticleList = {
  called: 'article category',
  of: 'category',
  exists: (siteId, id) => sql`exists (select from article_category where site_id = ${siteId} and id = ${id})`,
  isSideloaded: true,
  where: (id) => sql`category_id = ${id}`,
};
export const authorList: ArticleList = {
  called: 'author',
  of: 'author',
  exists: (siteId, id) => sql`exists (select from author where site_id = ${siteId} and id = ${id})`,
  where: (id) => sql`exists (select from published_article_author author
    where author.site_id = article.site_id and author.author_id = ${id} and author.id = article.id offset 0)`,
  walk: (id) => ({
    source: sql`published_article_author walked ${articleOf(sql.ref('walked.id'))}`,
    id: sql.ref('walked.id'),
    where: sql`walked.author_id = ${id}`,
  }),
};
export const issueList: ArticleList = {
  called: 'issue',
  of: 'issue',
  exists: (siteId, id) => sql`exists (select from issue where site_id = ${siteId} and id = ${id} and published)`,
  ...membersOf('issue'),
  isSideloaded: true,
  carries: 'issue_id',
};
export const containerList: ArticleList = {
  called: 'featured item container',
  of: 'featured_item_container',
  exists: (siteId, id) => sql`exists (select from featured_item_container where site_id = ${siteId} and id = ${id})`,
  ...membersOf('featured_item_container'),
  place: sql.ref<number>('walked.position'),
  isSideloaded: true,
};

/** The key of a list in `article_count`: `site`, `section:7`. */
export function countedAs({ list, id }: Listed): string {
  return list.of === 'site' ? 'site' : `${list.of}:${id}`;
}

/** The common part of the lists of issues and containers. */
function membersOf(table: 'issue' | 'featured_item_container'): Pick<ArticleList, 'where' | 'walk'> {
  const [members, holder] = [sql.table(`${table}_article`), sql.ref(`${table}_id`)];
  return {
    where: (id) => sql<boolean>`exists (select from ${members} member
      where member.site_id = article.site_id and member.${holder} = ${id} and member.article_id = article.id offset 0)`,
    walk: (id) => ({
      source: sql`${members} walked ${articleOf(sql.ref('walked.article_id'))}`,
      id: sql.ref('walked.article_id'),
      where: sql<boolean>`walked.${holder} = ${id}`,
    }),
  };
}

/**
 * Looks up the article of each member one by one: `offset 0` keeps PostgreSQL from reordering the join, so the plan does not
 * depend on its estimate of how many members are read.
 */
export function articleOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (
    select * from published_article where site_id = walked.site_id and id = ${id} offset 0) as article`;
}
