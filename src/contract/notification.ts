/** The body of notifications. Some names differ from the content API's, as in the interface. */
import { Type } from 'typebox';
import { Article, Attachments } from './article.ts';
import { integer, oneOf } from './common.ts';

const served = Article.properties;

const NotifiedArticle = Type.Object(
  {
    id: served.id,
    article_url: Type.Optional(served.article_url),
    author: Type.Optional(served.author_credit),
    body: Type.Optional(served.body),
    cover_pos_x: Type.Optional(served.cover_pos_x),
    cover_pos_y: Type.Optional(served.cover_pos_y),
    cover_url: Type.Optional(served.cover_url),
    display_style: Type.Optional(served.display_style),
    pinned_index: Type.Optional(served.pinned_index),
    order_number: Type.Optional(integer('The running number of the publication in its section, starting at 1.')),
    published_at: Type.Optional(served.published_at),
    published_at_l10n: Type.Optional(served.published_at_l10n),
    section_id: Type.Optional(served.section_id),
    site_id: Type.Optional(served.site_id),
    site_pinned_index: Type.Optional(served.site_pinned_index),
    site_order_number: Type.Optional(integer('The running number of the publication in the site, starting at 1.')),
    source_url: Type.Optional(served.url),
    summary: Type.Optional(served.summary),
    tags: Type.Optional(served.tags),
    title: Type.Optional(served.title),
    type: Type.Optional(served.type),
    url: Type.Optional(served.full_url),
    attachments: Type.Optional(
      Type.Object(Attachments.properties, { description: 'Empty, or one attachment.', additionalProperties: false }),
    ),
  },
  {
    title: 'NotifiedArticle',
    description: 'The article; only its id if the action is `unpublish`.',
    additionalProperties: false,
  },
);

export const Notification = Type.Object(
  { action: oneOf(['publish', 'update', 'unpublish'], 'The action of the change.'), article: NotifiedArticle },
  { title: 'Notification', additionalProperties: false },
);
