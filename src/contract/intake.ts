/** Moderation of what sources offer: rules, blocks, the hold, decisions about items. */
import { Type } from 'typebox';
import {
  flag,
  HASH,
  html,
  id,
  instant,
  integer,
  LANGUAGE_CODE,
  link,
  nullable,
  oneOf,
  picture,
  plain,
  readOnly,
  text,
  title,
  words,
} from './common.ts';
import { change, creation } from './manage.ts';
import { SourceItem } from './source-item.ts';

export const RULE_ACTIONS = ['publish', 'hold', 'reject', 'tag', 'move'] as const;
export const BLOCK_KINDS = ['word', 'person', 'domain'] as const;
export const MOST_DECISIONS = 500;

const some = (description: string, example: string) =>
  Type.Optional(
    Type.Array(text('', { minLength: 1, maxLength: 200 }), {
      description,
      minItems: 1,
      maxItems: 100,
      examples: [[example]],
    }),
  );

const followers = (description: string) =>
  Type.Optional(
    integer(`${description} An item without a known number does not match.`, {
      ...{ minimum: 0, maximum: 2_147_483_647, examples: [100] },
    }),
  );

export const RuleMatch = Type.Object(
  {
    words: some(
      'Words or phrases, of which one must occur in the title, summary, text, tags or author. `*` stands for any letters.',
      'lottery*',
    ),
    people: some('Authors, of whom one must have written it.', 'Ida Holm'),
    domains: some('Domains, of which one must be in the address or in a link; subdomains count.', 'spam.example'),
    has_image: Type.Optional(flag('Whether it must have a picture, or must have none.')),
    older_than_hours: Type.Optional(
      integer('It must have been published earlier than this many hours ago.', { minimum: 1, maximum: 87_600 }),
    ),
    daily_cap: Type.Optional(
      integer('The source must have brought this many articles in the last 24 hours.', {
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    languages: Type.Optional(
      Type.Array(text('', { pattern: LANGUAGE_CODE, maxLength: 200 }), {
        description:
          'Languages, of which it must name one, as its network or feed says. An item that names none is in none of them.',
        minItems: 1,
        maxItems: 100,
        examples: [['fi']],
      }),
    ),
    is_reply: Type.Optional(flag('Whether it must answer another post, or must not. What is no post answers none.')),
    min_followers: followers('The fewest followers that its poster may have.'),
    max_followers: followers('The most followers that its poster may have.'),
  },
  {
    title: 'RuleMatch',
    description: 'The conditions, which must all be true. Without any, the rule matches every item.',
    additionalProperties: false,
  },
);

export const IntakeRule = Type.Object(
  {
    id: id('Rule id.', readOnly),
    site_id: id('The site.', readOnly),
    source_id: nullable(id('The source whose items it judges; null for all sources.')),
    name: title('A name for editors; it is in the reason of items that the rule holds or rejects.', { maxLength: 200 }),
    position: integer('Rules run in this order; equal ones by id.', { default: 0, examples: [10] }),
    match: RuleMatch,
    action: oneOf(
      [...RULE_ACTIONS],
      'The first rule that says `publish`, `hold` or `reject` decides. `tag` and `move` change the article, and later rules run too.',
    ),
    tags: words('The tags that `tag` adds.', 'ferry'),
    section_id: nullable(id('The section that `move` puts the article in.')),
    active: flag('False switches it off.', { default: true }),
    created_at: instant('When the rule was created.', readOnly),
    updated_at: instant('When the rule was last changed.', readOnly),
  },
  { title: 'IntakeRule' },
);
export const NewIntakeRule = creation(IntakeRule, ['name', 'action', 'match']);
export const IntakeRuleChange = change(IntakeRule);

export const NewTrial = Type.Object(
  {
    rule: Type.Optional(NewIntakeRule),
    replaces: Type.Optional(id('The stored rule that `rule` stands in for.')),
  },
  { title: 'NewRuleTrial', additionalProperties: false },
);
const TriedRule = Type.Object(
  {
    id: nullable(id('The rule; null for the one in the request.')),
    name: plain('Its name.'),
    action: oneOf([...RULE_ACTIONS], 'Its action.'),
    matched: integer('Items that it would have matched.', { examples: [3] }),
    decided: integer('Items that it would have published, held or rejected.', { examples: [3] }),
  },
  { title: 'TriedRule' },
);
const TriedItem = Type.Object(
  {
    id: id('The item.'),
    source_id: id('The source.'),
    title: plain('Its title.'),
    state: SourceItem.properties.state,
    outcome: oneOf(['published', 'held', 'rejected'], 'What would have become of it.'),
    rule_id: nullable(id('The rule that would have decided; null if none would, or the one in the request.')),
    reason: nullable(plain('Why it would have been held or rejected.')),
  },
  { title: 'TriedItem' },
);
export const RuleTrial = Type.Object(
  {
    items: integer('How many items were tried: the newest 500 whose content is still stored.', { examples: [1] }),
    from: nullable(instant('When the oldest of them was seen.')),
    to: nullable(instant('When the newest of them was seen.')),
    rules: Type.Array(TriedRule, { description: 'The rules, in their order.' }),
    changed: Type.Array(TriedItem, {
      description:
        'The items with another outcome than today, the newest first; with `rule` only those whose outcome it changes.',
    }),
  },
  { title: 'RuleTrial' },
);

export const Blocked = Type.Object(
  {
    id: id('Block id.', readOnly),
    kind: oneOf(
      [...BLOCK_KINDS],
      'A word or phrase, a person by name or e-mail address, or a domain with its subdomains.',
    ),
    value: text('The word, name or domain. It is stored in lower case; `*` in a word stands for any letters.', {
      minLength: 1,
      maxLength: 200,
      examples: ['lottery*'],
    }),
    created_by: plain('The person or key that blocked it.', { ...readOnly, examples: ['person:1'] }),
    created_at: instant('When it was blocked.', readOnly),
  },
  { title: 'Blocked' },
);
export const NewBlocked = Type.Object(
  { kind: Blocked.properties.kind, value: Blocked.properties.value },
  { title: 'NewBlocked', additionalProperties: false },
);
export const blockedFilters = { kind: Type.Optional(oneOf([...BLOCK_KINDS], 'Only this kind.')) };

export const NewHold = Type.Object(
  {
    unpublish_minutes: Type.Optional(
      integer('Also unpublish the articles that sources published in the last minutes; they become pending.', {
        minimum: 1,
        maximum: 1_440,
        examples: [30],
      }),
    ),
  },
  { title: 'NewHold', additionalProperties: false },
);
const held = {
  held: flag(
    'Whether intake publishes nothing: every new article is pending, and changes of published ones are stored.',
  ),
  held_by: nullable(plain('The person or key that ordered it.', { examples: ['person:1'] })),
  held_at: nullable(instant('Since when.')),
  collects: flag(
    'Whether sources are asked for new articles: not in a restored installation that was not released yet.',
  ),
};
export const InstallationHold = Type.Object(held, { title: 'InstallationHold' });
export const Hold = Type.Object(
  {
    ...held,
    all_sites: flag('Whether all sites are held, by `PUT /v1/manage/intake/hold`.'),
    unpublished: integer('Articles that this request unpublished.', { examples: [0] }),
    remaining: integer('Articles that are still to be unpublished: send the request again.', { examples: [0] }),
  },
  { title: 'Hold' },
);

const reason = Type.Optional(text('Why, for other editors.', { maxLength: 500, examples: ['Advertising.'] }));
export const NewApproval = Type.Object(
  {
    state: Type.Optional(
      oneOf(['published', 'draft'], 'Whether the article is published or becomes a draft.', { default: 'published' }),
    ),
    publish_at: Type.Optional(nullable(instant('When to publish; by default now.'))),
    section_id: Type.Optional(id('Another section than that of the source.')),
  },
  { title: 'NewApproval', additionalProperties: false },
);
export const NewRejection = Type.Object({ reason }, { title: 'NewRejection', additionalProperties: false });

export const NewDecision = Type.Object(
  {
    id: id('The item.'),
    decision: oneOf(['approve', 'reject'], 'Publish its article, or move it to the trash.'),
    reason,
  },
  { title: 'NewDecision', additionalProperties: false },
);
export const NewDecisions = Type.Object(
  {
    decisions: Type.Array(NewDecision, {
      description: 'Decisions, which are carried out one after the other.',
      minItems: 1,
      maxItems: MOST_DECISIONS,
    }),
  },
  { title: 'NewDecisions', additionalProperties: false },
);
export const DecisionResult = Type.Object(
  {
    id: id('The item.'),
    status: Type.Integer({
      description: 'The status that the single request would have; 503 if there was no time for it.',
      examples: [200],
    }),
    state: nullable(SourceItem.properties.state),
    error: nullable(plain('Why it failed.')),
  },
  { title: 'DecisionResult' },
);
export const undecided = integer('Decisions that there was no time for: send them again.', { examples: [0] });
export const Claim = Type.Object(
  {
    claimed_by: plain('The moderator.', { examples: ['person:1'] }),
    claimed_until: instant('When the claim ends by itself.'),
  },
  { title: 'Claim' },
);

/** The fields that a source decides. */
export const UPSTREAM_FIELDS = ['title', 'summary', 'body', 'url', 'author_credit', 'cover_url', 'tags'] as const;
const upstreamField = oneOf([...UPSTREAM_FIELDS], 'A field.');
const hash = plain('The hash of the change.', { pattern: HASH });
const upstreamText = (description: string) =>
  Type.Object(
    {
      title: plain('The title.'),
      summary: html('The summary.'),
      body: html('The text.'),
      url: nullable(link('The page of the item.')),
      author_credit: plain('The author.'),
      cover_url: picture('The picture.'),
      tags: Type.Array(plain('A tag.'), { description: 'The tags.' }),
    },
    { title: 'UpstreamText', description },
  );
export const UpstreamChange = Type.Object(
  {
    item_id: id('The item.'),
    uid: Type.String({ description: 'The article.', format: 'uuid' }),
    hash,
    fields: Type.Array(upstreamField, { description: 'The fields that differ.', examples: [['title']] }),
    article: upstreamText('The article as editors have it.'),
    upstream: upstreamText('The article as the source would have it.'),
  },
  { title: 'UpstreamChange' },
);
const seenHash = Type.Optional(
  text('The `hash` of the change that you read: 409 if the source has changed it again.', {
    pattern: HASH,
  }),
);
export const NewApplication = Type.Object(
  {
    fields: Type.Optional(
      Type.Array(upstreamField, {
        description: 'The fields to take from the source; by default those that differ.',
        minItems: 1,
        maxItems: UPSTREAM_FIELDS.length,
        examples: [['title']],
      }),
    ),
    publish: Type.Optional(flag('Whether to publish the article too.', { default: false })),
    hash: seenHash,
  },
  { title: 'NewApplication', additionalProperties: false },
);
export const NewDismissal = Type.Object({ hash: seenHash }, { title: 'NewDismissal', additionalProperties: false });

export const NewErasure = Type.Object(
  {
    item_id: Type.Optional(id('An item, which is erased with its article.')),
    person: Type.Optional(
      text('A person, all of whose items are erased: the author, as the sources name them.', {
        minLength: 1,
        maxLength: 500,
        examples: ['Ida Holm'],
      }),
    ),
  },
  { title: 'NewErasure', additionalProperties: false },
);
export const Erasure = Type.Object(
  {
    id: id('Erasure id.'),
    state: oneOf(['running', 'done'], 'Whether everything is erased.'),
    requested_by: plain('The person or key that ordered it.', { examples: ['person:1'] }),
    requested_at: instant('When it was ordered.'),
    done_at: nullable(instant('When it was done.')),
    items: integer('Items of the ledger that were erased.', { examples: [1] }),
    articles: integer('Articles that were deleted.', { examples: [1] }),
    media: integer('Media items that were deleted.', { examples: [0] }),
  },
  { title: 'Erasure' },
);
