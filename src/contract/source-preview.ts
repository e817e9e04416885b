/** Previews of sources: what a poll would take. */
import { Type } from 'typebox';
import { id, instant, integer, link, nullable, oneOf, plain } from './common.ts';
import { Source } from './source.ts';
import { address, EmailSettings, SourceTarget } from './source-settings.ts';

export const NewPreview = Type.Object(
  {
    url: Type.Optional(address('The address of a feed, which is fetched.')),
    document: Type.Optional(plain('The text of a feed, instead of its address.', { maxLength: 1_000_000 })),
    source_id: Type.Optional(
      id('A feed, media tracker or mailbox of the site, which is read as it is set up, from its newest item.'),
    ),
    email: Type.Optional(EmailSettings),
    account_id: Type.Optional(
      id('Of a media tracker: the account that the network is asked with, within its quota and its cap.'),
    ),
    targets: Type.Optional(
      Type.Array(SourceTarget, {
        description: 'Of a media tracker: what to look for.',
        minItems: 1,
        maxItems: 20,
      }),
    ),
    language: Type.Optional(Source.properties.language),
    include_replies: Type.Optional(Source.properties.include_replies),
  },
  { title: 'NewSourcePreview', additionalProperties: false },
);

const PreviewedItem = Type.Object(
  {
    external_id: plain('The id that the source gives it.'),
    title: plain('The title.'),
    url: nullable(link('The page of the item.')),
    published_at: nullable(instant('When it was published, by the feed.')),
    cover_url: nullable(link('The picture.')),
    tags: Type.Array(plain('A tag.'), { description: 'The tags.' }),
    reason: nullable(plain('Why it would be refused; null if it would be taken.')),
  },
  { title: 'PreviewedItem' },
);
export const SourcePreview = Type.Object(
  {
    format: oneOf(
      ['rss', 'atom', 'rdf', 'json', 'posts', 'messages'],
      'The format of the feed; `posts` of a network, `messages` of a mailbox.',
    ),
    title: plain('The title of the feed, the name of the account, or the mailbox.'),
    url: nullable(link('The address of the feed after redirects; null for others.')),
    total_count: Type.Integer({
      description:
        'The number of items in the feed; of a network, on the pages that were read; of a mailbox, all messages.',
      examples: [1],
    }),
    unread: integer('Items beyond the first 2,000, which are not read.', { examples: [0] }),
    items: Type.Array(PreviewedItem, { description: 'The newest items, at most 20.' }),
  },
  { title: 'SourcePreview' },
);
