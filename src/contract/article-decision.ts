/** Decisions of moderators about articles that people submitted. */
import { type Static, Type } from 'typebox';
import { id, instant, nullable, oneOf, plain, text } from './common.ts';

const outcome = oneOf(
  ['returned', 'rejected'],
  '`returned`: a draft again, for its author to go on. `rejected`: in the trash for 30 days.',
);
const uid = Type.String({ description: 'The article.', format: 'uuid' });
const note = 'Why, for its author and other editors.';

export const NewArticleDecision = Type.Object(
  { outcome, note: Type.Optional(text(note, { maxLength: 2_000, default: '', examples: ['Who says so?'] })) },
  { title: 'NewArticleDecision', additionalProperties: false },
);
export const ArticleDecision = Type.Object(
  {
    id: id('The decision.'),
    uid,
    title: plain('The title of the article.'),
    outcome,
    note: text(`${note} May be empty.`, { examples: ['Who says so?'] }),
    decided_by: plain('Who decided.', { examples: ['person:1'] }),
    decided_by_name: nullable(plain('The name of that person or key; null if it was deleted.')),
    decided_at: instant('When it was decided.'),
  },
  { title: 'ArticleDecision' },
);
export type ArticleDecision = Static<typeof ArticleDecision>;

export const decisionFilters = {
  uid: Type.Optional(Type.String({ description: 'Only those about this article.', format: 'uuid' })),
  trash: Type.Optional(
    oneOf(['true'], '`true`: only those by which an article is in the trash now.', { examples: ['true'] }),
  ),
  max_id: Type.Optional(id('Decisions with a lower id: the next page begins below the last id of this one.')),
};
