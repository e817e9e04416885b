/** The guest API: articles that a partner sends for a source, with a key of that source. */
import { Type } from 'typebox';
import { Article } from './article.ts';
import {
  BASE64,
  EXTERNAL_ID,
  flag,
  html,
  id,
  instant,
  nullable,
  oneOf,
  plain,
  readOnly,
  text,
  webAddress,
  words,
} from './common.ts';
import { MediaItem } from './media.ts';
import { ITEM_STATES } from './source-item.ts';

export const MOST_OFFERS = 500;

const externalId = (options: object = {}) =>
  text('Your own id for it, of up to 200 characters. It names the article for ever: the same id is the same article.', {
    minLength: 1,
    maxLength: 200,
    pattern: EXTERNAL_ID,
    examples: ['story-4711'],
    ...options,
  });

const offered = {
  title: Article.properties.title,
  summary: Type.Optional(Article.properties.summary),
  body: Type.Optional(
    html('Text, HTML. It may show pictures that you have uploaded.', { maxLength: 1_000_000, default: '' }),
  ),
  url: Type.Optional(nullable(webAddress('The page of the article on your site.', { minLength: 1 }))),
  author: Type.Optional(
    text('Who wrote it, unless the source has its own authors.', { maxLength: 500, examples: ['Ida Holm'] }),
  ),
  tags: Type.Optional(words('Keywords, beside those of the source.', 'sea')),
  cover_url: Type.Optional(Article.properties.cover_url),
  published_at: Type.Optional(
    nullable(instant('When it was published; it counts if the source publishes at once. A future time counts as now.')),
  ),
};
const computed = {
  additionalProperties: false,
  'x-computed': ['state', 'reason', 'uid', 'article_id', 'has_pending_change', 'received_at', 'changed_at'],
};

export const NewGuestArticle = Type.Object(
  { external_id: externalId(), ...offered },
  { title: 'NewGuestArticle', ...computed },
);
export const GuestArticleText = Type.Object(
  {
    external_id: Type.Optional(externalId({ description: 'May be left out; otherwise it is the one in the address.' })),
    ...offered,
  },
  { title: 'GuestArticleText', ...computed },
);

export const GuestArticle = Type.Object(
  {
    external_id: externalId(readOnly),
    title: plain('The title.', readOnly),
    state: oneOf(
      [...ITEM_STATES],
      'What became of it. `published`: readers see it. `held`: an editor decides. `rejected`: it was refused. `duplicate`: the site has it from elsewhere. `gone`: you have withdrawn it. `erased`: it was erased. The last two are for ever.',
      readOnly,
    ),
    reason: nullable(plain('Why it is not published.', readOnly)),
    uid: nullable(
      Type.String({ description: 'The article, for editors; null if there is none.', format: 'uuid', ...readOnly }),
    ),
    article_id: nullable(
      id('The id of the published article in the content API; null while it is not published.', readOnly),
    ),
    has_pending_change: flag('Whether your last change waits for an editor, and the article is as it was.', readOnly),
    received_at: instant('When you first sent it.', readOnly),
    changed_at: instant('When it last changed.', readOnly),
  },
  { title: 'GuestArticle' },
);
export const OfferResult = Type.Object(
  {
    line: id('The line, from 1.'),
    status: Type.Integer({ description: 'The status that the single request would have.', examples: [200] }),
    article: nullable(GuestArticle),
    error: nullable(plain('Why the line was refused.')),
  },
  { title: 'OfferResult' },
);

export const OfferAnswer = Type.Object(
  {
    article: nullable(GuestArticle),
    results: Type.Array(OfferResult, { description: 'One for each line of NDJSON; empty for a single article.' }),
  },
  { title: 'OfferAnswer' },
);

export const NewGuestMedia = Type.Object(
  {
    data: Type.Optional(
      plain('A small picture in base64, instead of an upload as a form.', {
        pattern: BASE64,
        minLength: 1,
        maxLength: 1_048_576,
      }),
    ),
    name: Type.Optional(text('The name of the file.', { maxLength: 200, examples: ['harbour.png'] })),
    title: Type.Optional(MediaItem.properties.title),
    alt_text: Type.Optional(MediaItem.properties.alt_text),
    credit: Type.Optional(MediaItem.properties.credit),
    caption: Type.Optional(MediaItem.properties.caption),
  },
  { title: 'NewGuestMedia', additionalProperties: false },
);
const { url, path, mime, size, width, height } = MediaItem.properties;
export const GuestMedia = Type.Object({ url, path, mime, size, width, height }, { title: 'GuestMedia' });
