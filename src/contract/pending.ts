/** The queue of moderators in the management API: every pending article, with the item that brought it. */
import { type Static, Type } from 'typebox';
import { ARTICLE_TYPES } from './article.ts';
import { id, instant, integer, nullable, oneOf, picture, plain, text } from './common.ts';
import { SOURCE_KINDS } from './source.ts';
import { ITEM_STATES, SourceItem } from './source-item.ts';

/** Where pending articles come from: the kinds of sources, and people and programs of the newsroom. */
export const PENDING_KINDS = [...SOURCE_KINDS, 'newsroom'] as const;
export const PENDING_SORTS = ['oldest', 'newest'] as const;

const uid = Type.String({ description: 'The article.', format: 'uuid' });
const kind = oneOf([...SOURCE_KINDS], 'Its kind.');
const BringingSource = Type.Object(
  { id: id('The source.'), kind, name: plain('Its name.') },
  { title: 'BringingSource' },
);
type BringingSource = Static<typeof BringingSource>;

const pending = {
  uid,
  version: integer('The version of the article, for `If-Match`.', { examples: [1] }),
  title: plain('The title.'),
  type: oneOf([...ARTICLE_TYPES], 'The type of the article.'),
  section_id: nullable(id('The section.')),
  cover_url: picture('The cover.'),
  created_at: instant('When the article was created.'),
  updated_at: instant('When the article was last saved.'),
  created_by: nullable(plain('Who or what created it.', { examples: ['person:3'] })),
  created_by_name: nullable(plain('The name of the person who created it; null for keys and sources.')),
  source: Type.Unsafe<BringingSource | null>({
    ...nullable(BringingSource),
    description: 'The source that brought it; null for articles of the newsroom.',
  }),
  item: Type.Unsafe<Static<typeof SourceItem> | null>({
    ...nullable(SourceItem),
    description: 'Its item in the ledger; null for articles of the newsroom.',
  }),
  claimed_by: nullable(plain('The moderator who looks at it just now.', { examples: ['person:1'] })),
  claimed_by_name: nullable(plain('The name of that person.')),
};
export const PendingArticle = Type.Object(pending, { title: 'PendingArticle' });

const EarlierItem = Type.Object(
  {
    item_id: nullable(id('The item in the ledger; null for an article of the newsroom.')),
    uid: nullable(uid),
    title: plain('Its title.'),
    state: oneOf([...ITEM_STATES], 'What became of it.'),
    reason: nullable(plain('Why.')),
    at: instant('When it was decided, or last changed.'),
  },
  { title: 'EarlierItem' },
);
const Sender = Type.Object(
  {
    by: oneOf(
      ['sender', 'author', 'person'],
      '`sender`: who sent the form or the message. `author`: the person whom the item credits. `person`: who wrote it in the newsroom.',
    ),
    published: integer('Published ones of the newest 200.', { examples: [3] }),
    rejected: integer('Rejected ones of the newest 200.', { examples: [1] }),
    held: integer('Waiting ones of the newest 200.', { examples: [0] }),
    latest: Type.Array(EarlierItem, { description: 'The newest five that were decided.' }),
  },
  { title: 'EarlierDecisions' },
);
type Sender = Static<typeof Sender>;
export const PendingArticleWithSender = Type.Object(
  {
    ...pending,
    sender: Type.Unsafe<Sender | null>({
      ...nullable(Sender),
      description: 'What became of other articles of the same sender; null if the sender is unknown.',
    }),
  },
  { title: 'PendingArticleWithSender' },
);

export const pendingFilters = {
  q: Type.Optional(text('Words of the text; each is found as a beginning.', { minLength: 1, maxLength: 200 })),
  kind: Type.Optional(oneOf([...PENDING_KINDS], 'Only what came this way; `newsroom`: from people and programs.')),
  source_id: Type.Optional(id('Only what this source brought.')),
  sort: Type.Optional(oneOf([...PENDING_SORTS], 'The order, by creation.', { default: 'oldest' })),
  after: Type.Optional(
    Type.String({ description: 'The next page begins after this `uid`, the last of this one.', format: 'uuid' }),
  ),
};
