/** The words of the issues in English. */
export const issuesEn = {
  title: 'Issues',
  create: 'New issue',
  search: 'Search issues',
  empty: 'No issues yet',
  emptyHint: 'An issue is a numbered edition with a cover and a list of articles.',
  number: (number: number) => `No. ${number}`,
  published: 'Published',
  draft: 'Not published',
  fields: {
    name: 'Name',
    number: 'Number',
    numberHint: 'Leave empty to use the next number.',
    url: 'Address',
    urlHint: 'Leave empty to use the name.',
    published: 'Published',
    publishedHint: 'Readers see a published issue at once, even if its date is in the future.',
    publishedAt: 'Publication date',
    cover: 'Cover',
    color: 'Colour',
  },
};

export type IssueWords = typeof issuesEn;
