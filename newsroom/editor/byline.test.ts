import { expect, it } from 'vitest';
import { bylineOf } from './byline.ts';

const authors = [
  { id: 1, name: 'Ida Holm' },
  { id: 2, name: 'Eero Kallio' },
  { id: 3, name: 'Eero Kallio' },
];

it('a new article is by the author of the same name, unless there are several or none', () => {
  expect(bylineOf({ name: ' ida  HOLM ' }, authors)).toEqual([1]);
  expect(bylineOf({ name: 'Eero Kallio' }, authors)).toEqual([]);
  expect(bylineOf({ name: 'Sanna Sund' }, authors)).toEqual([]);
  expect(bylineOf({ name: '' }, [{ id: 4, name: '' }])).toEqual([]);
});
