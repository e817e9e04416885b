export const settingsEn = {
  title: 'Site settings',
  name: 'Name of the site',
  nameHint: 'The newsroom and the content API show it.',
  url: 'Public address',
  urlHint:
    'Addresses of articles begin with it. If you change it, all published articles are rendered again, and your website has to redirect the old addresses.',
  locale: 'Language',
  localeHint:
    'For example fi or en-GB. Sections use it unless they have their own, and search uses it to find word forms.',
  timeZone: 'Time zone',
  timeZoneHint:
    'Used for schedules, events and days. If you change it, times keep their moment, and all published articles are rendered again.',
  color: 'Colour of the site',
  colorHint: 'The accent of the newsroom, for everybody. It is made darker or lighter where it would be hard to read.',
  themes: { light: 'Light', dark: 'Dark' },
  preview: 'Preview page',
  previewHint:
    'The page of your website that shows unpublished articles, with {token} where the token goes. If empty, the service shows them in a plain style.',
  readers: 'Readers',
  voting: 'Visitors can vote on articles',
  votingHint: 'Likes that you set yourself are always shown.',
  closed: 'Require an API key for reading',
  closedHint:
    'The content API then only answers requests with a key for this site. Pages that read it without a key stop working at once.',
  images: 'Keep copies of pictures from other servers',
  imagesHint:
    'Pictures from other servers are fetched once and then sent from here, so that readers’ browsers contact nobody else.',
  save: 'Save',
  saved: 'Settings saved',
  reload: 'Load the latest',
  rendering: {
    title: 'Published articles are being rendered',
    progress: (done: string, total: string) => `${done} of ${total} articles show the change.`,
    done: 'All articles show the change.',
    failed: 'Rendering failed; see the log of the service. Save a change to start again.',
  },
  remove: {
    title: 'Delete the site',
    hint: 'Only an empty site can be deleted. Delete its articles, sections and everything else first.',
    button: 'Delete this site',
    question: (name: string) => `Delete ${name}?`,
    warning: 'This cannot be undone.',
    done: (name: string) => `${name} was deleted`,
  },
};

export type SettingsWords = typeof settingsEn;
