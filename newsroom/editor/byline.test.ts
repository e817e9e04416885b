import { expect, it } from 'vitest';
import { bylineOf } from './byline.ts';

const SITE = 7;
const authors = [
  { id: 1, name: 'Ida Holm' },
  { id: 2, name: 'Eero Kallio' },
  { id: 3, name: 'Eero Kallio' },
];
const named = (name: string) => ({ name, bylines: [{ site_id: 8, author_id: 2 }] });

it('a new article is by the author of the same name, unless there are several or none', () => {
  expect(bylineOf(named(' ida  HOLM '), SITE, authors)).toEqual([1]);
  expect(bylineOf(named('Eero Kallio'), SITE, authors)).toEqual([]);
  expect(bylineOf(named('Sanna Sund'), SITE, authors)).toEqual([]);
  expect(bylineOf(named(''), SITE, [{ id: 4, name: '' }])).toEqual([]);
});

it('a new article is by the author whom the person writes as on its site', () => {
  const writer = (author_id: number) => ({ name: 'Ida Holm', bylines: [{ site_id: SITE, author_id }] });
  expect(bylineOf(writer(3), SITE, authors)).toEqual([3]);
  // An author who was deleted since.
  expect(bylineOf(writer(9), SITE, authors)).toEqual([1]);
});
