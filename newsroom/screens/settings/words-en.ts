export const settingsEn = {
  title: 'Site settings',
  name: 'Name of the site',
  nameHint: 'The newsroom and the content API show it.',
  url: 'Public address',
  urlHint:
    'Addresses of articles begin with it. A change renders all published articles again; readers of old addresses need a redirect on your side.',
  locale: 'Language',
  localeHint:
    'As fi or en-GB. Sections without a language of their own have it, and search uses it to find word forms.',
  timeZone: 'Time zone',
  timeZoneHint:
    'Schedules, events and days are read and written in it. A change moves no moment; it renders all published articles again.',
  preview: 'Page for previews',
  previewHint:
    'Your own page that shows articles before they are published, with {token} where the token goes. Left empty, the service shows them in a plain style.',
  readers: 'Readers',
  voting: 'Visitors may vote on articles',
  votingHint: 'Likes that you set yourself are shown either way.',
  closed: 'Reading needs an API key',
  closedHint:
    'The content API then answers only requests with a key for this site. Pages that read it without one stop working at once.',
  images: 'Serve covers of other servers from here',
  imagesHint:
    'Pictures with a remote address are fetched once and served by this installation: readers make no requests to others.',
  save: 'Save',
  saved: 'The settings are saved',
  reload: 'Load the latest',
  rendering: {
    title: 'Published articles are being rendered',
    progress: (done: string, total: string) => `${done} of ${total} articles show the change.`,
    done: 'All articles show the change.',
    failed: 'Rendering failed; the log of the service has the reason. Save a change to render all again.',
  },
  remove: {
    title: 'Delete the site',
    hint: 'Only an empty site can be deleted: delete its articles, sections and the rest first.',
    button: 'Delete this site',
    question: (name: string) => `Delete ${name}?`,
    warning: 'It is deleted for good.',
    done: (name: string) => `${name} was deleted`,
  },
};

export type SettingsWords = typeof settingsEn;
