/** Bodies of the management API, derived from the nouns of the content API; and keys. */

import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox';
import { Article, ManagedArticle, WrittenArticle } from './article.ts';
import {
  ARTICLE_ADDRESS,
  color,
  Failure,
  id,
  instant,
  integer,
  LARGEST_GIVEN_ID,
  Meta,
  nullable,
  oneOf,
  PREVIEW_ADDRESS,
  plain,
  readOnly,
  text,
  title,
} from './common.ts';
import { ArticleCategory, Author, Event, FeaturedItemContainer, Issue, Like, Page, Section, Site } from './content.ts';
import { scopes } from './row.ts';

type AllOptional<P extends TProperties> = { [K in keyof P]: TOptional<P[K]> };

/** Required fields, optional fields, and an id. */
type Creation<Wire, Required extends string> = Partial<Wire> & { [K in Required & keyof Wire]-?: Wire[K] } & {
  id?: number;
};

/** The fields of a noun that can be written, none required. Computed fields in a body are ignored. */
export function change<P extends TProperties>(schema: TObject<P>) {
  const writable = Object.entries<TSchema>(schema.properties).filter(([, field]) => !('readOnly' in field));
  const properties = Object.fromEntries(writable.map(([name, field]) => [name, Type.Optional(field)]));
  // The same fields, made optional.
  return Type.Object(properties as AllOptional<P>, {
    title: `${nounOf(schema)}Change`,
    additionalProperties: false,
    'x-computed': computedFields(schema),
  });
}

/** The same with required fields; an administrator may give the id. */
export function creation<P extends TProperties, const Required extends (keyof P & string)[]>(
  schema: TObject<P>,
  required: Required,
) {
  const { properties } = change(schema);
  const givenId = Type.Optional(
    id('The id to assign, for migrations. Only with the scope `admin`.', { maximum: LARGEST_GIVEN_ID }),
  );
  return Type.Unsafe<Creation<Static<TObject<P>>, Required[number]>>({
    type: 'object',
    title: `New${nounOf(schema)}`,
    properties: { id: givenId, ...properties },
    required,
    additionalProperties: false,
    'x-computed': computedFields(schema).filter((name) => name !== 'id'),
  });
}

/** The names of bodies follow the noun: `NewArticle`, `ArticleChange`. */
function nounOf(schema: TSchema & { title?: string }): string {
  return String(schema.title).replace(/^Managed/, '');
}

/** Names that a body may have although they cannot be written: an answer can be edited and sent back. */
function computedFields(schema: TObject): string[] {
  return Object.entries<TSchema>(schema.properties).flatMap(([name, field]) => ('readOnly' in field ? name : []));
}

/** A site with the fields that readers do not see. */
export const ManagedSite = Type.Object(
  {
    ...Site.properties,
    preview_url: nullable(
      text(
        'The site’s own page for previews, which reads /v1/previews/{token}; `{token}` is replaced by the token. Null: the service’s page.',
        {
          pattern: PREVIEW_ADDRESS,
          examples: ['https://example.com/preview?token={token}'],
        },
      ),
    ),
    brand_color: color(
      'Colour of the site: the accent of its newsroom, darkened or lightened where text would be hard to read. Null: the newsroom’s own.',
    ),
  },
  { title: 'ManagedSite' },
);
export const NewSite = creation(ManagedSite, ['name', 'url']);
export const NewSection = creation(Section, ['name']);
export const NewAuthor = creation(Author, ['firstname', 'lastname']);
export const NewArticleCategory = creation(ArticleCategory, ['name']);
export const NewFeaturedItemContainer = creation(FeaturedItemContainer, ['identifier', 'name']);
export const NewPage = creation(Page, ['name']);
export const NewIssue = creation(Issue, ['name']);
export const NewEvent = creation(Event, ['name', 'start_date']);

export const NewArticle = creation(ManagedArticle, ['title', 'section_id']);
export const ARTICLE_SORTS = ['updated', 'published', 'title', 'created'] as const;
export const ArticleListMeta = Type.Object(
  {
    ...Meta.properties,
    as_of: text('The version of the list that this answer shows; send it with the cursor.'),
    changed_count: Type.Integer({
      description: 'Articles in any state that changed after `as_of` and match the other filters; 0 without `as_of`.',
    }),
  },
  { title: 'ArticleListMeta' },
);
const publicationVersion = integer(
  'The saved version to publish or schedule, by default the last one; for example the `published_version` that readers saw before. Later changes stay in the working copy.',
  { minimum: 1 },
);
export const NewPublication = Type.Object(
  {
    publish_at: Type.Optional(
      nullable(instant('When to publish; by default now. 409 for a published article, which cannot be scheduled.')),
    ),
    version: Type.Optional(publicationVersion),
  },
  { title: 'NewPublication', additionalProperties: false },
);
export const Pins = Type.Object(
  {
    pinned_index: Type.Optional(ManagedArticle.properties.pinned_index),
    site_pinned_index: Type.Optional(ManagedArticle.properties.site_pinned_index),
  },
  { title: 'Pins', additionalProperties: false },
);
const { section_id, category_id, author_ids, tags } = ManagedArticle.properties;
const uid = text('The uid of the article, or its id if it has one.', { pattern: ARTICLE_ADDRESS, examples: ['1'] });
export const ArticleOperation = Type.Object(
  {
    uid,
    if_match: Type.Optional(
      integer('The version that you read; 409 if the article has changed since.', { minimum: 1 }),
    ),
    action: oneOf(['publish', 'unpublish', 'change', 'delete', 'restore'], 'The operation.'),
    article: Type.Optional(
      Type.Object(
        {
          section_id: Type.Optional(section_id),
          category_id: Type.Optional(category_id),
          author_ids: Type.Optional(author_ids),
          tags: Type.Optional(tags),
        },
        { title: 'BatchChange', description: 'The fields that `change` saves.', additionalProperties: false },
      ),
    ),
    publish_at: Type.Optional(nullable(instant('When to `publish`; by default now.'))),
    version: Type.Optional(publicationVersion),
    section_id: Type.Optional(id('The section to `restore` to, if the old one was deleted.')),
  },
  { title: 'ArticleOperation', additionalProperties: false },
);
export const ArticleBatch = Type.Object(
  {
    operations: Type.Array(ArticleOperation, {
      description: 'Operations, which run one after the other.',
      minItems: 1,
      maxItems: 100,
    }),
  },
  { title: 'ArticleBatch', additionalProperties: false },
);
export const OperationResult = Type.Object(
  {
    uid,
    status: Type.Integer({
      description: 'The HTTP status that a request for this operation alone would get.',
      examples: [200],
    }),
    version: nullable(integer('The new version; null if the article was deleted or the operation failed.')),
    state: nullable(ManagedArticle.properties.state),
    failure: Type.Optional(Failure),
  },
  { title: 'OperationResult' },
);

const pin = {
  uid: ManagedArticle.properties.uid,
  index: integer('Index (from 0) at which the article is pinned.', { minimum: 0, maximum: 10_000, examples: [0] }),
};
const pinned = {
  state: ManagedArticle.properties.state,
  is_served: Type.Boolean({ description: 'Whether readers see it; other pins act once they do.' }),
};
export const PinnedArticle = Type.Object({ ...pin, ...pinned }, { title: 'PinnedArticle' });
/** An answer may be edited and sent back: what it says of the articles is ignored. */
export const Pin = Type.Object(
  { ...pin, state: Type.Optional(pinned.state), is_served: Type.Optional(pinned.is_served) },
  { title: 'Pin', additionalProperties: false },
);
export const PinList = Type.Object(
  { pins: Type.Array(Pin, { description: 'Every pin; all other articles are unpinned.', maxItems: 100 }) },
  { title: 'PinList', additionalProperties: false },
);
export const TagSuggestion = Type.Object(
  {
    tag: text('The tag, in its most frequent spelling.', { examples: ['sea'] }),
    count: Type.Integer({ description: 'The number of recently saved articles with the tag.' }),
  },
  { title: 'TagSuggestion' },
);
const stateCount = (state: string) => Type.Integer({ description: `Articles in state \`${state}\`.` });
export const ArticleCounts = Type.Object(
  {
    draft: stateCount('draft'),
    pending: stateCount('pending'),
    scheduled: stateCount('scheduled'),
    published: stateCount('published'),
    unpublished: stateCount('unpublished'),
  },
  { title: 'ArticleCounts' },
);
/** The whole list, in order. */
export const ArticleIds = Type.Object(
  {
    article_ids: Type.Array(id('An article.'), {
      description: 'Ids of articles of the site, in order.',
      maxItems: 1_000,
      uniqueItems: true,
      examples: [[1]],
    }),
  },
  { title: 'ArticleIds', additionalProperties: false },
);
/** A revision as it moves with an export. */
export const SavedRevision = Type.Object({
  number: integer('The version that this save created.'),
  created_at: instant('When the revision was saved.'),
  created_by: text('The person or key that saved the revision.', { examples: ['key:1'] }),
  automatic: Type.Boolean({
    description: 'Whether the revision is an autosave, which the next autosave may replace.',
  }),
});
const nameOf = (what: string) =>
  nullable(text(`The name of that person or key; null for ${what} and for those that were deleted.`));
export const RevisionPublication = Type.Object(
  {
    published_at: instant('When readers began to see the version.'),
    published_by: nullable(
      text('Who published it: a person, a key, or `timer`. Null if it was imported.', { examples: ['person:1'] }),
    ),
    published_by_name: nameOf('others'),
    ended_at: nullable(instant('When readers no longer saw it; null while they do.')),
    ended_by: nullable(text('Who published another version, or unpublished the article.')),
    ended_by_name: nameOf('others'),
    replaced_by: nullable(integer('The version that readers saw next; null if the article was unpublished.')),
  },
  { title: 'RevisionPublication' },
);
export const Revision = Type.Object(
  {
    ...SavedRevision.properties,
    created_by_name: nameOf('others'),
    publications: Type.Array(RevisionPublication, {
      description:
        'When readers saw the version, in order. A hidden section hides its articles without ending a publication.',
    }),
  },
  { title: 'Revision' },
);
export const RevisionWithArticle = Type.Object(
  { ...Revision.properties, article: WrittenArticle },
  { title: 'RevisionWithArticle' },
);
export const ArticleRestoration = Type.Object(
  { section_id: Type.Optional(id('The section to restore the article to; required if its own was deleted.')) },
  { title: 'ArticleRestoration', additionalProperties: false },
);
export const ArticleDeletion = Type.Object(
  {
    deleted_at: instant('When the article was moved to the trash.'),
    deleted_by: nullable(plain('Who deleted it; null if that is not known.', { examples: ['person:1'] })),
    deleted_by_name: nullable(
      plain('The name of that person or key; null if it has none.', { examples: ['Ida Holm'] }),
    ),
    kept_until: instant('When it is deleted for good.'),
  },
  { title: 'ArticleDeletion', description: 'Of an article in the trash.' },
);
export type ArticleDeletion = Static<typeof ArticleDeletion>;
export const NewRestoration = Type.Object({}, { additionalProperties: false });
export const NewLike = Type.Object(
  { upvotes: Like.properties.upvotes, downvotes: Like.properties.downvotes },
  { title: 'NewLike', additionalProperties: false, 'x-computed': computedFields(Like) },
);
export const Change = Type.Object(
  {
    version: Type.Integer({ description: 'The version of the site after this change.' }),
    action: oneOf(['publish', 'update', 'unpublish'], 'The action of the change.'),
    article_id: id('The article.'),
    at: instant('When.'),
    article: nullable(Article),
  },
  { title: 'Change' },
);

/** Beside a noun whose fields articles repeat. */
export const RenderingProgress = Type.Object(
  {
    pending: Type.Integer({ description: 'Articles that still show the old values.', examples: [4200] }),
    total: Type.Integer({ description: 'Articles that show the new values.', examples: [5008] }),
    failed: Type.Boolean({
      description:
        'Whether rendering failed permanently; the log has the reason. The next change renders all articles again.',
    }),
  },
  {
    title: 'RenderingProgress',
    description: 'Progress of rendering the articles that show fields of this item; null if all are up to date.',
  },
);
const rendering = { rendering: nullable(RenderingProgress) };

/** The answer to a read or a change of a noun whose fields articles repeat. */
export const withRendering = <P extends TProperties>(properties: P) => Type.Object({ ...properties, ...rendering });

export const ApiKey = Type.Object(
  {
    id: id('Key id.', readOnly),
    name: title('The purpose of the key.', { examples: ['Website'] }),
    scopes: Type.Array(oneOf([...scopes], 'A right.'), {
      description: 'Rights. `admin` includes all others, `manage:write` includes `manage:read`.',
      minItems: 1,
      uniqueItems: true,
      examples: [['content:read']],
    }),
    site_ids: Type.Array(id('A site.'), {
      description: 'The sites that the key is limited to; an empty list means all sites.',
      maxItems: 1_000,
      uniqueItems: true,
      default: [],
    }),
    source_id: nullable(
      id('The source that a key with the scope `guest:write` writes for. Such a key has no other scope, and one site.'),
    ),
    expires_at: nullable(instant('When the key expires; null means never.')),
    last_used_at: nullable(instant('When the key was last used, to the minute.', readOnly)),
    created_at: instant('When the key was created.', readOnly),
  },
  { title: 'ApiKey' },
);
export const NewApiKey = Type.Object(
  {
    name: ApiKey.properties.name,
    scopes: ApiKey.properties.scopes,
    site_ids: Type.Optional(ApiKey.properties.site_ids),
    source_id: Type.Optional(ApiKey.properties.source_id),
    expires_at: Type.Optional(ApiKey.properties.expires_at),
  },
  { title: 'NewApiKey', additionalProperties: false },
);
export const CreatedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: text('The key itself: shown in this answer and never again.'),
  },
  { title: 'CreatedApiKey' },
);
