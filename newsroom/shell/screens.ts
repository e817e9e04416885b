/** The screens. Each is a chunk of its own, which is loaded when its address is opened. */

export const articleList = async () => ({
  default: (await import('../screens/articles/article-list.tsx')).ArticleList,
});
export const article = async () => ({ default: (await import('../editor/article.tsx')).ArticleScreen });
export const settings = async () => ({ default: (await import('../screens/settings/settings.tsx')).Settings });
const campaign = () => import('../screens/campaigns/one.tsx');

/** The screens of a noun are at its name: its list, its form, and what belongs to one. */
export const NOUNS = {
  inbox: async () => ({ default: (await import('../screens/inbox/inbox.tsx')).Inbox }),
  sources: async () => ({ default: (await import('../screens/sources/sources.tsx')).Sources }),
  accounts: async () => ({ default: (await import('../screens/accounts/accounts.tsx')).Accounts }),
  rules: async () => ({ default: (await import('../screens/rules/rules.tsx')).Rules }),
  blocked: async () => ({ default: (await import('../screens/blocked/blocked.tsx')).BlockedScreen }),
  hold: async () => ({ default: (await import('../screens/hold/hold.tsx')).HoldScreen }),
  pins: async () => ({ default: (await import('../screens/pins/pins.tsx')).PinScreen }),
  events: async () => ({ default: (await import('../screens/events/events.tsx')).Events }),
  calendar: async () => ({ default: (await import('../screens/calendar/calendar.tsx')).Calendar }),
  issues: async () => ({ default: (await import('../screens/issues/issues.tsx')).Issues }),
  containers: async () => ({ default: (await import('../screens/containers/containers.tsx')).Containers }),
  media: async () => ({ default: (await import('../screens/media/media-screen.tsx')).MediaScreen }),
  pages: async () => ({ default: (await import('../screens/pages/pages.tsx')).Pages }),
  sections: async () => ({ default: (await import('../screens/sections/sections.tsx')).Sections }),
  categories: async () => ({ default: (await import('../screens/categories/categories.tsx')).Categories }),
  campaigns: async () => ({ default: (await import('../screens/campaigns/campaigns.tsx')).Campaigns }),
  webhooks: async () => ({ default: (await import('../screens/webhooks/webhooks.tsx')).Webhooks }),
  authors: async () => ({ default: (await import('../screens/authors/authors.tsx')).Authors }),
};

/** Those that belong to no site. */
export const OTHERS = {
  audit: async () => ({ default: (await import('../screens/audit/audit.tsx')).Audit }),
  profile: async () => ({ default: (await import('../screens/profile/profile.tsx')).Profile }),
  operations: async () => ({ default: (await import('../screens/operations/operations.tsx')).Operations }),
  keys: async () => ({ default: (await import('../screens/keys/keys.tsx')).Keys }),
  people: async () => ({ default: (await import('../screens/people/people.tsx')).People }),
  'new-site': async () => ({ default: (await import('./site-form.tsx')).NewSite }),
};

export function screensOf(path: string): (() => Promise<unknown>)[] {
  const site = path.match(/^\/newsroom\/sites\/\d+(?=\/|$)/)?.[0];
  const [noun = '', one = ''] = path.slice((site ?? '/newsroom').length + 1).split('/');
  // The newsroom's own address leads most people to the list of articles.
  if (noun === '') return [articleList];
  if (!site) return named(OTHERS, noun);
  if (noun === 'articles') return [one ? article : articleList];
  if (noun === 'settings') return [settings];
  return [...named(NOUNS, noun), ...(noun === 'campaigns' && /^\d+$/.test(one) ? [campaign] : [])];
}

function named(screens: Record<string, () => Promise<unknown>>, name: string): (() => Promise<unknown>)[] {
  return Object.entries(screens).flatMap(([noun, load]) => (noun === name ? [load] : []));
}
