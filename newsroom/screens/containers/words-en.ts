/** The words of the featured item containers in English. */
export const containersEn = {
  title: 'Featured',
  create: 'New container',
  search: 'Search containers',
  empty: 'No containers yet',
  emptyHint:
    'A container is a place of the site, such as the top of the front page, with articles that editors choose for it.',
  only: (type: string) => `Only: ${type}`,
  fields: {
    name: 'Name',
    identifier: 'Identifier',
    identifierHint: 'The site finds the container by it, such as front.',
    link: 'Link',
    linkHint: 'An address that belongs to the container; may be empty.',
    restriction: 'Takes',
    everything: 'Every article',
    onlyType: (type: string) => `Only articles of the type ${type}`,
  },
};

export type ContainerWords = typeof containersEn;
