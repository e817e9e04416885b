/** The words of the featured item containers in English. */
export const containersEn = {
  title: 'Featured',
  create: 'New container',
  search: 'Search containers',
  empty: 'No containers yet',
  emptyHint: 'A container is a place on the site, such as the top of the front page, that editors fill with articles.',
  only: (type: string) => `Only: ${type}`,
  fields: {
    name: 'Name',
    identifier: 'Identifier',
    identifierHint: 'The site uses it to find the container, for example front.',
    link: 'Link',
    linkHint: 'Optional: where the container leads.',
    restriction: 'Accepts',
    everything: 'All articles',
    onlyType: (type: string) => `Only this type: ${type}`,
  },
};

export type ContainerWords = typeof containersEn;
