/** The words of the article categories in English. */
export const categoriesEn = {
  title: 'Categories',
  create: 'New category',
  search: 'Search categories',
  empty: 'No categories yet',
  emptyHint: 'A category says what an article is about, such as culture or sport, regardless of its section.',
  fields: {
    name: 'Name',
    url: 'Address',
    urlHint: 'Leave empty to use the name.',
    color: 'Colour',
  },
};

export type CategoryWords = typeof categoriesEn;
