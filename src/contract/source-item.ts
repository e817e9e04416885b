/** The ledger of the items that sources offered. */
import { Type } from 'typebox';
import { flag, id, instant, link, nullable, oneOf, plain } from './common.ts';

export const ITEM_STATES = ['new', 'held', 'published', 'rejected', 'duplicate', 'skipped', 'gone', 'erased'] as const;

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
