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
};

export type ListWords = typeof listEn;
