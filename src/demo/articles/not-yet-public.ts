import type { DemoArticle } from './article.ts';

/** Articles that only editors see: a scheduled one and a draft. */
export const notYetPublic: DemoArticle[] = [
  {
    section: 'Town and council',
    title: 'Budget evening, seen from the press row',
    summary: 'To be opened on the day.',
    days: -2,
    by: ['Aino'],
    category: 'News',
    tags: ['council', 'budget'],
    picture: 'council',
    body: '<p>The figures are under embargo. This text is not: it says only that we were there, and that it was cold.</p>',
  },
  {
    section: 'Harbour life',
    title: 'Notes on a lobster that was a boot',
    summary: 'Not finished.',
    days: 0,
    by: ['Jörgen'],
    tags: ['fishing'],
    isDraft: true,
    body: '<p>Call Petra again. Ask about the size.</p>',
  },
];
