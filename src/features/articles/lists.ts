/** The lists that articles stand in, each with the rows that hold it together. `queries.ts` makes pages of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../db/prepared.ts';

export interface ArticleList {
  /** In a sentence. */
  called: string;
  /** Of what articles are listed. */
  of: 'site' | 'section' | 'category' | 'author' | 'issue' | 'featured_item_container';
  /** Whether there is such a thing to list articles of. */
  exists: (siteId: Value<number>, id: Value<number>) => RawBuilder<boolean>;
  where: (id: Value<number>) => RawBuilder<boolean>;
  /** The rows that hold the list together, when there are some: a page then reads as many of them as it shows. */
  walk?: (id: Value<number>) => ArticleWalk;
  /** Where an article stands in a list whose editors order it; by id, newest first, without it. */
  place?: RawBuilder<number>;
  /** The field that its articles carry beyond those that they have everywhere: what they are listed of. */
  carries?: 'issue_id';
  /** The interface's table gives it categories and sections, asked or not. */
  isSideloaded?: boolean;
  /** The column whose pins act on the first page. */
  pins?: 'site_pinned_index' | 'pinned_index';
}

/** The list of one thing; the site's own has no id. */
export interface Listed {
  list: ArticleList;
  id: number;
}

export interface ArticleWalk {
  /** Called `walked`, and beside each of its rows the `article`. */
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
    where author.site_id = article.site_id and author.author_id = ${id} and author.id = article.id)`,
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

/** The name of a list in `article_count`, where its count is kept: `site`, `section:7`. */
export function countedAs({ list, id }: Listed): string {
  return list.of === 'site' ? 'site' : `${list.of}:${id}`;
}

/** What the lists of an issue and of a container have in common. */
function membersOf(table: 'issue' | 'featured_item_container'): Pick<ArticleList, 'where' | 'walk'> {
  const [members, holder] = [sql.table(`${table}_article`), sql.ref(`${table}_id`)];
  return {
    where: (id) => sql<boolean>`exists (select from ${members} member
      where member.site_id = article.site_id and member.${holder} = ${id} and member.article_id = article.id)`,
    walk: (id) => ({
      source: sql`${members} walked ${articleOf(sql.ref('walked.article_id'))}`,
      id: sql.ref('walked.article_id'),
      where: sql<boolean>`walked.${holder} = ${id}`,
    }),
  };
}

/**
 * The article of each row that is walked, looked up one by one: the offset keeps PostgreSQL from joining them in another
 * order, so that it need not know how far the walk goes.
 */
function articleOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (
    select * from published_article where site_id = walked.site_id and id = ${id} offset 0) as article`;
}
