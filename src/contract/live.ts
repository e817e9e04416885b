/** Live events for editors: who has which article open, and which articles have changed. */
import { Type } from 'typebox';
import { ARTICLE_STATES } from './article.ts';
import { flag, id, instant, integer, nullable, oneOf, plain, text } from './common.ts';

const uid = Type.String({ description: 'The article.', format: 'uuid' });

export const NewPresence = Type.Object(
  {
    uid,
    field: Type.Optional(
      nullable(text('The field that the person is editing, if any.', { maxLength: 100, examples: ['body'] })),
    ),
    active: Type.Optional(flag('`false` if the caller has closed the article.', { default: true })),
  },
  { title: 'NewPresence', additionalProperties: false },
);

export const Presence = Type.Object(
  {
    uid,
    by: plain('The person or key that has the article open.', { examples: ['person:1'] }),
    name: nullable(plain('Name of the person or key; null if it has none.', { examples: ['Ida Holm'] })),
    field: nullable(plain('The field that the person is editing, if any.')),
    since: instant('When the article was opened.'),
  },
  { title: 'Presence' },
);

export const LiveArticle = Type.Object(
  {
    uid,
    id: nullable(id('The article’s id; null until it is published.')),
    state: oneOf([...ARTICLE_STATES], 'The state of the article.'),
    version: integer('The save counter of the article.'),
    published_version: nullable(integer('The version that was published last.')),
    updated_by: plain('The person or key that last saved the text.', { examples: ['person:1'] }),
    updated_at: instant('When the text was last saved.'),
    deleted: Type.Boolean({ description: 'Whether the article is in the trash.' }),
  },
  { title: 'LiveArticle' },
);

/** The data of each kind of event. */
export const LiveEvent = Type.Object(
  {
    article: Type.Optional(LiveArticle),
    presence: Type.Optional(
      Type.Object({ uid, presences: Type.Array(Presence) }, { description: 'Everyone who has the article open now.' }),
    ),
    counts: Type.Optional(Type.Object({}, { description: 'Counts of articles may have changed.' })),
    ready: Type.Optional(Type.Object({}, { description: 'All events since the last event id have been sent.' })),
    reset: Type.Optional(
      Type.Object({}, { description: 'Too many events since the last event id: read everything again.' }),
    ),
    end: Type.Optional(
      Type.Object({ error: plain('The reason.') }, { description: 'The session, the role or the key has ended.' }),
    ),
  },
  { title: 'LiveEvents', description: 'The data of each kind of event, under its name.' },
);

export const liveQuery = {
  last_event_id: Type.Optional(
    text('The id of the last event received. The header `Last-Event-ID` takes precedence.', {
      maxLength: 20_000,
    }),
  ),
  once: Type.Optional(
    Type.Boolean({
      description: '`true` sends the events since `last_event_id` and ends, for clients that poll.',
      default: false,
    }),
  ),
};
