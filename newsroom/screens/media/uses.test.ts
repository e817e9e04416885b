import { expect, it } from 'vitest';
import { placesOf } from './uses.tsx';

it('an article is one place, with its text and as it is served', () => {
  const article = { title: 'Fog', article_uid: 'a' };
  expect(
    placesOf([
      { owner: 'article', owner_id: 'a', ...article },
      { owner: 'page', owner_id: '3', title: 'About', article_uid: null },
      { owner: 'published_article', owner_id: '7', ...article },
    ]).map(({ key, isPublished }) => [key, isPublished]),
  ).toEqual([
    ['article a', true],
    ['page 3', false],
  ]);
});
