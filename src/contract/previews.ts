/** Previews: links to an article as it would be served, published or not. */
import { Type } from 'typebox';
import { ARTICLE_STATES, Article } from './article.ts';
import { id, instant, integer, link, nullable, oneOf, text } from './common.ts';

const about = {
  id: id('Preview id.'),
  created_by: text('The person or key that created the link.', { examples: ['person:1'] }),
  created_at: instant('When the link was created.'),
  expires_at: instant('When the link expires: seven days later.'),
};

export const Preview = Type.Object(about, { title: 'Preview' });

export const CreatedPreview = Type.Object(
  {
    ...about,
    token: text('The token that opens the preview: shown in this answer and never again.'),
    url: link(
      'The link to share: the site’s `preview_url` with the token, or the service’s page if the site has none.',
    ),
    page_url: link('The address of the service’s page.'),
    json_url: link('The address of the article as JSON.'),
  },
  { title: 'CreatedPreview' },
);

export const PreviewState = Type.Object(
  {
    state: oneOf([...ARTICLE_STATES], 'The state of the article.'),
    version: integer('The save counter: it differs after the text is saved again.'),
    updated_at: instant('When the text was last saved.'),
    publish_at: nullable(instant('When the article will be published, if it is scheduled.')),
    expires_at: instant('When this link expires.'),
  },
  { title: 'PreviewState' },
);

/** An article that was never published has no id yet. */
export const PreviewedArticle = Type.Object(
  { ...Article.properties, id: nullable(Article.properties.id) },
  { title: 'PreviewedArticle' },
);
