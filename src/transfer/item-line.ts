/** The line of an item of the ledger. */
import { type Static, Type } from 'typebox';
import { NETWORKS, NewEntry } from '../contract/analytics.ts';
import { Attachments } from '../contract/article.ts';
import { CONTENT_HASH, HASH, id, instant, integer, link, nullable, oneOf, plain, text } from '../contract/common.ts';
import { TRACKED_NETWORKS } from '../contract/network-account.ts';
import { ITEM_STATES, SourceItem } from '../contract/source-item.ts';
import { uid } from './article-line.ts';
import { siteId } from './format.ts';
import { sealedField } from './secrets.ts';

export const hash = (description: string) => text(description, { pattern: HASH });
const time = (description: string) => Type.Optional(nullable(instant(description)));
const some = (description: string) => Type.Optional(Type.Array(plain('One.'), { description, maxItems: 10_000 }));
/** A post as intake stored it. */
const Post = Type.Object(
  {
    network: oneOf([...TRACKED_NETWORKS], 'The network.'),
    id: plain('Its id there.', { maxLength: 200 }),
    type: oneOf(['tweet', 'instagram', 'facebook_post', 'video', 'link'], 'The type of its article.'),
    attachments: Type.Optional(Attachments),
    entry: Type.Optional(NewEntry),
  },
  { additionalProperties: false },
);
/** Later looks at a post. */
export const Tracked = Type.Object(
  {
    account_id: id('The account.'),
    post_id: plain('Its id in the network.', { maxLength: 200 }),
    campaign_id: nullable(id('The campaign whose entry it is.')),
    entry_type: Type.Optional(nullable(oneOf([...NETWORKS], 'The network of that entry.'))),
    published_at: instant('When it was posted.'),
    step: integer('How often it was looked at.', { minimum: 0, maximum: 100 }),
    due_at: nullable(instant('When it is looked at again.')),
    missing_since: nullable(instant('When it was first found missing.')),
    found_at: Type.Optional(nullable(instant('When a look last found it.'))),
  },
  { additionalProperties: false },
);
const Content = Type.Object(
  {
    title: plain('Its title.'),
    summary: plain('Its summary, not sanitised.'),
    body: plain('Its text, not sanitised.'),
    base: plain('What its addresses are relative to.'),
    url: nullable(link('Its page.')),
    author: plain('Its author.'),
    tags: Type.Array(plain('A tag.'), { maxItems: 10_000 }),
    cover: nullable(plain('Its picture.')),
    creators: some('Everyone it credits.'),
    enclosures: some('Its pictures and files.'),
    person: Type.Optional(plain('Its poster in a network.')),
    post: Type.Optional(Post),
  },
  { additionalProperties: false },
);
const Raw = Type.Object(
  {
    content: Content,
    published_at: nullable(instant('When it was published, by the source.')),
    url_key: nullable(hash('The hash of its page.')),
    text_key: nullable(hash('The hash of its text.')),
    held_because: Type.Optional(nullable(plain('Why it must not be published by itself.'))),
    refused_because: Type.Optional(nullable(plain('Why it was rejected before rules and blocks saw it.'))),
  },
  { additionalProperties: false },
);
const Identity = Type.Object(
  { kind: oneOf(['url', 'text'], 'Its page or its text.'), key: hash('The hash.'), seen_at: instant('When.') },
  { additionalProperties: false },
);

const { title, reason, rule_id, decided_by, external_id } = SourceItem.properties;
export const ItemLine = Type.Object(
  {
    site_id: siteId,
    source_id: id('The source.'),
    external_key: hash('The hash of the id that the source gives it.'),
    id: Type.Optional(id('The id, which is kept unless it was given here before.')),
    ...{ external_id, title },
    url: Type.Optional(nullable(link('Its page.'))),
    state: oneOf([...ITEM_STATES], 'What was done with it.'),
    reason: Type.Optional(reason),
    uid: Type.Optional(nullable(uid)),
    content_hash: text('The hash of its content.', { pattern: CONTENT_HASH }),
    taken_version: Type.Optional(nullable(integer('The version of the article with this content.', { minimum: 1 }))),
    upstream: Type.Optional(nullable(Content)),
    raw: Type.Optional(nullable(Raw)),
    raw_until: time('When its content is forgotten.'),
    rule_id: Type.Optional(rule_id),
    decided_by: Type.Optional(decided_by),
    decided_at: time('When the editor decided.'),
    seen_at: instant('When it was first seen.'),
    changed_at: instant('When the source or its state last changed.'),
    identities: Type.Optional(Type.Array(Identity, { maxItems: 100 })),
    tracked: Type.Optional(nullable(Tracked)),
    sealed: Type.Optional(sealedField),
  },
  { additionalProperties: false },
);
export type ItemLine = Static<typeof ItemLine>;
