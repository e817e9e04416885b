/** Parameters of the routes that list articles, events and other nouns. */
import { Type } from 'typebox';
import { ARTICLE_SOURCES, ARTICLE_TYPES } from './article.ts';
import { CHANGE_CURSOR, count, fields, id, instant, LIST_CURSOR, oneOf, SOME_STATES, text, title } from './common.ts';
import { Issue, Page, Section } from './content.ts';
import { ARTICLE_SORTS } from './manage.ts';

export const identifier = {
  identifier: Type.Optional(text('Only containers with this identifier.', { maxLength: 200 })),
};
export const eventFilters = {
  category: Type.Optional(text('Only events having this category.', { maxLength: 200 })),
  theme: Type.Optional(text('Only events having this theme.', { maxLength: 200 })),
  date: Type.Optional(
    text('Only events ongoing on this day (YYYY-MM-DD) or during this month (YYYY-MM), in the site’s time zone.', {
      examples: ['2026-03'],
      maxLength: 10,
    }),
  ),
};

export const articleWalk = {
  ...count,
  ...fields,
  tags: Type.Optional(text('Comma-separated: articles having one or more of the tags.')),
  tag_filter_type: Type.Optional(oneOf(['any', 'all'], '`all` requires all listed tags.', { default: 'any' })),
  max_id: Type.Optional(id('Articles with a lower id.', { minimum: 0 })),
  since_id: Type.Optional(id('Articles with a higher id.', { minimum: 0 })),
  sideloading: Type.Optional(
    Type.Boolean({
      description: '`true` adds lists of the categories and sections, `false` embeds them in each article.',
    }),
  ),
  article_url: Type.Optional(text('Only articles with this slug.', { maxLength: 200 })),
};

/** A container's list has no pages: everything but the walk. */
export const containerArticles = {
  ...count,
  ...fields,
  sideloading: articleWalk.sideloading,
  article_url: articleWalk.article_url,
};

export const search = {
  q: title('The search query: words, "phrases", -exclusions; the last word may be unfinished.', {
    maxLength: 100_000,
    examples: ['herring "baltic sea" -cod'],
  }),
  section_id: Type.Optional(id('Only articles of this section.')),
};

export const articleFilters = {
  state: Type.Optional(
    text('Only articles in this state, or in one of several, comma-separated.', {
      pattern: SOME_STATES,
      examples: ['draft,pending'],
    }),
  ),
  unpublished_changes: Type.Optional(
    Type.Boolean({
      description: '`true` lists only published articles that were changed since their last publication.',
    }),
  ),
  section_id: Type.Optional(id('Only articles of this section.')),
  category_id: Type.Optional(id('Only articles of this category.')),
  type: Type.Optional(oneOf([...ARTICLE_TYPES], 'Only articles of this type.')),
  source: Type.Optional(oneOf([...ARTICLE_SOURCES], 'Only articles from this source.')),
  tag: Type.Optional(text('Only articles with this tag.', { maxLength: 200 })),
  author_id: Type.Optional(id('Only articles of this author.')),
  created_by: Type.Optional(text('Only articles created by this person or key, such as `key:1`.', { maxLength: 200 })),
  from: Type.Optional(
    instant(
      'Only articles from this time on. It applies to the time that the list is sorted by, or to `updated_at` if it is sorted by title or match. A bare date is midnight in the site’s time zone.',
    ),
  ),
  to: Type.Optional(instant('Only articles before this time.')),
  q: Type.Optional(
    text(
      'Only articles with these words, or words that begin with them, in title, tags, summary or body. The best match comes first unless `sort` is given; for common words only the newest 1,000 articles are ranked.',
      { maxLength: 200 },
    ),
  ),
  sort: Type.Optional(
    oneOf(
      [...ARTICLE_SORTS],
      'The order: `updated`, `published` (or scheduled) and `created` newest first, `title` from A to Z.',
    ),
  ),
  deleted: Type.Optional(Type.Boolean({ description: '`true` lists the trash instead, last deleted first.' })),
};
export const fromTrash = {
  deleted: Type.Optional(Type.Boolean({ description: '`true` reads an article in the trash, and no other.' })),
};
export const autosave = {
  autosave: Type.Optional(
    Type.Boolean({
      description:
        '`true` saves unfinished text: the autosaves of 10 minutes form one revision, and a scheduled publication does not include them.',
    }),
  ),
};
export const pinsOf = {
  section_id: Type.Optional(id('The pins of this section; by default those of the front page.')),
};
export const articleListCursor = {
  cursor: Type.Optional(
    text(
      'The cursor of the previous answer, with the same filters and order. `page` is ignored with it, and `total_count` is null.',
      { pattern: LIST_CURSOR },
    ),
  ),
  as_of: Type.Optional(
    text(
      '`meta.as_of` of the first page. Articles that changed later are omitted and counted in `meta.changed_count`, so that the list does not move while someone scrolls.',
      { maxLength: 20_000 },
    ),
  ),
};
export const cursor = {
  cursor: Type.Optional(
    text('The cursor of the previous answer; without it the list starts from the beginning.', {
      pattern: CHANGE_CURSOR,
    }),
  ),
};
export const ofSite = { site_id: Type.Optional(id('Only campaigns of this site.')) };
export const strict = {
  strict: Type.Optional(
    Type.Boolean({
      description: '`true` rejects all lines when one is invalid; otherwise the valid ones are written.',
      default: false,
    }),
  ),
};
export const state = { state: Type.Optional(Section.properties.state) };
export const visibility = { visibility: Type.Optional(Page.properties.visibility) };
export const published = { published: Type.Optional(Issue.properties.published) };
