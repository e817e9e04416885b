/** The lists that articles stand in, each with the rows that hold it together. `queries.ts` makes pages of them. */
import { type RawBuilder, sql } from 'kysely';

export interface ArticleList {
  /** In a sentence, and whether there is such a thing to list articles of. */
  called: string;
  exists: (siteId: number) => RawBuilder<boolean>;
  /** The list in `article_count`, where its count is kept: `site`, `section:7`. */
  name?: string;
  where: RawBuilder<boolean>;
  /** The rows that hold the list together, when there are some: a page then reads as many of them as it shows. */
  walk?: Walk;
  /** What its articles carry beyond the fields that they have everywhere. */
  carried?: { issue_id: number };
  /** The interface's table gives it categories and sections, asked or not. */
  isSideloaded?: boolean;
  /** The column whose pins act on the first page. */
  pins?: 'site_pinned_index' | 'pinned_index';
}

export interface Walk {
  /** Called `walked`, and beside each of its rows the `article`. */
  source: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
  /** Where an article stands in a list whose editors order it; by id, newest first, without it. */
  place?: RawBuilder<number>;
}

export const siteList = (): ArticleList => ({
  called: 'site',
  exists: () => sql`true`,
  name: 'site',
  where: sql`true`,
  pins: 'site_pinned_index',
});
export const sectionList = (id: number): ArticleList => ({
  called: 'section',
  exists: (siteId) => sql`exists (select from section where site_id = ${siteId} and id = ${id} and state = 'public')`,
  name: `section:${id}`,
  where: sql`section_id = ${id}`,
  pins: 'pinned_index',
});
export const categoryList = (id: number): ArticleList => ({
  called: 'article category',
  exists: (siteId) => sql`exists (select from article_category where site_id = ${siteId} and id = ${id})`,
  name: `category:${id}`,
  isSideloaded: true,
  where: sql`category_id = ${id}`,
});
export const authorList = (id: number): ArticleList => ({
  called: 'author',
  exists: (siteId) => sql`exists (select from author where site_id = ${siteId} and id = ${id})`,
  name: `author:${id}`,
  where: sql`exists (select from published_article_author author
    where author.site_id = article.site_id and author.author_id = ${id} and author.id = article.id)`,
  walk: {
    source: sql`published_article_author walked ${articleOf(sql.ref('walked.id'))}`,
    id: sql.ref('walked.id'),
    where: sql`walked.author_id = ${id}`,
  },
});
export const issueList = (id: number): ArticleList => ({
  called: 'issue',
  exists: (siteId) => sql`exists (select from issue where site_id = ${siteId} and id = ${id} and published)`,
  ...membersOf('issue', id),
  isSideloaded: true,
  carried: { issue_id: id },
});
export const containerList = (id: number): ArticleList => {
  const { walk, ...members } = membersOf('featured_item_container', id);
  return {
    called: 'featured item container',
    exists: (siteId) => sql`exists (select from featured_item_container where site_id = ${siteId} and id = ${id})`,
    ...members,
    walk: { ...walk, place: sql.ref<number>('walked.position') },
    isSideloaded: true,
  };
};

/**
 * The article of each row that is walked, looked up one by one: the offset keeps PostgreSQL from joining them in another
 * order, so that it need not know how far the walk goes.
 */
function articleOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (
    select * from published_article where site_id = walked.site_id and id = ${id} offset 0) as article`;
}

/** What the lists of an issue and of a container have in common. */
function membersOf(table: 'issue' | 'featured_item_container', id: number) {
  const [members, holder] = [sql.table(`${table}_article`), sql.ref(`${table}_id`)];
  return {
    name: `${table}:${id}`,
    where: sql<boolean>`exists (select from ${members} member
      where member.site_id = article.site_id and member.${holder} = ${id} and member.article_id = article.id)`,
    walk: {
      source: sql`${members} walked ${articleOf(sql.ref('walked.article_id'))}`,
      id: sql.ref('walked.article_id'),
      where: sql<boolean>`walked.${holder} = ${id}`,
    },
  };
}
