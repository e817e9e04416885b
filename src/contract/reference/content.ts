/** The content API in the reference: words and examples, under the names of the rows. */
import type { contentApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const WALK =
  'Newest first by id. Follow `pagination.older` until it is null to read everything, and `pagination.refresh` to read new articles. docs/articles.md has more.';
const short = { fields: 'id,title,tags', count: 2 };

export const contentOperations: OperationsOf<typeof contentApi> = {
  readSite: {
    summary: 'Read a site',
    about: 'Name, address, language and time zone of the site.',
    example: {},
  },
  listArticles: {
    summary: 'List articles',
    about: `The published articles of the site. Pinned articles come at their index on the first page. ${WALK}`,
    example: { query: { count: 1 } },
  },
  readArticle: {
    summary: 'Read an article',
    about: 'One published article, with its category and its section. 404 while it is not published.',
    example: {},
  },
  listSections: {
    summary: 'List sections',
    about: 'The public sections of the site, in order.',
    example: {},
  },
  readSection: {
    summary: 'Read a section',
    about: 'One public section. A hidden section is 404.',
    example: {},
  },
  listSectionArticles: {
    summary: 'List a section’s articles',
    about: `The published articles of one section. Articles pinned in the section come at their index on the first page. ${WALK}`,
    example: { query: short },
  },
  listAuthors: {
    summary: 'List authors',
    about: 'All authors of the site, in order.',
    example: {},
  },
  readAuthor: {
    summary: 'Read an author',
    about: 'One author. `about` is sanitised HTML.',
    example: {},
  },
  listAuthorArticles: {
    summary: 'List an author’s articles',
    about: `The published articles by the author. ${WALK}`,
    example: { path: { author_id: 2 }, query: short },
  },
  listArticleCategories: {
    summary: 'List article categories',
    about: 'All article categories of the site, in order.',
    example: {},
  },
  readArticleCategory: {
    summary: 'Read an article category',
    about: 'One article category.',
    example: {},
  },
  listCategoryArticles: {
    summary: 'List a category’s articles',
    about: `The published articles of one category, with their categories and sections. ${WALK}`,
    example: { query: short },
  },
  searchArticles: {
    summary: 'Search articles',
    about:
      'Published articles that match the query, best match first. Words are stemmed in the language of the section. docs/search.md has the rules.',
    example: { query: { q: 'lighthouse', ...short } },
  },
  listFeaturedItemContainers: {
    summary: 'List featured item containers',
    about: 'Containers are hand-made lists, such as the front page. `identifier` is not unique: filter by it.',
    example: { query: { identifier: 'front' } },
  },
  listContainerArticles: {
    summary: 'List a container’s articles',
    about:
      'The published articles of one featured item container, in the order that editors set. The list has no pages.',
    example: { query: short },
  },
  listPages: {
    summary: 'List pages',
    about: 'The public pages of the site. Unlisted pages are served by id only, private ones not at all.',
    example: {},
  },
  readPage: {
    summary: 'Read a page',
    about: 'One public or unlisted page. `body` is sanitised HTML.',
    example: {},
  },
  listIssues: {
    summary: 'List issues',
    about: 'The published issues of the site, the highest number first.',
    example: {},
  },
  readIssue: {
    summary: 'Read an issue',
    about: 'One published issue.',
    example: {},
  },
  listIssueArticles: {
    summary: 'List an issue’s articles',
    about: `The published articles of one issue; each has \`issue_id\`. ${WALK}`,
    example: { query: short },
  },
  listLikes: {
    summary: 'List likes',
    about: 'The counters of all articles with votes. docs/likes.md explains how votes are counted.',
    example: {},
  },
  voteOnArticle: {
    summary: 'Vote on an article',
    about:
      'One vote per visitor; `X-Visitor` or a cookie identifies the visitor. 403 unless the site has `voting_enabled`. docs/likes.md has more.',
    example: { body: { vote: 'up' }, headers: { 'X-Visitor': 'member-4711' }, after: ['sites.change'] },
  },
  listEvents: {
    summary: 'List events',
    about: 'The published events of the site, by start. `date` is a day or a month in the site’s time zone.',
    example: { query: { category: 'market', count: 1 } },
  },
  readEvent: {
    summary: 'Read an event',
    about: 'One published event, with its location, organizer and images.',
    example: {},
  },
};
