import { expect, it } from 'vitest';
import { warningsOf } from './checklist.ts';

const complete = {
  title: 'Fog',
  summary: 'Until noon.',
  cover_url: 'https://a.example/c.jpg',
  alt_text: 'A quay in fog',
  author_ids: [1],
  body: '<p>Text <img src="/a.jpg" alt="b"></p>',
  type: 'article' as const,
};

it.each([
  [{}, []],
  [{ title: 'Untitled' }, ['title']],
  [{ summary: ' ' }, ['summary']],
  [{ cover_url: null }, ['cover']],
  [{ alt_text: '' }, ['coverAlt']],
  [{ author_ids: [] }, ['author']],
  [{ body: '<p>&nbsp;</p>' }, ['body']],
  [{ body: '<p>x<img src="/a.jpg" alt=""></p>' }, ['pictureAlt']],
  [{ body: '<p>x<img src="/a.jpg"></p>' }, ['pictureAlt']],
  [{ body: '', type: 'video' as const }, []],
])('%j warns of %j', (change, expected) => {
  expect(warningsOf({ ...complete, ...change }, 'Untitled')).toEqual(expected);
});
