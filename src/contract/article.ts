/** Articles and their attachments, field by field as the interface lists them. */
import { type Static, Type } from 'typebox';
import {
  DROPS_UNKNOWN,
  html,
  id,
  instant,
  integer,
  localInstant,
  nullable,
  OpenGraph,
  oneOf,
  photoUser,
  picture,
  pictureAddress,
  readOnly,
  slug,
  text,
  title,
  webAddress,
  words,
} from './common.ts';

const optional = (description: string, options = {}) =>
  Type.Optional(nullable(text(description, { maxLength: 20_000, ...options })));
/** An address in a network. */
const address = (description: string) => Type.Optional(nullable(pictureAddress(description, { maxLength: 20_000 })));
const closed = { additionalProperties: false };
/** Networks add fields to their posts without notice. */
const foreign = { ...closed, [DROPS_UNKNOWN]: true };

export const VideoAttachment = Type.Object(
  {
    cover_url: address('Still picture.'),
    embed_src: address('Address of the player.'),
    original_published_at: Type.Optional(nullable(instant('When the service published the video.'))),
    original_url: address('Address of the video at the service.'),
    profile_image_url: address('Picture of the user who published the video.'),
    service: optional('The service that hosts the video.', { examples: ['youtube'] }),
    username: optional('The user who published the video.'),
  },
  { title: 'VideoAttachment', ...foreign },
);

export const TweetAttachment = Type.Object(
  {
    created_at: optional('Date, space, time, without a zone.', { examples: ['2026-03-29 09:00:00'] }),
    media_url: address('Media.'),
    image_url: address('Image.'),
    video_url: address('Video.'),
    name: optional('Name of the poster.'),
    oembed: Type.Optional(nullable(html('HTML embed snippet, without its script.', { maxLength: 20_000 }))),
    profile_image_url: address('Picture of the poster.'),
    profile_url: address('Profile of the poster.'),
    retweet_of_id: optional('Id of the tweet that this one retweets.'),
    screen_name: optional('Handle of the poster.'),
    text: optional('Text.'),
    tweet_id_str: optional('Id of the tweet.'),
    user_id_str: optional('Id of the poster.'),
    url: address('Address of the tweet.'),
  },
  { title: 'TweetAttachment', ...foreign },
);

export const InstagramAttachment = Type.Object(
  {
    caption: optional('Caption.'),
    created_time: Type.Optional(nullable(instant('When the post was published.'))),
    link: address('Address of the post.'),
    media_id: optional('Id of the post.'),
    media_type: optional('Kind of media.'),
    user_full_name: optional('Name of the poster.'),
    username: optional('Handle of the poster.'),
    profile_picture: address('Picture of the poster.'),
    user_id: optional('Id of the poster.'),
    video_low_resolution: address('Small video.'),
    video_standard_resolution: address('Video.'),
    video_low_resolution_expires_at: optional('When the small video’s address expires.'),
    video_standard_resolution_expires_at: optional('When the video’s address expires.'),
    users_in_photo: Type.Optional(
      Type.Array(photoUser(foreign), { description: 'Users tagged in the picture.', maxItems: 100 }),
    ),
  },
  { title: 'InstagramAttachment', ...foreign },
);

export const FacebookAttachment = Type.Object(
  {
    commenting_post_id_str: optional('Id of the post for comments.'),
    created_time: Type.Optional(
      nullable(
        instant('When the post was published, as YYYY-MM-DDTHH:MM:SS+0000.', {
          examples: ['2026-03-29T09:00:00+0000'],
        }),
      ),
    ),
    from_id_str: optional('Id of the poster.'),
    from_name: optional('Name of the poster.'),
    link: address('Shared link.'),
    link_caption: optional('Caption of the link.'),
    link_description: optional('Description of the link.'),
    link_name: optional('Name of the link.'),
    message: optional('Text.'),
    object_id: optional('Id of the shared object.'),
    picture: address('Picture.'),
    post_id_str: optional('Id of the post.'),
    post_type: optional('Kind of post.'),
    profile_picture_url: address('Picture of the poster.'),
    picture_attachments: Type.Optional(
      Type.Array(Type.Object({ url: pictureAddress('Picture.', { maxLength: 20_000 }) }, foreign), {
        description: 'Further pictures.',
        maxItems: 100,
      }),
    ),
  },
  { title: 'FacebookAttachment', ...foreign },
);

export const Attachments = Type.Object(
  {
    video: Type.Optional(VideoAttachment),
    facebook_post: Type.Optional(FacebookAttachment),
    instagram_item: Type.Optional(InstagramAttachment),
    tweet: Type.Optional(TweetAttachment),
  },
  {
    title: 'Attachments',
    description: 'Exactly one of the attachments.',
    minProperties: 1,
    maxProperties: 1,
    ...foreign,
  },
);

export const ARTICLE_TYPES = [
  'article',
  'video',
  'image',
  'facebook_post',
  'tweet',
  'instagram',
  'link',
  'pinterest',
] as const;
export const DISPLAY_STYLES = ['article', 'text', 'video', 'image', 'facebook-post', 'tweet', 'instagram'] as const;
export const ARTICLE_SOURCES = ['newsroom', 'guest_api', 'feed', 'email', 'upload_form', 'media_tracker'] as const;
export const ARTICLE_STATES = ['draft', 'pending', 'scheduled', 'published', 'unpublished'] as const;

const Link = Type.Object({ title: title('Title.'), url: webAddress('Address.', { minLength: 1 }) }, closed);
const CallToAction = Type.Object(
  { label: title('Label.'), url: webAddress('Address.', { minLength: 1 }) },
  { description: 'Call to action.', ...closed },
);
const percent = (description: string) =>
  integer(description, { minimum: 0, maximum: 100, default: 50, examples: [50] });
const pin = (description: string) => nullable(integer(description, { minimum: 0, maximum: 10_000, examples: [0] }));

/** The article text: the fields that editors write. The rest of an article is computed at publication. */
const written = {
  title: title('Title.', { examples: ['The herring is back'] }),
  summary: text('Summary; may be empty.', { maxLength: 20_000, default: '' }),
  body: html('Text, HTML; may be empty.', { default: '' }),
  type: oneOf([...ARTICLE_TYPES], 'Kind of article.', { default: 'article' }),
  display_style: oneOf([...DISPLAY_STYLES], 'The display style; by default the style of the type.'),
  source: oneOf([...ARTICLE_SOURCES], 'The source of the article.', { default: 'newsroom' }),
  url: nullable(webAddress('Source address, when the article is a link.')),
  author_ids: Type.Array(id('An author.'), {
    description: 'Authors.',
    maxItems: 100,
    uniqueItems: true,
    examples: [[1]],
  }),
  author_credit: text('Authors as one displayable string; made from the authors unless given.'),
  photo_credit: nullable(text('Photo credit.')),
  category_id: nullable(id('Category.')),
  section_id: id('Section.'),
  cover_url: picture('Full size cover image.'),
  cover_pos_x: percent('Cover X position in percent; for a new cover from the library its focal point unless given.'),
  cover_pos_y: percent('Cover Y position in percent, likewise.'),
  tags: words('Keywords.', 'sea'),
  canonical_url: nullable(webAddress('Canonical address.')),
  open_graph: OpenGraph,
  article_links: Type.Array(Link, { description: 'Links.', maxItems: 100 }),
  featured_articles: Type.Array(id('An article of the site.'), {
    description:
      'Ids of articles of the site. The content API shows only those that are currently public, the management API all.',
    maxItems: 100,
  }),
  cta: nullable(CallToAction),
  alt_text: nullable(text('Alt text of the main image.')),
  attachments: Type.Optional(nullable(Attachments)),
};

const pins = {
  pinned_index: pin('Index (from 0) at which the article is pinned in its section.'),
  site_pinned_index: pin('Index (from 0) at which the article is pinned on the front page.'),
};

const times = {
  published_at: instant('Publish time, UTC.'),
  published_at_l10n: localInstant('Publish time with its offset.'),
  modified_at: nullable(instant('When the article was last published again after a change.', readOnly)),
  modified_at_l10n: nullable(localInstant('The same time with its offset.')),
};

export const Article = Type.Object(
  {
    id: id('Article id, assigned at the first publication.', readOnly),
    article_url: slug('Slug; made from the title unless given.'),
    full_url: webAddress('Full address.', readOnly),
    ...written,
    site_id: id('Site.', readOnly),
    issue_id: Type.Optional(id('Only on articles of an issue.', readOnly)),
    ...times,
    ...pins,
  },
  { title: 'Article' },
);

/** The same as editors see it: drafts have no id and no times yet. */
export const ManagedArticle = Type.Object(
  {
    uid: Type.String({
      description: 'Address of the article from its first save on (UUIDv7).',
      format: 'uuid',
      ...readOnly,
    }),
    state: oneOf(
      [...ARTICLE_STATES],
      '`published` in a body saves and publishes at once. docs/articles.md has the table of transitions.',
    ),
    version: integer('Save counter, which is also the ETag.', readOnly),
    published_version: nullable(
      integer(
        'The version that was published last. While the article is `published`, readers see this one: a higher `version` has unpublished changes.',
        readOnly,
      ),
    ),
    publish_at: nullable(instant('When the article will be published; set if and only if the state is `scheduled`.')),
    publish_problem: nullable(text('Why the article was not published at its scheduled time.', readOnly)),
    deleted_at: nullable(instant('When the article was moved to the trash; null if it was not.', readOnly)),
    ...Article.properties,
    id: nullable(Article.properties.id),
    full_url: nullable(Article.properties.full_url),
    published_at: nullable(Article.properties.published_at),
    published_at_l10n: nullable(times.published_at_l10n),
    created_at: instant('When the article was first saved.', readOnly),
    created_by: nullable(
      text('The person or key that created the article; null for articles from older versions of Masthead.', {
        examples: ['key:1'],
        ...readOnly,
      }),
    ),
    updated_at: instant('When the text was last saved.', readOnly),
    updated_by: text('The person or key that last saved the text.', { examples: ['key:1'], ...readOnly }),
    scheduled_version: nullable(
      integer('The version that will be published at `publish_at`: the last one that was not an autosave.', readOnly),
    ),
  },
  { title: 'ManagedArticle' },
);

/** The article text without computed fields, as a revision stores it. */
export const WrittenArticle = Type.Object(
  { article_url: Article.properties.article_url, ...written },
  { title: 'WrittenArticle' },
);

export type ArticleWire = Static<typeof Article>;
export type ManagedArticleWire = Static<typeof ManagedArticle>;
