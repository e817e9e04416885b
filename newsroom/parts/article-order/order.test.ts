import { describe, expect, it } from 'vitest';
import { acceptsType, idsOf, onlyType, refusalOf } from './order.ts';

describe('a list of articles', () => {
  it.each([
    ['', 'video', true],
    ['Article', 'video', true],
    ['video', 'video', true],
    [' Video ', 'video', true],
    ['video', 'article', false],
    ['Event', 'article', false],
  ])('restricted to "%s" takes %s: %s', (restriction, type, expected) => {
    expect(acceptsType(restriction, type)).toBe(expected);
  });

  it('takes articles that have been published once, if their type fits', () => {
    expect(refusalOf({ id: 1, type: 'article' }, '')).toBeNull();
    expect(refusalOf({ id: null, type: 'article' }, '')).toBe('never published');
    expect(refusalOf({ id: null, type: 'article' }, 'video')).toBe('type');
  });

  it('searches for the one type that it takes', () => {
    const types = ['article', 'video'];
    expect(['', 'Article', 'Video', 'Event'].map((one) => onlyType(one, types))).toEqual([null, null, 'video', null]);
  });

  it('is sent as numbers', () => {
    const article = { uid: 'a', title: '', state: 'draft', type: 'article', section_id: 1, cover_url: null } as const;
    expect(
      idsOf([
        { ...article, id: 3 },
        { ...article, id: null },
        { ...article, id: 1 },
      ]),
    ).toEqual([3, 1]);
  });
});
