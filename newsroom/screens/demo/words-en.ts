import { plural } from '../../i18n/plural.ts';

const articles = plural('en', { one: '# article', other: '# articles' });
const files = plural('en', { one: '# file', other: '# files' });
const people = plural('en', { one: '# person', other: '# people' });

export const demoEn = {
  note: (site: string) => `${site} is the demo: try things out here.`,
  remove: 'Remove the demo',
  byOwner: 'An owner of all sites can remove it.',
  question: 'Remove the demo?',
  goes: (site: string) => `This is deleted for good, with everything that was added to ${site} since:`,
  articles: (count: number) => `${articles(count)}, with sections, pages, issues and events`,
  files: (count: number) => `${files(count)} of the media library`,
  people: (count: number) => `${people(count)} of the demo, who can no longer sign in`,
  campaigns: 'all campaigns with their figures and shared reports, and the forms, rules and blocks',
  stays: 'Other sites, your account and the audit log stay.',
  removing: 'Removing the demo…',
  left: (articleCount: number, fileCount: number) => `${articles(articleCount)} and ${files(fileCount)} are left.`,
  goesOn: 'It goes on if you close this.',
  done: 'The demo was removed',
};

export type DemoWords = typeof demoEn;
