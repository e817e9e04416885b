/** Every screen of the newsroom, in the states that it can have. A route without a case fails test/newsroom-screens.test.ts. */
import type { SiteRole } from '../../src/core/rights.ts';

export interface Places {
  site: number;
  /** A site without anything. */
  empty: number;
  uid: string;
  id: Record<'section' | 'category' | 'author' | 'page' | 'issue' | 'container' | 'event' | 'media' | 'person', number>;
  invitation: string;
  reset: string;
}

export interface Screen {
  name: string;
  /** As the routes call it: a noun, or the name of its address. */
  route: string;
  path(places: Places): string;
  /** Text, or a selector that begins with a dot, which says that it is there. */
  shows: string;
  /** An owner unless it says otherwise; null for nobody. */
  who?: readonly SiteRole['role'][] | null;
  /** What the API does meanwhile. */
  api?: 'fails' | 'waits';
}

const nouns = (noun: string, one: keyof Places['id'], word: string): Screen[] => [
  { name: `${noun}`, route: noun, path: ({ site }) => `/sites/${site}/${noun}`, shows: '.noun-name' },
  { name: `no ${noun}`, route: noun, path: ({ empty }) => `/sites/${empty}/${noun}`, shows: '.notice' },
  { name: `${noun}: one`, route: noun, path: ({ site, id }) => `/sites/${site}/${noun}/${id[one]}`, shows: word },
  { name: `${noun}: new`, route: noun, path: ({ site }) => `/sites/${site}/${noun}/new`, shows: word },
];

const list = ({ site }: Places) => `/sites/${site}/articles`;

export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', route: '/', path: () => '', shows: 'Sign in', who: null },
  {
    name: 'invitation',
    route: 'INVITATION',
    path: (at) => `/invitations/${at.invitation}`,
    shows: 'Your name',
    who: null,
  },
  { name: 'dead invitation', route: 'INVITATION', path: () => '/invitations/nothing', shows: '.notice', who: null },
  {
    name: 'password reset',
    route: 'PASSWORD_RESET',
    path: (at) => `/password-resets/${at.reset}`,
    shows: 'New password',
    who: null,
  },
  { name: 'dead reset', route: 'PASSWORD_RESET', path: () => '/password-resets/nothing', shows: '.notice', who: null },
  { name: 'signed in', route: 'SIGNED_IN', path: () => '/signed-in', shows: '.notice', who: null },
  { name: 'no site', route: '/', path: () => '', shows: 'You have no site yet', who: [] },
  { name: 'analyst', route: '/', path: () => '', shows: 'Nothing to see here yet', who: ['analyst'] },
  { name: 'articles', route: 'ARTICLES', path: list, shows: '.row-title' },
  { name: 'no articles', route: 'ARTICLES', path: ({ empty }) => `/sites/${empty}/articles`, shows: 'No articles yet' },
  {
    name: 'articles: no match',
    route: 'ARTICLES',
    path: (at) => `${list(at)}?q=zzzzzz`,
    shows: 'No matching articles',
  },
  { name: 'articles: trash', route: 'ARTICLES', path: (at) => `${list(at)}?state=trash`, shows: 'The trash is empty' },
  { name: 'articles: failing', route: 'ARTICLES', path: list, shows: '.notice', api: 'fails' },
  { name: 'articles: loading', route: 'ARTICLES', path: list, shows: '.skeleton', api: 'waits' },
  { name: 'article', route: 'ARTICLE', path: (at) => `${list(at)}/${at.uid}`, shows: '.body-text' },
  { name: 'new article', route: 'ARTICLE', path: (at) => `${list(at)}/new`, shows: '.body-text' },
  {
    name: 'article: gone',
    route: 'ARTICLE',
    path: (at) => `${list(at)}/019a0000-0000-7000-8000-000000000000`,
    shows: 'This does not exist',
  },
  ...['month', 'week', 'list'].map(
    (view): Screen => ({
      name: `calendar: ${view}`,
      route: 'calendar',
      path: ({ site }) => `/sites/${site}/calendar?view=${view}`,
      shows: '.day-item',
    }),
  ),
  {
    name: 'calendar: failing',
    route: 'calendar',
    path: ({ site }) => `/sites/${site}/calendar`,
    shows: 'Try again',
    api: 'fails',
  },
  { name: 'pins', route: 'pins', path: ({ site }) => `/sites/${site}/pins`, shows: '.place' },
  { name: 'no pins', route: 'pins', path: ({ empty }) => `/sites/${empty}/pins`, shows: 'Pins' },
  { name: 'media', route: 'media', path: ({ site }) => `/sites/${site}/media`, shows: 'main img' },
  { name: 'no media', route: 'media', path: ({ empty }) => `/sites/${empty}/media`, shows: '.notice' },
  {
    name: 'media: one',
    route: 'media',
    path: ({ site, id }) => `/sites/${site}/media?item=${id.media}`,
    shows: 'Alt text',
  },
  {
    name: 'media: failing',
    route: 'media',
    path: ({ site }) => `/sites/${site}/media`,
    shows: 'Try again',
    api: 'fails',
  },
  ...nouns('sections', 'section', 'Name'),
  // The lists and forms of all nouns share these.
  { name: 'sections: gone', route: 'sections', path: ({ site }) => `/sites/${site}/sections/999999`, shows: '.notice' },
  {
    name: 'sections: failing',
    route: 'sections',
    path: ({ site }) => `/sites/${site}/sections`,
    shows: '.notice',
    api: 'fails',
  },
  {
    name: 'sections: loading',
    route: 'sections',
    path: ({ site }) => `/sites/${site}/sections`,
    shows: '.noun-skeleton',
    api: 'waits',
  },
  ...nouns('categories', 'category', 'Name'),
  ...nouns('authors', 'author', 'First name'),
  ...nouns('pages', 'page', 'Title'),
  ...nouns('issues', 'issue', 'Name'),
  ...nouns('containers', 'container', 'Name'),
  ...nouns('events', 'event', 'Name'),
  { name: 'settings', route: 'SETTINGS', path: ({ site }) => `/sites/${site}/settings`, shows: 'Time zone' },
  {
    name: 'settings: no access',
    route: 'SETTINGS',
    path: ({ site }) => `/sites/${site}/settings`,
    shows: '.notice',
    who: ['author'],
  },
  { name: 'people', route: 'PEOPLE', path: () => '/people', shows: 'People' },
  { name: 'people: one', route: 'PEOPLE', path: ({ id }) => `/people/${id.person}`, shows: 'Name' },
  { name: 'people: no access', route: 'PEOPLE', path: () => '/people', shows: '.notice', who: ['author'] },
  { name: 'profile', route: 'PROFILE', path: () => '/profile', shows: 'Your profile' },
  { name: 'audit', route: 'AUDIT', path: () => '/audit', shows: 'Audit log' },
  { name: 'audit: no access', route: 'AUDIT', path: () => '/audit', shows: '.notice', who: ['author'] },
  { name: 'no such page', route: '*', path: () => '/nothing', shows: 'Page not found' },
  { name: 'no such site', route: '*', path: () => '/sites/999999/articles', shows: '.notice' },
];
