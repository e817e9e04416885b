/** Previews: links to an article as it would be served, published or not. */
import { Type } from 'typebox';
import { ARTICLE_STATES, Article } from './article.ts';
import { id, instant, integer, link, nullable, oneOf, text } from './common.ts';

const about = {
  id: id('Preview id.'),
  created_by: text('Who made the link.', { examples: ['person:1'] }),
  created_at: instant('When it was made.'),
  expires_at: instant('When it ends: seven days later.'),
};

export const Preview = Type.Object(about, { title: 'Preview' });

export const CreatedPreview = Type.Object(
  {
    ...about,
    token: text('What opens the preview. Shown in this answer and never again.'),
    url: link('The link to share: the site’s `preview_url` with the token, or else the page of the service.'),
    page_url: link('The page of the service.'),
    json_url: link('The article as JSON.'),
  },
  { title: 'CreatedPreview' },
);

export const PreviewState = Type.Object(
  {
    state: oneOf([...ARTICLE_STATES], 'The state of the article.'),
    version: integer('Its save counter: another one when the text was saved since.'),
    updated_at: instant('When its text was last saved.'),
    publish_at: nullable(instant('When it is to be published, if it is scheduled.')),
    expires_at: instant('When this link ends.'),
  },
  { title: 'PreviewState' },
);

/** An article that was never published has no id yet. */
export const PreviewedArticle = Type.Object(
  { ...Article.properties, id: nullable(Article.properties.id) },
  { title: 'PreviewedArticle' },
);
