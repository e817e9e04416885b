/** What happens while editors work: who has which article open, and which articles were changed. */
import { Type } from 'typebox';
import { ARTICLE_STATES } from './article.ts';
import { flag, id, instant, integer, nullable, oneOf, plain, text } from './common.ts';

const uid = Type.String({ description: 'The article.', format: 'uuid' });

export const NewPresence = Type.Object(
  {
    uid,
    field: Type.Optional(
      nullable(text('The field that is being written, if any.', { maxLength: 100, examples: ['body'] })),
    ),
    active: Type.Optional(flag('`false`: the article was closed.', { default: true })),
  },
  { title: 'NewPresence', additionalProperties: false },
);

export const Presence = Type.Object(
  {
    uid,
    by: plain('Who has it open.', { examples: ['person:1'] }),
    name: nullable(plain('Their name; null for keys without one.', { examples: ['Ida Holm'] })),
    field: nullable(plain('The field that is being written, if any.')),
    since: instant('Since when.'),
  },
  { title: 'Presence' },
);

export const LiveArticle = Type.Object(
  {
    uid,
    id: nullable(id('Its id; null until it is published.')),
    state: oneOf([...ARTICLE_STATES], 'Its state.'),
    version: integer('Its save counter.'),
    updated_by: plain('Who saved its text last.', { examples: ['person:1'] }),
    updated_at: instant('When its text was last saved.'),
    deleted: Type.Boolean({ description: 'Whether it is in the trash.' }),
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
    ready: Type.Optional(Type.Object({}, { description: 'Everything since the last event id was sent.' })),
    reset: Type.Optional(Type.Object({}, { description: 'Too much happened since: read everything again.' })),
    end: Type.Optional(
      Type.Object({ error: plain('Why.') }, { description: 'The session, the role or the key has ended.' }),
    ),
  },
  { title: 'LiveEvents', description: 'The data of each kind of event, under its name.' },
);

export const liveQuery = {
  last_event_id: Type.Optional(
    text('Where the last connection ended, as the header `Last-Event-ID`, which counts before it.', {
      maxLength: 20_000,
    }),
  ),
  once: Type.Optional(
    Type.Boolean({
      description: '`true` sends what has happened since `last_event_id` and ends, for clients that poll.',
      default: false,
    }),
  ),
};
