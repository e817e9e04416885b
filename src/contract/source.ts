/** Sources in the management API. */
import { type Static, Type } from 'typebox';
import {
  flag,
  id,
  instant,
  integer,
  nullable,
  oneOf,
  plain,
  readOnly,
  TWO_LETTERS,
  text,
  title,
  words,
} from './common.ts';
import { change, creation } from './manage.ts';
import { address, EmailSettings, FormSettings, SourceTarget, Window } from './source-settings.ts';

export const SOURCE_STATES = ['active', 'paused', 'failing', 'gone'] as const;
export const SOURCE_KINDS = ['feed', 'guest_api', 'upload_form', 'email', 'media_tracker'] as const;
/** Fields of articles that a source may keep partners from sending. */
export const GUEST_FIELDS = ['summary', 'body', 'url', 'author', 'tags', 'cover_url', 'published_at'] as const;
export const SHORTEST_INTERVAL = 300;
export const LONGEST_INTERVAL = 86_400;

const at = (description: string) => nullable(instant(description, readOnly));
export const SourceError = Type.Object(
  {
    code: text('The reason in one word.', { examples: ['not_a_feed'] }),
    message: plain('The reason in one sentence.'),
    at: instant('When the poll failed.'),
  },
  { title: 'SourceError' },
);

const Warning = Type.Object(
  {
    code: oneOf(['too_many_items', 'repeated_ids', 'moved', 'not_moved'], 'The warning in one word.'),
    message: plain('The warning in one sentence.'),
  },
  { title: 'SourceWarning' },
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
