/** The words of the pages in English. */
export const pagesEn = {
  title: 'Pages',
  create: 'New page',
  search: 'Search pages',
  empty: 'No pages yet',
  emptyHint: 'Pages hold lasting texts, such as “About us” or “Contact”.',
  visibility: { private: 'Private', public: 'Public', unlisted: 'Unlisted' },
  inMenu: 'In menus',
  fields: {
    name: 'Title',
    body: 'Text of the page',
    visibility: 'Visibility',
    visibilities: {
      private: 'Private: hidden from readers',
      public: 'Public: listed for all readers',
      unlisted: 'Unlisted: for readers who know the address',
    },
    showInMenu: 'Show in menus',
    menuName: 'Name in menus',
    menuNameHint: 'Leave empty to use the title.',
    url: 'Address',
    urlHint: 'The last part of the page’s address. Leave empty to use the title.',
    sharing: 'Search engines and sharing',
    metaTitle: 'Title for search engines and sharing',
    summary: 'Description for search engines and sharing',
    cover: 'Picture when shared',
  },
};

export type PageWords = typeof pagesEn;
