/** The words of the issues in English. */
export const issuesEn = {
  title: 'Issues',
  create: 'New issue',
  search: 'Search issues',
  empty: 'No issues yet',
  emptyHint: 'An issue is a numbered edition: a cover, and articles in an order.',
  number: (number: number) => `No. ${number}`,
  published: 'Published',
  draft: 'Not published',
  fields: {
    name: 'Name',
    number: 'Number',
    numberHint: 'The next one unless given.',
    url: 'Address',
    urlHint: 'Made from the name unless given.',
    published: 'Published',
    publishedHint: 'Only published issues are served.',
    publishedAt: 'Date of publication',
    cover: 'Cover',
    color: 'Colour',
  },
};

export type IssueWords = typeof issuesEn;
