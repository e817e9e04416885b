import { plural } from '../../i18n/plural.ts';

const articles = plural('en', { one: '# article', other: '# articles' });

export const listEn = {
  views: {
    title: 'Saved views',
    save: 'Save this view',
    name: 'Name of the view',
    remove: (name: string) => `Delete the view ${name}`,
    none: 'Choose filters, then save them here as a view. Your views follow you to every browser.',
  },
  nothing: {
    empty: 'No articles yet',
    emptyHint: 'Articles appear here as soon as someone saves one.',
    emptyOwnHint: 'Your articles appear here. Write one and submit it for review: an editor publishes it.',
    emptyTrash: 'The trash is empty',
    emptyTrashHint: 'Deleted articles stay here for 30 days.',
  },
  sources: {
    most: 'Most of these articles came from sources by themselves.',
    hide: 'Show what people wrote',
    hidden: 'Only what people wrote is shown.',
    show: 'Show articles of sources, too',
  },
  decided: {
    rejected: 'Rejected',
    returned: 'Returned',
    by: {
      rejected: (name: string | null) => (name ? `Rejected by ${name}` : 'Rejected'),
      returned: (name: string | null) => (name ? `Returned by ${name}` : 'Returned'),
    },
  },
  bulk: {
    label: 'Actions for the selected articles',
    publish: 'Publish',
    unpublish: 'Unpublish',
    delete: 'Delete',
    restore: 'Restore',
    section: 'Move to section …',
    category: 'Set category …',
    addTag: 'Add a tag …',
    addAuthor: 'Add an author …',
    noCategory: 'No category',
    apply: 'Apply',
    undo: 'Undo',
    undone: 'Undone',
    notAgain: plural('en', { one: '# article is not published again', other: '# articles are not published again' }),
    passed: 'its scheduled time has passed',
    andMore: (count: number) => `and ${count} more`,
    most: 'At most 100 articles at once.',
    offline: 'Not possible while you are offline or the service does not answer.',
    done: {
      publish: (count: number) => `${articles(count)} published`,
      unpublish: (count: number) => `${articles(count)} unpublished`,
      delete: (count: number) => `${articles(count)} moved to the trash`,
      restore: (count: number) => `${articles(count)} restored`,
      change: (count: number) => `${articles(count)} changed`,
    },
    failed: (count: number) => `${articles(count)} failed`,
    results: 'What failed',
  },
  restoration: {
    title: plural('en', { one: 'Restore to which section?', other: 'Restore # articles to which section?' }),
    hint: plural('en', {
      one: 'The section of this article was deleted.',
      other: 'The sections of these articles were deleted. All of them are restored to the same one.',
    }),
    section: 'Section',
    none: 'There is no section.',
    create: 'Create a section',
  },
  deletion: {
    title: plural('en', { one: 'Delete a published article?', other: 'Delete # published articles?' }),
    hint: plural('en', {
      one: 'Readers will no longer see it. It stays in the trash for 30 days.',
      other: 'Readers will no longer see them. They stay in the trash for 30 days.',
    }),
    keep: plural('en', { one: 'Keep it', other: 'Keep them' }),
  },
};

export type ListWords = typeof listEn;
