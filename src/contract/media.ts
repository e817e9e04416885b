/** Media: the files of a site, and their uses. */
import { type Static, Type } from 'typebox';
import { BASE64, ID_CURSOR, id, instant, integer, link, nullable, oneOf, plain, readOnly, text } from './common.ts';

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export const MEDIA_ORIGINS = ['upload', 'email', 'form', 'guest', 'remote', 'import'] as const;

const percent = (description: string) => Type.Integer({ description, minimum: 0, maximum: 100, examples: [50] });

export const MediaItem = Type.Object(
  {
    id: id('Media id.', readOnly),
    site_id: id('Site id.', readOnly),
    url: link('The address of the file. Articles and other nouns may refer to it by this address or by `path`.', {
      examples: ['https://content.example.com/files/sites/1/harbour-3fa9c1d2e4b7.jpg'],
      ...readOnly,
    }),
    path: text('The same address relative to the service, as drafts store it.', {
      examples: ['/files/sites/1/harbour-3fa9c1d2e4b7.jpg'],
      ...readOnly,
    }),
    type: oneOf([...MEDIA_KINDS], 'The kind of file.', readOnly),
    mime: text('Media type of the file.', { examples: ['image/jpeg'], ...readOnly }),
    size: integer('Bytes of the file.', readOnly),
    width: nullable(integer('Width of a picture in pixels.', readOnly)),
    height: nullable(integer('Height of a picture in pixels.', readOnly)),
    pages: nullable(integer('Frames of a picture.', readOnly)),
    thumbhash: nullable(text('A blurred picture of some 20 bytes, in base64 (ThumbHash).', readOnly)),
    color: nullable(text('The average colour of a picture.', { examples: ['#5a7d8c'], ...readOnly })),
    title: text('Title; by default the name of the file.'),
    alt_text: nullable(text('A description of the picture for people who cannot see it.')),
    credit: nullable(text('The creator to credit.')),
    caption: text('Caption.'),
    focal_x: percent('Focal point, in percent from the left: crops keep it, unless an article sets another.'),
    focal_y: percent('Focal point, in percent from the top.'),
    origin: oneOf([...MEDIA_ORIGINS], 'The origin of the file.', readOnly),
    source_url: nullable(link('The address that the file was fetched from.', readOnly)),
    created_by: text('The uploader.', { examples: ['key:1'], ...readOnly }),
    created_by_name: nullable(
      text('The name of the person or the key; null for others.', { examples: ['Ida Holm'], ...readOnly }),
    ),
    created_at: instant('When.', readOnly),
  },
  { title: 'MediaItem' },
);
export type MediaItemWire = Static<typeof MediaItem>;

const { title, alt_text, credit, caption, focal_x, focal_y } = MediaItem.properties;
const written = {
  title: Type.Optional(title),
  alt_text: Type.Optional(alt_text),
  credit: Type.Optional(credit),
  caption: Type.Optional(caption),
  focal_x: Type.Optional(focal_x),
  focal_y: Type.Optional(focal_y),
};
const computed = Object.keys(MediaItem.properties).filter((name) => !(name in written));

export const MediaItemChange = Type.Object(written, {
  title: 'MediaItemChange',
  additionalProperties: false,
  'x-computed': computed,
});
const file = {
  data: Type.Optional(
    plain('A small file in base64, instead of an upload as a form.', {
      pattern: BASE64,
      minLength: 1,
      maxLength: 1_048_576,
    }),
  ),
  url: Type.Optional(
    link('The address of a picture on another server, up to 20 MiB, which the service fetches.', {
      maxLength: 2_000,
      examples: ['https://example.com/harbour.jpg'],
    }),
  ),
  name: Type.Optional(text('The name of the file.', { maxLength: 200, examples: ['harbour.png'] })),
};
export const NewMediaItem = Type.Object(
  { ...file, ...written },
  { title: 'NewMediaItem', additionalProperties: false },
);
export const MediaFile = Type.Object(file, { title: 'MediaFile', additionalProperties: false });

export const MediaUse = Type.Object(
  {
    owner: oneOf(
      ['article', 'published_article', 'section', 'page', 'author', 'issue', 'event'],
      'The kind of item that uses the file. `article`: its text or an earlier version of it; `published_article`: the published article.',
    ),
    owner_id: plain('The uid of an article; the id of any other item.'),
    title: nullable(text('The title or name of the item.')),
    article_uid: nullable(plain('The uid of an article, published or not; null for any other item.')),
  },
  { title: 'MediaUse' },
);

export const mediaFilters = {
  q: Type.Optional(
    text('Only items whose title, caption, credit or alternative text contains this text.', { maxLength: 200 }),
  ),
  type: Type.Optional(oneOf([...MEDIA_KINDS], 'Only items of this type.')),
  origin: Type.Optional(oneOf([...MEDIA_ORIGINS], 'Only items with this origin.')),
  created_by: Type.Optional(text('Only items of this uploader, such as `person:1`.', { maxLength: 200 })),
  unused: Type.Optional(
    Type.Boolean({ description: '`true`: only items that nothing uses; `false`: only used ones.' }),
  ),
};
export const mediaCursor = {
  cursor: Type.Optional(
    text('The cursor of the previous answer, with the same filters. `page` is ignored with it.', {
      pattern: ID_CURSOR,
    }),
  ),
};
export const force = {
  force: Type.Optional(
    Type.Boolean({ description: '`true` deletes the item even if something uses it.', default: false }),
  ),
};
