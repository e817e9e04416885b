/** The words of the authors in English. */
export const authorsEn = {
  title: 'Authors',
  create: 'New author',
  search: 'Search authors',
  empty: 'No authors yet',
  emptyHint: 'Authors are the names under articles. They need no account in the newsroom.',
  fields: {
    firstname: 'First name',
    lastname: 'Last name',
    jobTitle: 'Job title',
    shortDescription: 'Short biography',
    about: 'Biography',
    avatar: 'Picture',
    tags: 'Keywords',
    links: 'Links',
    linksHint: 'Web addresses, an e-mail address or user names.',
    names: {
      email: 'E-mail',
      website: 'Website',
      facebook: 'Facebook',
      instagram: 'Instagram',
      twitter: 'Twitter',
      youtube: 'YouTube',
      pinterest: 'Pinterest',
      github: 'GitHub',
    },
  },
};

export type AuthorWords = typeof authorsEn;
