/** The audit log, and the part of it that the newsroom shows. */
import { Type } from 'typebox';
import { count, flag, ID_CURSOR, id, instant, nullable, oneOf, text } from './common.ts';

const ACTORS = ['person', 'key', 'admin token', 'command line', 'timer', 'stranger'] as const;
const word = (description: string, example: string) => text(description, { maxLength: 40, examples: [example] });

type FieldValue = string | number | boolean | null | (string | number)[];
const FIELD_VALUE = Type.Unsafe<FieldValue>({
  // Lists first: the serializer writes them as texts where a text would do.
  type: ['array', 'string', 'number', 'boolean', 'null'],
  contentMediaType: 'text/plain',
  items: { type: ['string', 'number'], contentMediaType: 'text/plain' },
});
const fieldValues = (description: string) =>
  nullable(Type.Record(Type.String(), FIELD_VALUE, { description, examples: [{ title: 'Fog until noon' }] }));
const counts = nullable(
  Type.Record(Type.String(), Type.Integer(), {
    description: 'For a batch, a stream or an import: the number of changes of each kind; null for single changes.',
    examples: [{ 'article.publish': 3 }],
  }),
);
const actor = {
  actor_kind: oneOf([...ACTORS], 'The actor that made the change. `timer` is the service itself.'),
  actor_id: nullable(id('The id of the person or the key; null for others.')),
  actor_name: nullable(
    text('The name of the person or the key at that time; null for others.', { examples: ['Ida Holm'] }),
  ),
};
const what = {
  action: word('The action.', 'publish'),
  noun: word('To what.', 'article'),
  noun_id: nullable(
    text('The id of the changed item, or the `uid` of an article; null for several items.', { examples: ['1'] }),
  ),
  title: nullable(text('The title or name of the item at that time.', { examples: ['Fog until noon'] })),
};
const entry = {
  id: id('Entry id. A later change may have a lower id.'),
  at: instant('When.'),
  ...actor,
};

export const AuditEntry = Type.Object(
  {
    ...entry,
    address: nullable(
      text('The network address of the request; null for the command line and the timer.', {
        examples: ['203.0.113.7'],
      }),
    ),
    request_id: nullable(text('`X-Request-Id` of the request.')),
    site_ids: Type.Array(id('A site.'), { description: 'The sites that the change concerns.' }),
    all_sites: flag('Whether the change concerns all sites.'),
    ...what,
    before: fieldValues(
      'The recorded fields that changed, with their old values, objects as JSON; null for a creation.',
    ),
    after: fieldValues('The same fields with their new values; null for a deletion.'),
    counts,
  },
  { title: 'AuditEntry' },
);

export const auditFilters = {
  ...count,
  site_id: Type.Optional(id('Only entries that concern this site.')),
  actor_kind: Type.Optional(oneOf([...ACTORS], 'Only changes by this kind of actor.')),
  person_id: Type.Optional(id('Only changes by this person.')),
  key_id: Type.Optional(id('Only changes by this key.')),
  action: Type.Optional(word('Only this action.', 'publish')),
  noun: Type.Optional(word('Only changes to this noun.', 'article')),
  noun_id: Type.Optional(text('Only changes to the item with this id; use it with `noun`.', { maxLength: 100 })),
  from: Type.Optional(
    instant('Only entries from this time on. A bare date is midnight in UTC.', { examples: ['2026-11-01'] }),
  ),
  to: Type.Optional(instant('Only entries before this time.', { examples: ['2026-12-01'] })),
  cursor: Type.Optional(text('The cursor of the previous answer.', { pattern: ID_CURSOR })),
  format: Type.Optional(
    oneOf(['json', 'csv'], '`csv` answers with a file of all matching entries, like `Accept: text/csv`.'),
  ),
};

export const ActivityEntry = Type.Object(
  {
    ...entry,
    ...what,
    state: nullable(
      text('The new state of an article, if the change affected its state.', { examples: ['published'] }),
    ),
    counts,
  },
  { title: 'ActivityEntry' },
);
export const activityQuery = {
  ...count,
  cursor: Type.Optional(
    text('The cursor of the previous answer; without it the answer has the newest entries.', { maxLength: 20_000 }),
  ),
};
