import { plural } from '../../i18n/plural.ts';

const articles = plural('en', { one: '# article', other: '# articles' });

export const holdEn = {
  title: 'Stop intake',
  site: (name: string) => `Sources of ${name}`,
  all: 'Sources of all sites',
  running: 'Sources publish as their settings say.',
  stopped: (by: string, at: string) =>
    `Stopped by ${by}, ${at}. Nothing of the sources is published until it is released.`,
  stoppedAll: 'The sources of all sites are stopped, and so are those of this one.',
  hint: 'Every new article waits for an editor, and changes of published ones are stored. It works at once.',
  unpublish: 'Also unpublish what sources published in the last minutes',
  minutes: 'Minutes',
  stop: 'Stop',
  stopAll: 'Stop all sites',
  release: 'Release',
  released: 'Sources publish again.',
  done: 'Stopped.',
  unpublished: (count: number) => `Stopped; ${articles(count)} unpublished.`,
  remaining: (count: number) => `${articles(count)} are still to be unpublished …`,
  you: 'you',
  someone: 'someone',
};

export type HoldWords = typeof holdEn;
