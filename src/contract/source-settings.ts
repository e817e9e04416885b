/** Settings of sources of one kind or another: windows, forms, e-mail, what trackers look for. */
import { type Static, Type } from 'typebox';
import {
  CLOCK,
  flag,
  HOST,
  instant,
  nullable,
  oneOf,
  PRINTABLE,
  plain,
  SENDER,
  SITE_ORIGIN,
  TARGET,
  text,
  title,
} from './common.ts';

export const TARGET_TYPES = ['hashtag', 'phrase', 'account', 'own', 'tagged'] as const;

export const address = (description: string) =>
  Type.String({
    description,
    format: 'receiver',
    minLength: 1,
    maxLength: 2_000,
    examples: ['https://example.com/feed.xml'],
  });

const clock = (description: string, example: string) =>
  text(description, { pattern: CLOCK, maxLength: 5, examples: [example] });
export const Window = Type.Object(
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
export type Window = Static<typeof Window>;
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
          'Of `imap`: the name by which your own mail server signs `Authentication-Results`, if it deletes those of others. Its DMARC result proves senders, if the signature covers what readers see or its SPF result is `pass` too. By default null: only signatures (DKIM) count.',
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
export const SourceTarget = Type.Object(
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
