/** Every screen of the newsroom, in the states that it can have. A route without a case fails test/newsroom-screens.test.ts. */
import type { SiteRole } from '../../src/core/rights.ts';

export interface Places {
  site: number;
  /** A site without anything. */
  empty: number;
  uid: string;
  /** An article of a source that waits. */
  waiting: string;
  source: number;
  /** A source that is a form. */
  form: number;
  rule: number;
  /** A network account that needs a person. */
  account: number;
  tracker: number;
  mailbox: number;
  id: Record<
    | 'section'
    | 'category'
    | 'author'
    | 'page'
    | 'issue'
    | 'container'
    | 'event'
    | 'media'
    | 'person'
    | 'webhook'
    | 'delivery'
    | 'campaign',
    number
  >;
  /** The path of a link to a campaign. */
  shared: string;
  invitation: string;
  reset: string;
}

export interface Screen {
  name: string;
  /** As the routes call it: a noun, or the name of its address. */
  route: string;
  path(places: Places): string;
  /** A selector of what is clicked first. */
  opens?: string;
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

const campaign = ({ site, id }: Places) => `/sites/${site}/campaigns/${id.campaign}`;
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
  { name: 'analyst', route: 'campaigns', path: () => '', shows: '.noun-name', who: ['analyst'] },
  { name: 'articles', route: 'ARTICLES', path: list, shows: '.row-title' },
  { name: 'no articles', route: 'ARTICLES', path: ({ empty }) => `/sites/${empty}/articles`, shows: 'No articles yet' },
  {
    name: 'articles: no match',
    route: 'ARTICLES',
    path: (at) => `${list(at)}?q=zzzzzz`,
    shows: 'No matching articles',
  },
  { name: 'articles: trash', route: 'ARTICLES', path: (at) => `${list(at)}?state=trash`, shows: '.row-title' },
  {
    name: 'articles: empty trash',
    route: 'ARTICLES',
    path: ({ empty }) => `/sites/${empty}/articles?state=trash`,
    shows: 'The trash is empty',
  },
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
  { name: 'inbox', route: 'inbox', path: (at) => `/sites/${at.site}/inbox/${at.waiting}`, shows: '.inbox-title' },
  { name: 'inbox: queue', route: 'inbox', path: ({ site }) => `/sites/${site}/inbox`, shows: '.queue-row' },
  {
    name: 'inbox: reject',
    route: 'inbox',
    path: (at) => `/sites/${at.site}/inbox/${at.waiting}`,
    opens: '.inbox-actions .delete',
    shows: '.inbox-reasons',
  },
  {
    name: 'inbox: rejected',
    route: 'inbox',
    path: ({ site }) => `/sites/${site}/inbox?state=rejected`,
    shows: '.ledger-row',
  },
  { name: 'no inbox', route: 'inbox', path: ({ empty }) => `/sites/${empty}/inbox`, shows: 'Nothing to review' },
  {
    name: 'inbox: no match',
    route: 'inbox',
    path: ({ site }) => `/sites/${site}/inbox?q=zzzz`,
    shows: 'Nothing matches',
  },
  {
    name: 'inbox: failing',
    route: 'inbox',
    path: ({ site }) => `/sites/${site}/inbox`,
    shows: '.notice',
    api: 'fails',
  },
  {
    name: 'inbox: loading',
    route: 'inbox',
    path: ({ site }) => `/sites/${site}/inbox`,
    shows: '.skeleton',
    api: 'waits',
  },
  {
    name: 'inbox: no access',
    route: 'inbox',
    path: ({ site }) => `/sites/${site}/inbox`,
    shows: '.notice',
    who: ['author'],
  },
  { name: 'sources', route: 'sources', path: ({ site }) => `/sites/${site}/sources`, shows: '.noun-name' },
  { name: 'no sources', route: 'sources', path: ({ empty }) => `/sites/${empty}/sources`, shows: 'No sources yet' },
  {
    name: 'sources: new',
    route: 'sources',
    path: ({ site }) => `/sites/${site}/sources/new`,
    shows: 'Address of the feed',
  },
  {
    name: 'sources: one',
    route: 'sources',
    path: (at) => `/sites/${at.site}/sources/${at.source}`,
    shows: 'Create a key',
  },
  {
    name: 'sources: tracker',
    route: 'sources',
    path: (at) => `/sites/${at.site}/sources/${at.tracker}`,
    shows: '.noun-group',
  },
  {
    name: 'sources: mailbox',
    route: 'sources',
    path: (at) => `/sites/${at.site}/sources/${at.mailbox}`,
    shows: '.noun-group',
  },
  {
    name: 'sources: form',
    route: 'sources',
    path: (at) => `/sites/${at.site}/sources/${at.form}`,
    shows: 'Address of the form',
  },
  {
    name: 'sources: ledger',
    route: 'sources',
    path: (at) => `/sites/${at.site}/sources/${at.source}/ledger`,
    shows: '.ledger-row',
  },
  { name: 'sources: lists', route: 'sources', path: ({ site }) => `/sites/${site}/sources/opml`, shows: 'OPML file' },
  {
    name: 'sources: failing',
    route: 'sources',
    path: ({ site }) => `/sites/${site}/sources`,
    shows: '.notice',
    api: 'fails',
  },
  { name: 'rules', route: 'rules', path: ({ site }) => `/sites/${site}/rules`, shows: '.noun-name' },
  { name: 'no rules', route: 'rules', path: ({ empty }) => `/sites/${empty}/rules`, shows: 'No rules yet' },
  {
    name: 'rules: trial',
    route: 'rules',
    path: (at) => `/sites/${at.site}/rules/${at.rule}`,
    opens: '.trial button',
    shows: '.trial [role=status] p',
  },
  { name: 'accounts', route: 'accounts', path: ({ site }) => `/sites/${site}/accounts`, shows: '.row-link' },
  {
    name: 'no accounts',
    route: 'accounts',
    path: ({ empty }) => `/sites/${empty}/accounts`,
    shows: 'No account is connected',
  },
  {
    name: 'accounts: one',
    route: 'accounts',
    path: (at) => `/sites/${at.site}/accounts/${at.account}`,
    shows: '.facts',
  },
  {
    name: 'accounts: disconnect',
    route: 'accounts',
    path: (at) => `/sites/${at.site}/accounts/${at.account}`,
    opens: '.account-parts .sheet-part:nth-last-child(2) button',
    shows: '.facts',
  },
  {
    name: 'accounts: new',
    route: 'accounts',
    path: ({ site }) => `/sites/${site}/accounts/new`,
    opens: '.account-token summary',
    shows: '.account-token form',
  },
  {
    name: 'accounts: refused',
    route: 'accounts',
    path: ({ site }) => `/sites/${site}/accounts?connect_error=other`,
    shows: 'You signed in as someone else',
  },
  {
    name: 'accounts of an editor',
    route: 'accounts',
    path: ({ site }) => `/sites/${site}/accounts`,
    shows: 'Owners connect accounts',
    who: ['editor'],
  },
  { name: 'blocked', route: 'blocked', path: ({ site }) => `/sites/${site}/blocked`, shows: '.row-name' },
  {
    name: 'nothing blocked',
    route: 'blocked',
    path: ({ empty }) => `/sites/${empty}/blocked`,
    shows: 'Nothing is blocked',
  },
  { name: 'hold', route: 'hold', path: ({ empty }) => `/sites/${empty}/hold`, shows: '.hold-state' },
  {
    name: 'hold: no access',
    route: 'hold',
    path: ({ site }) => `/sites/${site}/hold`,
    shows: '.notice',
    who: ['author'],
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
  { name: 'no pins', route: 'pins', path: ({ empty }) => `/sites/${empty}/pins`, shows: 'No published articles here' },
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
  { name: 'campaigns', route: 'campaigns', path: ({ site }) => `/sites/${site}/campaigns`, shows: '.noun-name' },
  { name: 'no campaigns', route: 'campaigns', path: ({ empty }) => `/sites/${empty}/campaigns`, shows: '.notice' },
  { name: 'campaigns: new', route: 'campaigns', path: ({ site }) => `/sites/${site}/campaigns/new`, shows: 'Name' },
  { name: 'campaigns: settings', route: 'campaigns', path: (at) => `${campaign(at)}/settings`, shows: 'Trackers' },
  { name: 'campaigns: figures', route: 'campaigns', path: campaign, shows: '.figure-value' },
  {
    name: 'campaigns: compared',
    route: 'campaigns',
    path: (at) => `${campaign(at)}?period=28d&compare=previous&network=twitter`,
    shows: '.figure-change',
  },
  {
    name: 'campaigns: tables',
    route: 'campaigns',
    path: (at) => `${campaign(at)}?period=7d&unit=day&tables=series,heatmap,networks,hashtags,distribution`,
    shows: '.figures-table',
  },
  {
    name: 'campaigns: nothing in the period',
    route: 'campaigns',
    path: (at) => `${campaign(at)}?from=2001-01-01&to=2001-01-31`,
    shows: '.chart-empty',
  },
  { name: 'campaigns: entries', route: 'campaigns', path: (at) => `${campaign(at)}/entries`, shows: '.post-text' },
  { name: 'campaigns: person', route: 'campaigns', path: (at) => `${campaign(at)}/users/1`, shows: '.figure-value' },
  { name: 'campaigns: links', route: 'campaigns', path: (at) => `${campaign(at)}/links`, shows: 'Fish market' },
  { name: 'campaigns: shared', route: 'SHARED', path: (at) => at.shared, shows: '.figure-value', who: null },
  { name: 'campaigns: ended link', route: 'SHARED', path: () => '/shared/1/mhl_ended', shows: '.notice', who: null },
  {
    name: 'article: results',
    route: 'ARTICLE',
    path: (at) => `${list(at)}/${at.uid}?tab=results`,
    shows: '.results-totals',
  },
  {
    name: 'campaigns: gone',
    route: 'campaigns',
    path: ({ site }) => `/sites/${site}/campaigns/999999`,
    shows: '.notice',
  },
  { name: 'campaigns: failing', route: 'campaigns', path: campaign, shows: '.notice', api: 'fails' },
  { name: 'settings', route: 'SETTINGS', path: ({ site }) => `/sites/${site}/settings`, shows: 'Time zone' },
  {
    name: 'settings: no access',
    route: 'SETTINGS',
    path: ({ site }) => `/sites/${site}/settings`,
    shows: '.notice',
    who: ['author'],
  },
  { name: 'people', route: 'PEOPLE', path: () => '/people', shows: 'People' },
  { name: 'invitations', route: 'PEOPLE', path: () => '/people/invitations', shows: 'new@example.com' },
  { name: 'invite', route: 'PEOPLE', path: () => '/people/invite', shows: 'Create invitation' },
  { name: 'people: one', route: 'PEOPLE', path: ({ id }) => `/people/${id.person}`, shows: 'Name' },
  { name: 'people: no access', route: 'PEOPLE', path: () => '/people', shows: '.notice', who: ['author'] },
  { name: 'keys', route: 'KEYS', path: () => '/keys', shows: '.key-row' },
  { name: 'keys: new', route: 'KEYS', path: () => '/keys/new', shows: 'Create key' },
  { name: 'keys: no access', route: 'KEYS', path: () => '/keys', shows: '.notice', who: ['editor'] },
  { name: 'webhooks', route: 'webhooks', path: ({ site }) => `/sites/${site}/webhooks`, shows: '.row-link' },
  { name: 'no webhooks', route: 'webhooks', path: ({ empty }) => `/sites/${empty}/webhooks`, shows: 'No receivers' },
  {
    name: 'webhooks: new',
    route: 'webhooks',
    path: ({ site }) => `/sites/${site}/webhooks/new`,
    shows: 'Add receiver',
  },
  ...(['', '/deliveries', '/settings'] as const).map(
    (part): Screen => ({
      name: `webhooks: one${part}`,
      route: 'webhooks',
      path: ({ site, id }) => `/sites/${site}/webhooks/${id.webhook}${part}`,
      shows: { '': 'Health', '/deliveries': '.person-row', '/settings': 'Delete this webhook' }[part],
    }),
  ),
  {
    name: 'webhooks: a delivery',
    route: 'webhooks',
    path: ({ site, id }) => `/sites/${site}/webhooks/${id.webhook}/deliveries/${id.delivery}`,
    shows: 'Check the signature',
  },
  { name: 'operations', route: 'OPERATIONS', path: () => '/operations', shows: 'Versions' },
  { name: 'operations: failing', route: 'OPERATIONS', path: () => '/operations', shows: '.notice', api: 'fails' },
  { name: 'new site', route: 'NEW_SITE', path: () => '/new-site', shows: 'Name of the site' },
  {
    name: 'new site: refused',
    route: 'NEW_SITE',
    path: () => '/new-site',
    shows: 'This is for owners of all sites.',
    who: ['editor'],
  },
  { name: 'profile', route: 'PROFILE', path: () => '/profile', shows: 'Your profile' },
  { name: 'audit', route: 'AUDIT', path: () => '/audit', shows: 'Audit log' },
  {
    name: 'audit: one',
    route: 'AUDIT',
    path: () => '/audit',
    opens: '.audit-entry summary',
    shows: '.audit-entry[open] .audit-details',
  },
  { name: 'audit: no match', route: 'AUDIT', path: () => '/audit?noun=like', shows: 'No entry matches' },
  { name: 'audit: no access', route: 'AUDIT', path: () => '/audit', shows: '.notice', who: ['author'] },
  { name: 'no such page', route: '*', path: () => '/nothing', shows: 'Page not found' },
  { name: 'no such site', route: '*', path: () => '/sites/999999/articles', shows: '.notice' },
];
