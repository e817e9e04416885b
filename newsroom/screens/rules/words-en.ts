import { plural } from '../../i18n/plural.ts';

const items = plural('en', { one: '# item', other: '# items' });

export const rulesEn = {
  title: 'Rules',
  create: 'New rule',
  search: 'Search rules',
  empty: 'No rules yet',
  emptyHint: 'Rules judge what sources bring, in this order. The first that publishes, holds or rejects decides.',
  actions: {
    publish: 'Publish',
    hold: 'Hold for an editor',
    reject: 'Reject',
    tag: 'Add tags',
    move: 'Move to a section',
  },
  off: 'Off',
  every: 'Every item',
  fields: {
    name: 'Name',
    nameHint: 'It is in the reason of items that the rule holds or rejects.',
    source: 'Source',
    allSources: 'All sources',
    action: 'What it does',
    tags: 'Tags that it adds',
    section: 'Section that it moves to',
    noSection: 'Choose a section',
    conditions: 'If all of these are true',
    conditionsHint: 'Without any condition, the rule matches every item.',
    words: 'One of these words occurs',
    wordsHint: '* stands for any letters: lotter*',
    people: 'One of these people has written it',
    domains: 'It is from or links to one of these domains',
    image: 'Pictures',
    images: { any: 'With or without', yes: 'It has a picture', no: 'It has no picture' },
    older: 'It is older than this many hours',
    cap: 'The source has brought this many in 24 hours',
    active: 'Switched on',
  },
  trial: {
    title: 'Try it on past items',
    hint: 'Nothing is changed. The rule is tried as it is in the form, together with the others.',
    run: 'Try',
    window: (count: number, from: string, to: string) =>
      `${items(count)} from ${from} to ${to}: the newest whose content is still stored.`,
    none: 'No item has its content still stored, so there is nothing to try it on.',
    matched: (count: number) => `It matches ${items(count)}.`,
    decided: (count: number) => `It decides about ${items(count)}.`,
    changed: 'With another outcome than today',
    unchanged: 'No item would have another outcome than today.',
    more: (count: number) => `and ${items(count)} more`,
    outcomes: { published: 'published', held: 'held', rejected: 'rejected' },
    states: {
      new: 'not read yet',
      held: 'held',
      published: 'published',
      rejected: 'rejected',
      duplicate: 'a duplicate',
      skipped: 'skipped',
      gone: 'withdrawn',
      erased: 'erased',
    },
    would: (now: string, then: string) => `${now} today, would be ${then}`,
  },
};

export type RuleWords = typeof rulesEn;
