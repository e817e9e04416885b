/** The words of the sections in English. */
export const sectionsEn = {
  title: 'Sections',
  create: 'New section',
  search: 'Search sections',
  empty: 'No sections yet',
  emptyHint:
    'Every article belongs to a section, such as News or Culture. Create one before you write the first article.',
  hidden: 'Hidden',
  public: 'Public',
  inMenu: 'In menus',
  realTime: 'Real time',
  fields: {
    name: 'Name',
    state: 'State',
    states: { public: 'Public: readers see its articles', hidden: 'Hidden: readers see none of its articles' },
    description: 'Description',
    url: 'Address',
    urlHint: 'Leave empty to use the name. It is part of the address of every article in the section.',
    category: 'Category',
    noCategory: 'No category',
    locale: 'Language',
    localeHint: 'For example en or fi. Leave empty to use the language of the site.',
    showInMenu: 'Show in menus',
    nameInMenus: 'Name in menus',
    realTime: 'Update readers’ pages in real time',
    look: 'Appearance',
    cover: 'Cover',
    color: 'Colour',
    titleText: 'Title of the section’s page',
    sharing: 'Sharing',
    ogTitle: 'Title when shared',
    ogDescription: 'Description when shared',
    ogUrl: 'Address when shared',
    ogImage: 'Picture when shared',
  },
};

export type SectionWords = typeof sectionsEn;
