/** Building blocks of the wire schemas. */
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

export const LARGEST_ID = Number.MAX_SAFE_INTEGER;
/** A given id leaves room for the ids that are assigned after it. */
export const LARGEST_GIVEN_ID = 1_000_000_000_000;
export const LARGEST_INTEGER = 2_147_483_647;

const NOT_BLANK = '\\S';
const SLUG = '^[\\p{L}\\p{N}][\\p{L}\\p{N}._~-]*$';
const COLOR = '^#[0-9a-fA-F]{6}$';
const LOCALE = '^[a-z]{2,3}([_-][A-Za-z0-9]{2,8})*$';
export const SITE_ADDRESS = '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$';
export const SITE_ORIGIN = '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?$';
/** A `{token}` anywhere after the host. */
export const PREVIEW_ADDRESS = '^https?://[^\\s/?#@{}\\\\]+[/?#][^\\s{}]*\\{token\\}[^\\s{}]*$';
/** A plausible address without control and invisible characters; nothing is sent to it. */
export const EMAIL =
  '^[^\\s@\\p{Cc}\\p{Cf}\\p{DI}\\u2800]+@[^\\s@\\p{Cc}\\p{Cf}\\p{DI}\\u2800]*[^\\s@\\p{Cc}\\p{Cf}\\p{DI}\\u2800.]$';
export const LONGEST_EMAIL = 254;
/** Not blank, without control characters, line breaks and changes of the writing direction. */
export const ONE_LINE = '^(?=.*\\S)[^\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]+$';
export const LANGUAGE = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
/** Two dots would be another address. */
export const EXTERNAL_ID = '^(?!\\.{1,2}$)[^\\s\\p{Cc}]([^\\p{Cc}]*[^\\s\\p{Cc}])?$';
const STATE = '(draft|pending|scheduled|published|unpublished)';
export const SOME_STATES = `^${STATE}(,${STATE})*$`;
export const ARTICLE_ADDRESS = '^([1-9][0-9]{0,14}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';
export const LIST_CURSOR = '^[A-Za-z0-9_-]+$';
/** `23:59` */
export const CLOCK = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
/** A host, with a port if it has one. */
export const SERVER = '^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:[0-9]{1,5})?$';
/** A host name, without a port. */
export const HOST = '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$';
/** Without control characters, which could end a command. */
export const PRINTABLE = '^[^\\p{Cc}\\p{Cs}]+$';
export const TOKEN = '^[\\x21-\\x7e]+$';
export const TWO_LETTERS = '^[a-z]{2}$';
/** ISO 639, without a region. */
export const LANGUAGE_CODE = '^[a-z]{2,3}$';
/** Words without signs that queries of networks have a meaning for. */
export const TARGET = "^(?:[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_ .@'’&-]*[\\p{L}\\p{N}_])?)?$";
export const COUNTRY = '^[A-Z]{2}$';
/** Cursors of lists that are sorted by an id. */
export const ID_CURSOR = '^[1-9][0-9]{0,14}$';
export const CHANGE_CURSOR = '^[0-9]{1,15}([.][0-9]{1,15}){0,2}$';
export const SOME_IDS = '^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,99}$';
export const BASE64 = '^[A-Za-z0-9+/]*={0,2}$';
export const BASE64URL = '^[A-Za-z0-9_-]*$';
/** SHA-256 */
export const HASH = '^[0-9a-f]{64}$';
/** Of the content of an item; erased items have a short one. */
export const CONTENT_HASH = '^[0-9a-f]{2,64}$';
/** A path of this service: two slashes at its beginning would name another host. */
export const OWN_PATH = '^/([A-Za-z0-9_~?=&%+.,:;@!*()-][A-Za-z0-9_~?=&%+.,:;@!*()/-]*)?$';
export const SENDER = '^(?:[^@\\s]+@)?[^@\\s.]+(?:\\.[^@\\s.]+)+$';
export const MAIL_NAME = '^[a-z0-9-]{17,64}$';
export const FORM_TOKEN = '^[A-Za-z0-9_-]{24}$';
export const LATITUDE = '^-?(90(\\.0+)?|[1-8]?[0-9](\\.[0-9]{1,15})?)$';
export const LONGITUDE = '^-?(180(\\.0+)?|(1[0-7][0-9]|[1-9]?[0-9])(\\.[0-9]{1,15})?)$';

/** Descriptions of patterns for error messages, which show no regular expressions. */
export const patternWords: Record<string, string> = {
  [NOT_BLANK]: 'must not be blank',
  [SLUG]: 'may contain letters, digits and . _ ~ -, and must begin with a letter or digit',
  [COLOR]: 'must be a colour such as #0a6ebd',
  [LOCALE]: 'must be a language such as fi or en-GB',
  [SITE_ADDRESS]: 'must be an address without user, query or fragment, such as https://example.com',
  [SITE_ORIGIN]: 'must be an origin such as https://www.example.com',
  [PREVIEW_ADDRESS]: 'must be an address that has {token} once, such as https://example.com/preview?token={token}',
  [EMAIL]: 'must be an e-mail address such as ida@example.com, without invisible characters',
  [ONE_LINE]: 'must be one line, not blank and without control characters',
  [LANGUAGE]: 'must be a language such as fi or en-GB',
  [EXTERNAL_ID]: 'must be one line without spaces around it, and neither . nor ..',
  [SOME_STATES]:
    'must be one of draft, pending, scheduled, published, unpublished, or several of them separated by commas',
  [ARTICLE_ADDRESS]: 'must be the uid of an article, or its id',
  [LIST_CURSOR]: 'must be a cursor from an answer of this list',
  [CLOCK]: 'must be a time from 00:00 to 23:59',
  [COUNTRY]: 'must be a country code of two capitals, such as FI',
  [TWO_LETTERS]: 'must be a language of two letters, such as fi',
  [LANGUAGE_CODE]: 'must be a language of two or three letters, such as fi',
  [TARGET]: 'must be words of letters and digits, without # and quotation marks',
  [SERVER]: 'must be a host such as mastodon.social',
  [HOST]: 'must be a host such as imap.example.com',
  [PRINTABLE]: 'must not contain control characters',
  [TOKEN]: 'must be ASCII characters without spaces',
  [ID_CURSOR]: 'must be a cursor from an answer of this list',
  [CHANGE_CURSOR]: 'must be a cursor from an answer of this list',
  [SOME_IDS]: 'must be ids separated by commas, at most 100',
  [BASE64]: 'must be base64',
  [BASE64URL]: 'must be base64url',
  [HASH]: 'must be a SHA-256 hash of 64 hexadecimal digits',
  [CONTENT_HASH]: 'must be a hash of 2 to 64 hexadecimal digits',
  [OWN_PATH]: 'must be a path of this service, such as /newsroom',
  [SENDER]: 'must be an e-mail address or a domain, such as example.com',
  [MAIL_NAME]: 'must be 17 to 64 small letters, digits and hyphens',
  [FORM_TOKEN]: 'must be 24 letters, digits, hyphens and underscores',
  [LATITUDE]: 'must be a latitude from -90 to 90',
  [LONGITUDE]: 'must be a longitude from -180 to 180',
};

type Options = Record<string, unknown>;

const HTML = 'text/html';
const PICTURE = 'uri-reference';

/** `type: ["string", "null"]`: the only form of nullable that validation, OpenAPI 3.1 and the serializer all accept. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values, ...rest } = schema as Options; // a schema is a plain object of JSON Schema keywords
  return Type.Unsafe({
    ...rest,
    type: [type ?? 'string', 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  });
}

export const readOnly = { readOnly: true };

/**
 * On an object: unknown fields of a migration are dropped and reported, not rejected. `always`: unknown fields of every
 * request are dropped, without a report.
 */
export const DROPS_UNKNOWN = 'x-drops-unknown';

/** Whether a schema is for a web address, or for a field that may contain one. */
export function isAddress(schema: TSchema): boolean {
  const { format } = schema as Options; // a schema is a plain object of JSON Schema keywords
  return format === 'uri' || format === 'contact' || format === PICTURE;
}

/** Whether a schema is for the address of a picture, which may be a media item of the site. */
export function isPicture(schema: TSchema): boolean {
  return (schema as Options).format === PICTURE;
}

export function isHtml(schema: TSchema): boolean {
  return (schema as Options).contentMediaType === HTML;
}

export const id = (description: string, options: Options = {}) =>
  Type.Integer({ description, minimum: 1, maximum: LARGEST_ID, examples: [1], ...options });
export const integer = (description: string, options: Options = {}) =>
  Type.Integer({ description, minimum: -LARGEST_INTEGER, maximum: LARGEST_INTEGER, examples: [1], ...options });
export const flag = (description: string, options: Options = {}) => Type.Boolean({ description, ...options });
const LONGEST_TEXT = 2_000;
/** Plain text of any length, which pages must escape. Every string declares its kind; see test/strings.test.ts. */
export const plain = (description: string, options: Options = {}) =>
  Type.String({ description, contentMediaType: 'text/plain', ...options });
export const text = (description: string, options: Options = {}) =>
  plain(description, { maxLength: LONGEST_TEXT, ...options });
/** A name that people see: not empty, not blank. */
export const title = (description: string, options: Options = {}) =>
  text(description, { maxLength: 500, pattern: NOT_BLANK, ...options });
/** HTML that was sanitised when it was saved. */
export const html = (description: string, options: Options = {}) =>
  Type.String({ description, contentMediaType: HTML, ...options });
/** Empty, or an absolute address of http or https. */
export const webAddress = (description: string, options: Options = {}) =>
  link(description, { maxLength: LONGEST_TEXT, examples: ['https://example.com/'], ...options });
/** The same, of any length: made by the service. */
export const link = (description: string, options: Options = {}) =>
  Type.String({ description, format: 'uri', ...options });
/** A contact: a web page, an e-mail address, or a bare name such as `@aino`; never `javascript:` and similar. */
export const contact = (description: string) =>
  Type.String({ description, format: 'contact', maxLength: LONGEST_TEXT });
/** A user who is tagged in a picture. */
export const photoUser = (options: Options = {}) =>
  Type.Object(
    {
      user: Type.Object(
        {
          id: text('Id in the network.'),
          username: text('Name in the network.'),
          fullname: text('Full name.'),
          profile_picture_url: webAddress('Picture.'),
        },
        options,
      ),
      position: Type.Object({ x: Type.Number(), y: Type.Number() }, options),
    },
    options,
  );
/** The address of a picture: on any server, or the `path` of a media item, which is served as a full address. */
export const pictureAddress = (description: string, options: Options = {}) =>
  webAddress(description, { format: PICTURE, examples: ['https://example.com/files/cover.jpg'], ...options });
export const picture = (description: string) => nullable(pictureAddress(description, { minLength: 1 }));
export const slug = (description: string, options: Options = {}) =>
  text(description, {
    minLength: 1,
    maxLength: 200,
    pattern: SLUG,
    examples: ['harbour-life'],
    ...options,
  });
export const color = (description: string) => nullable(text(description, { pattern: COLOR, examples: ['#0a6ebd'] }));
export const locale = (description: string, options: Options = {}) =>
  text(description, { pattern: LOCALE, maxLength: 35, examples: ['en'], ...options });
export const instant = (description: string, options: Options = {}) =>
  Type.String({ description, format: 'date-time', examples: ['2026-03-29T09:00:00Z'], ...options });
export const localInstant = (description: string) =>
  instant(description, { examples: ['2026-03-29T12:00:00+03:00'], ...readOnly });
export const words = (description: string, example: string) =>
  Type.Array(text('', { maxLength: 200, pattern: NOT_BLANK }), {
    description,
    maxItems: 500,
    examples: [[example]],
  });
export const oneOf = <const Values extends string[]>(values: Values, description: string, options: Options = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, description, ...options });

export const OpenGraph = Type.Object(
  {
    og_title: Type.Optional(nullable(text('Title for shares.'))),
    og_description: Type.Optional(nullable(text('Description for shares.'))),
    og_url: Type.Optional(nullable(webAddress('Address for shares.'))),
    og_image: Type.Optional(nullable(pictureAddress('Picture for shares.'))),
  },
  { description: 'How social networks show a shared link.', additionalProperties: false },
);

export const Meta = Type.Object(
  {
    total_count: nullable(
      Type.Integer({ description: 'The number of matching items; null where it is not computed.', examples: [1] }),
    ),
    count: Type.Integer({ description: 'The number of items in this answer.', examples: [1] }),
  },
  { title: 'Meta' },
);
export const Pagination = Type.Object(
  {
    base: link('The address without parameters.'),
    refresh: link('Articles newer than this page.'),
    older: nullable(link('Older articles; null on the last page.')),
  },
  { title: 'Pagination' },
);
export const CountMeta = Type.Object(
  { count: Type.Integer({ description: 'The number of items in this answer.', examples: [1] }) },
  { title: 'CountMeta' },
);

/** The most problems of one answer. */
export const MOST_PROBLEMS = 100;
export const Problem = Type.Object({
  path: plain('The field, as a JSON pointer.', { examples: ['/name'] }),
  message: plain('The problem at that path.'),
});
export const Failure = Type.Object(
  {
    error: plain('One sentence that says what is wrong.', { examples: ['There is no such author.'] }),
    parameter: Type.Optional(plain('The invalid parameter.')),
    problems: Type.Optional(Type.Array(Problem, { description: `All problems in the body, up to ${MOST_PROBLEMS}.` })),
    version: Type.Optional(
      integer('The current version of something that was saved since you read it: what `If-Match` named is stale.'),
    ),
    changed_fields: Type.Optional(
      nullable(
        Type.Array(plain('A field.'), {
          description:
            'The fields that have changed since the version of If-Match; null if that version is over 30 days old.',
        }),
      ),
    ),
    changed_by: Type.Optional(plain('The person or key that last saved the article.', { examples: ['key:1'] })),
    changed_by_name: Type.Optional(
      nullable(plain('The name of that person or key; null if it has none.', { examples: ['Ida Holm'] })),
    ),
    changed_at: Type.Optional(instant('When the article was last saved.')),
    taken_field: Type.Optional(plain('The field whose value another item has already.', { examples: ['section_url'] })),
    missing_field: Type.Optional(
      plain('The field to send: what the stored value names was deleted.', { examples: ['section_id'] }),
    ),
    claimed_by: Type.Optional(plain('The moderator who looks at it.', { examples: ['person:1'] })),
    claimed_by_name: Type.Optional(nullable(plain('The name of that person; null for a key.'))),
    used_by: Type.Optional(
      Type.Object(
        {
          kind: oneOf(
            ['article', 'published_article', 'section', 'webhook', 'source'],
            'The kind of items that use it.',
          ),
          count: integer('The number of those items.'),
        },
        { description: 'Why it cannot be deleted.' },
      ),
    ),
    needs_confirmation: Type.Optional(
      flag('True if the person must first confirm the session: PUT /v1/manage/sessions/current/confirmation.'),
    ),
  },
  { title: 'Error', additionalProperties: false },
);

// ── parameters ──

export const fields = {
  fields: Type.Optional(
    text('Comma-separated names: items contain only these fields. Unknown names are ignored.', {
      examples: ['id,name'],
      maxLength: 10_000,
    }),
  ),
};
/** The most items of one answer. */
export const MOST_ITEMS = 100;
export const count = {
  count: Type.Optional(
    Type.Integer({ description: 'Items per response.', minimum: 1, maximum: MOST_ITEMS, default: 20, examples: [20] }),
  ),
};
export const offset = {
  offset: Type.Optional(
    Type.Integer({ description: 'Skip this many from the start.', minimum: 0, maximum: LARGEST_INTEGER, default: 0 }),
  ),
};
export const page = {
  ...count,
  page: Type.Optional(
    Type.Integer({
      description: 'The number of the page, starting at 1.',
      minimum: 1,
      maximum: 10_000_000,
      default: 1,
    }),
  ),
};
export const none = {};
