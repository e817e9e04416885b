/** The words of the article categories in English. */
export const categoriesEn = {
  title: 'Categories',
  create: 'New category',
  search: 'Search categories',
  empty: 'No categories yet',
  emptyHint: 'A category says what an article is about, such as culture or sport, whichever section it is in.',
  fields: {
    name: 'Name',
    url: 'Address',
    urlHint: 'Made from the name unless given.',
    color: 'Colour',
  },
};

export type CategoryWords = typeof categoriesEn;
