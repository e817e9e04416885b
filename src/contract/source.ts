/** Sources in the management API: feeds, and the ledger of the items that they offered. */
import { type Static, Type } from 'typebox';
import {
  CLOCK,
  flag,
  HOST,
  id,
  instant,
  integer,
  link,
  nullable,
  oneOf,
  PRINTABLE,
  plain,
  readOnly,
  SITE_ORIGIN,
  TARGET,
  TWO_LETTERS,
  text,
  title,
  words,
} from './common.ts';
import { change, creation } from './manage.ts';

export const SOURCE_STATES = ['active', 'paused', 'failing', 'gone'] as const;
export const ITEM_STATES = ['new', 'held', 'published', 'rejected', 'duplicate', 'skipped', 'gone', 'erased'] as const;
export const SOURCE_KINDS = ['feed', 'guest_api', 'upload_form', 'email', 'media_tracker'] as const;
export const TARGET_TYPES = ['hashtag', 'phrase', 'account', 'own', 'tagged'] as const;
/** Fields of articles that a source may keep partners from sending. */
export const GUEST_FIELDS = ['summary', 'body', 'url', 'author', 'tags', 'cover_url', 'published_at'] as const;
export const SHORTEST_INTERVAL = 300;
export const LONGEST_INTERVAL = 86_400;

const at = (description: string) => nullable(instant(description, readOnly));
const address = (description: string) =>
  Type.String({
    description,
    format: 'receiver',
    minLength: 1,
    maxLength: 2_000,
    examples: ['https://example.com/feed.xml'],
  });

export const SourceError = Type.Object(
  {
    code: text('The reason in one word.', { examples: ['not_a_feed'] }),
    message: plain('The reason in one sentence.'),
    at: instant('When the poll failed.'),
  },
  { title: 'SourceError' },
);

const clock = (description: string, example: string) =>
  text(description, { pattern: CLOCK, maxLength: 5, examples: [example] });
const Window = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      description: 'Days of the week: 1 is Monday, 7 is Sunday.',
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      examples: [[1, 2, 3, 4, 5]],
    }),
    from: clock('The first minute of a day.', '08:00'),
    to: clock('The end, which is not included; before `from`, it is on the next day.', '18:00'),
    time_zone: Type.Optional(
      nullable(
        text('IANA time zone; by default that of the site.', { format: 'time-zone', examples: ['Europe/Helsinki'] }),
      ),
    ),
  },
  { title: 'SourceWindow', additionalProperties: false },
);
type Window = Static<typeof Window>;
const Warning = Type.Object(
  {
    code: oneOf(['too_many_items', 'repeated_ids', 'moved', 'not_moved'], 'The warning in one word.'),
    message: plain('The warning in one sentence.'),
  },
  { title: 'SourceWarning' },
);
const Consent = Type.Object(
  {
    text: title('The exact words that the sender agrees to; they are stored with the submission.', {
      maxLength: 2_000,
      examples: ['You may publish my text and my pictures.'],
    }),
    required: flag('Whether nothing can be sent without it.'),
  },
  { title: 'Consent', additionalProperties: false },
);
export const FormSettings = Type.Object(
  {
    intro: text('What readers are asked for.', { examples: ['What did you see at the harbour today?'] }),
    thanks: text('What they read when they have sent it.', { examples: ['Thank you! An editor reads every text.'] }),
    consents: Type.Array(Consent, { description: 'What the sender agrees to.', maxItems: 10 }),
    max_files: Type.Integer({ description: 'How many pictures can be sent.', minimum: 0, maximum: 10, examples: [3] }),
    origins: Type.Array(
      text('An origin.', { pattern: SITE_ORIGIN, maxLength: 200, examples: ['https://www.example.com'] }),
      { description: 'Origins of the pages that may embed the form.', maxItems: 20 },
    ),
    opens_at: nullable(instant('From when on it takes submissions; null: at once.')),
    closes_at: nullable(instant('Until when; null: without an end.')),
  },
  {
    title: 'FormSettings',
    description: 'Of `upload_form`; it needs them, and other kinds have none.',
    additionalProperties: false,
  },
);

/** An e-mail address, or a domain, which stands for all of its addresses. */
const SENDER = '^(?:[^@\\s]+@)?[^@\\s.]+(?:\\.[^@\\s.]+)+$';
export const EmailSettings = Type.Object(
  {
    way: oneOf(
      ['smtp', 'imap'],
      '`smtp`: other servers send messages to the address of the source, at the port `SMTP_PORT`. `imap`: they are fetched from a mailbox every two minutes. It cannot be changed.',
    ),
    allow: Type.Array(
      text('An address or a domain.', { pattern: SENDER, maxLength: 320, examples: ['ida@example.com'] }),
      {
        description:
          'Senders whose messages the source may publish by itself: addresses, or domains with all their addresses. It counts only for messages that prove their sender, by DMARC or a signature (DKIM) of the same domain.',
        maxItems: 500,
      },
    ),
    unlisted: oneOf(['hold', 'refuse'], 'What becomes of messages from others: `hold` for an editor, or `refuse`.'),
    server: Type.Optional(
      text('Of `imap`, which needs it: the host of the mail server.', {
        pattern: HOST,
        maxLength: 253,
        examples: ['imap.example.com'],
      }),
    ),
    port: Type.Optional(
      Type.Integer({
        description: 'Of `imap`: its port; by default 993 with `tls`, else 143.',
        minimum: 1,
        maximum: 65_535,
        examples: [993],
      }),
    ),
    security: Type.Optional(
      oneOf(
        ['tls', 'starttls', 'none'],
        'Of `imap`: how the connection is encrypted, by default `tls`. `none` needs `WEBHOOK_ALLOW_PRIVATE`.',
      ),
    ),
    user: Type.Optional(
      plain('Of `imap`, which needs it: the name to sign in with.', {
        pattern: PRINTABLE,
        minLength: 1,
        maxLength: 320,
        examples: ['desk@example.com'],
      }),
    ),
    password: Type.Optional(
      plain(
        'Of `imap`, which needs it: the password. It is stored encrypted and never shown. It is needed again when server, port, security or user change.',
        { pattern: PRINTABLE, minLength: 1, maxLength: 1_000, writeOnly: true, examples: ['hunter2'] },
      ),
    ),
    mailbox: Type.Optional(
      plain('Of `imap`: the mailbox that is read, by default `INBOX`.', {
        pattern: PRINTABLE,
        minLength: 1,
        maxLength: 200,
        examples: ['INBOX'],
      }),
    ),
    after: Type.Optional(
      oneOf(
        ['keep', 'move'],
        'Of `imap`: what becomes of messages in the mailbox that were taken. `keep` (default): nothing changes there. `move`: they are moved to `move_to`.',
      ),
    ),
    move_to: Type.Optional(
      plain(
        'Of `imap`: the mailbox for messages that were taken, by default `Masthead`. It is created if it is missing.',
        {
          pattern: PRINTABLE,
          minLength: 1,
          maxLength: 200,
          examples: ['Masthead'],
        },
      ),
    ),
    trusted_server: Type.Optional(
      nullable(
        text(
          'Of `imap`: the name by which your own mail server signs `Authentication-Results`, if it deletes those of others. Its DMARC result proves senders. By default null: only signatures (DKIM) count.',
          { pattern: HOST, maxLength: 253, examples: ['mx.example.com'] },
        ),
      ),
    ),
  },
  {
    title: 'EmailSettings',
    description: 'Of `email`; it needs them, and other kinds have none.',
    additionalProperties: false,
  },
);
const SourceTarget = Type.Object(
  {
    type: oneOf([...TARGET_TYPES], 'The kind of target; docs/trackers.md says which networks have it.'),
    value: Type.Optional(
      text(
        'The hashtag without #, the words, or the name of the account without @. `own` (posts of the account that asks) and `tagged` (posts that tag it) have none.',
        { pattern: TARGET, maxLength: 200, default: '', examples: ['harbour'] },
      ),
    ),
  },
  { title: 'SourceTarget', additionalProperties: false },
);
const Forecast = Type.Object(
  {
    posts_per_day: nullable(
      Type.Number({ description: 'By the last polls; null before the first.', examples: [12.5] }),
    ),
    cents_per_month: nullable(
      integer('What that costs in 30 days, in US cents: each post with its user, and later looks at it.', {
        examples: [1_500],
      }),
    ),
    most_cents_per_month: integer('The cap of the account, which is never exceeded.', { examples: [5_000] }),
  },
  { title: 'SourceForecast' },
);
type Forecast = Static<typeof Forecast>;

export const Source = Type.Object(
  {
    id: id('Source id.', readOnly),
    site_id: id('The site.', readOnly),
    kind: oneOf(
      [...SOURCE_KINDS],
      'The kind of source. `feed`: RSS, Atom, RDF or JSON Feed, which is polled. `guest_api`: a partner sends articles with a key of the source. `upload_form`: readers send texts and pictures with a form. `email`: messages to an address of the source. `media_tracker`: posts of a social network. It cannot be changed.',
      { default: 'feed' },
    ),
    name: title('A name for editors; by default the host of the address. A source without an address needs one.', {
      maxLength: 200,
    }),
    url: nullable(
      address(
        'The address of the feed, http or https. A site has each address once. Null for other kinds than `feed`.',
      ),
    ),
    section_id: id('The section of new articles.'),
    category_id: nullable(id('The category of new articles.')),
    author_ids: Type.Array(id('An author.'), {
      description: 'The authors of new articles.',
      maxItems: 20,
      default: [],
      examples: [[1]],
    }),
    tags: words('Tags of new articles, besides the categories of the feed.', 'harbour'),
    approval: oneOf(
      ['hold', 'auto'],
      '`hold`: articles are pending until an editor publishes them. `auto`: they are published.',
      {
        default: 'hold',
      },
    ),
    backlog: Type.Integer({
      description:
        'How many items the first poll takes, the newest ones; older ones are skipped. Of a mailbox: how many of the messages that are in it.',
      minimum: 0,
      maximum: 200,
      default: 20,
      examples: [20],
    }),
    update_policy: oneOf(
      ['apply', 'ignore'],
      '`apply`: a changed item changes its article, unless an editor has changed it or had to approve it. `ignore`: articles stay as they were taken.',
      { default: 'apply' },
    ),
    min_interval: Type.Integer({
      description: 'The least number of seconds between two polls.',
      minimum: SHORTEST_INTERVAL,
      maximum: LONGEST_INTERVAL,
      default: SHORTEST_INTERVAL,
      examples: [SHORTEST_INTERVAL],
    }),
    allowed_fields: nullable(
      Type.Array(oneOf([...GUEST_FIELDS], 'A field.'), {
        description:
          'Of `guest_api`: the fields that partners may send, beside `external_id` and `title`; null (default) for all.',
        uniqueItems: true,
        default: null,
        examples: [['body', 'url']],
      }),
    ),
    window: Type.Unsafe<Window | null>({
      ...nullable(Window),
      description:
        'When the source may publish by itself; null (default) for always. What comes at another time is held, and so are changes of published articles.',
      default: null,
    }),
    account_id: nullable(
      id('Of `media_tracker`, which needs it: the account that the network is asked with.', { default: null }),
    ),
    campaign_id: nullable(
      id(
        'Of `media_tracker`: the campaign of the same site that posts are entries of, if its report has a block for the network.',
        { default: null },
      ),
    ),
    targets: Type.Array(SourceTarget, {
      description:
        'Of `media_tracker`, which needs at least one: what to look for. X searches for all of them at once.',
      maxItems: 20,
      default: [],
    }),
    language: nullable(
      text('Of `media_tracker`: only posts in this language, as the network knows it; null (default) for all.', {
        pattern: TWO_LETTERS,
        maxLength: 2,
        default: null,
        examples: ['fi'],
      }),
    ),
    include_replies: flag('Of `media_tracker`: whether replies are taken too.', { default: false }),
    forecast: Type.Unsafe<Forecast | null>({
      ...nullable(Forecast),
      ...readOnly,
      description: 'Of a `media_tracker` of X: what it will cost..',
    }),
    form: nullable(FormSettings),
    form_path: nullable(
      text('Of `upload_form`: the path of its page on this service, to link to and to embed.', {
        examples: ['/forms/4vJ9sWk2Zr0Yx7cQn1TbLh6G'],
        ...readOnly,
      }),
    ),
    email: nullable(EmailSettings),
    email_address: nullable(
      text('Of `email`: the address that takes messages; null if `MAIL_DOMAIN` is not set.', {
        examples: ['news-4vjk2sa7qtzr6xcn@in.example.com'],
        ...readOnly,
      }),
    ),
    active: flag('False pauses the source: it is not polled, and takes nothing from partners, readers and senders.', {
      default: true,
    }),
    state: oneOf(
      [...SOURCE_STATES],
      '`failing`: three polls in a row failed. `gone`: the server answered 410, so the source was paused.',
      readOnly,
    ),
    paused_at: at('When the source was paused.'),
    interval: integer('The seconds between two polls at present, by how often new items appear.', readOnly),
    next_poll_at: at('The earliest time of the next poll; null while paused.'),
    last_poll_at: at('When the source was last polled.'),
    last_success_at: at('When a poll last succeeded.'),
    last_new_at: at('When a poll last found a new item.'),
    failures: integer('Failed polls since the last success.', { ...readOnly, examples: [0] }),
    last_error: Type.Unsafe<{ code: string; message: string; at: string } | null>({
      ...nullable(SourceError),
      ...readOnly,
      description: 'Why the last poll failed; null if it succeeded.',
    }),
    warnings: Type.Array(Warning, { ...readOnly, description: 'What the last poll found odd. Its items were taken.' }),
    created_at: instant('When the source was created.', readOnly),
    updated_at: instant('When someone last changed the source; polls do not count.', readOnly),
  },
  { title: 'Source' },
);
export const NewSource = creation(Source, ['section_id']);
export const SourceChange = change(Source);

const Submission = Type.Object(
  {
    name: plain('The name that the sender gave.'),
    email: plain('The e-mail address that the sender gave; it is not published.'),
    consents: Type.Array(
      Type.Object(
        { text: plain('The exact words.'), given: flag('Whether the sender agreed.') },
        { title: 'GivenConsent' },
      ),
      { description: 'What the sender was asked, and answered.' },
    ),
    sent_at: instant('When.'),
  },
  { title: 'Submission', description: 'Of an item of a form: who sent it. Null for other items.' },
);
const Mail = Type.Object(
  {
    from_name: plain('The name of the sender, as the message has it.'),
    from_address: plain('The e-mail address of the sender, as the message has it; it is not published.'),
    verified_by: nullable(
      oneOf(
        ['dmarc', 'dkim'],
        'How the message proved its sender; null if it did not, or the sender is not on the list.',
      ),
    ),
    refused_files: Type.Array(
      Type.Object(
        { name: plain('The name of the file.'), reason: plain('Why it was not taken.') },
        { title: 'RefusedFile' },
      ),
      { description: 'Attachments that were not taken.' },
    ),
    received_at: instant('When the message came.'),
  },
  { title: 'Mail', description: 'Of an item of an e-mail source: its message. Null for other items.' },
);
export const SourceItem = Type.Object(
  {
    id: id('Item id. Items that were found later have higher ids.'),
    source_id: id('The source.'),
    external_id: plain('The id that the source gives it.'),
    title: plain('The title as the source has it.'),
    url: nullable(link('The page of the item.')),
    state: oneOf(
      [...ITEM_STATES],
      '`held`: its article is not published. `rejected`: it was refused, or an editor has deleted its article. `duplicate`: another item is the same. `skipped`: it was older than the backlog, or deliberately not taken. `gone`: its source withdrew it. `erased`: it was erased, and is not collected again.',
    ),
    submission: nullable(Submission),
    mail: nullable(Mail),
    reason: nullable(plain('Why it is held by a rule, rejected, a duplicate or skipped.')),
    uid: nullable(
      Type.String({ description: 'The article; of a duplicate, the article of the other item.', format: 'uuid' }),
    ),
    has_upstream_change: flag(
      'Whether the source has changed it since, and its article was left as an editor changed it.',
    ),
    rule_id: nullable(id('The rule that held, rejected or published it.')),
    decided_by: nullable(plain('The editor who approved or rejected it.', { examples: ['person:1'] })),
    decided_at: nullable(instant('When the editor decided.')),
    claimed_by: nullable(plain('The moderator who looks at it just now.', { examples: ['person:1'] })),
    seen_at: instant('When it was first seen.'),
    changed_at: instant('When the source or its state last changed.'),
  },
  { title: 'SourceItem' },
);

export const itemFilters = {
  source_id: Type.Optional(id('Only items of this source.')),
  state: Type.Optional(oneOf([...ITEM_STATES], 'Only items in this state.')),
  uid: Type.Optional(Type.String({ description: 'Only the items of this article.', format: 'uuid' })),
  max_id: Type.Optional(id('Items with a lower id: the next page begins below the last id of this one.')),
};

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

export const Opml = Type.Object(
  {
    document: plain('The feeds of the site as OPML.', { examples: ['<opml version="2.0">…</opml>'] }),
    feeds: integer('How many there are.', { examples: [1] }),
  },
  { title: 'Opml' },
);
export const NewOpml = Type.Object(
  {
    document: plain('A list of feeds as OPML.', { minLength: 1, maxLength: 1_000_000 }),
    section_id: id('The section of the articles.'),
    approval: Type.Optional(Source.properties.approval),
    tags: Type.Optional(Source.properties.tags),
  },
  { title: 'NewOpml', additionalProperties: false },
);
export const OpmlResult = Type.Object(
  {
    address: plain('The address of the feed, as the list has it.'),
    name: plain('Its name.'),
    status: Type.Integer({
      description:
        '201 if it was added, 200 if the site has it, 503 if there was no time for it, else why it was refused.',
      examples: [201],
    }),
    source_id: nullable(id('Its source.')),
    error: nullable(plain('Why it was not added.')),
  },
  { title: 'OpmlResult' },
);
export const unadded = integer('Feeds that there was no time for: send the list again.', { examples: [0] });

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
