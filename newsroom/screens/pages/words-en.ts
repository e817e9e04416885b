/** The words of the pages in English. */
export const pagesEn = {
  title: 'Pages',
  create: 'New page',
  search: 'Search pages',
  empty: 'No pages yet',
  emptyHint: 'Pages are texts that stay, such as “About us” or “Contact”.',
  visibility: { private: 'Private', public: 'Public', unlisted: 'Unlisted' },
  inMenu: 'In menus',
  fields: {
    name: 'Title',
    body: 'Text of the page',
    visibility: 'Visibility',
    visibilities: {
      private: 'Private: not served',
      public: 'Public: served and listed',
      unlisted: 'Unlisted: served to those who know the address',
    },
    showInMenu: 'Show in menus',
    menuName: 'Name in menus',
    menuNameHint: 'The title unless given.',
    url: 'Address',
    urlHint: 'The last part of the page’s address; made from the title unless given.',
    sharing: 'Search engines and sharing',
    metaTitle: 'Title for search engines and shares',
    summary: 'Description for search engines and shares',
    cover: 'Picture for shares',
  },
};

export type PageWords = typeof pagesEn;
