import { describe, expect, it } from 'vitest';
import { flow, isSame, pinnedAt, resolved, unpinned } from './flow.ts';

const articles = ['a', 'b', 'c', 'd', 'e'].map((uid, at) => ({ uid, id: at + 1 }));
const shown = (pins: { uid: string; index: number }[]) =>
  flow(pins, articles)
    .map(({ article, isPinned }) => (isPinned ? article.uid.toUpperCase() : article.uid))
    .join('');

describe('pins', () => {
  it('have places, and the newest of the others flow around them', () => {
    expect(shown([])).toBe('edcba');
    expect(shown([{ uid: 'a', index: 0 }])).toBe('Aedcb');
    expect(
      shown([
        { uid: 'b', index: 3 },
        { uid: 'a', index: 1 },
      ]),
    ).toBe('eAdBc');
  });

  it('at one place come one after the other, and those behind the end come last', () => {
    expect(
      shown([
        { uid: 'a', index: 1 },
        { uid: 'b', index: 1 },
      ]),
    ).toBe('eABdc');
    expect(shown([{ uid: 'c', index: 90 }])).toBe('edbaC');
    expect(
      resolved([
        { uid: 'x', index: 4 },
        { uid: 'y', index: 4 },
        { uid: 'z', index: 5 },
      ]),
    ).toEqual([
      { uid: 'x', index: 4 },
      { uid: 'y', index: 5 },
      { uid: 'z', index: 6 },
    ]);
  });

  it('keep their places when another one is pinned, unless it takes one', () => {
    const pins = [
      { uid: 'a', index: 0 },
      { uid: 'b', index: 2 },
    ];
    expect(shown(pinnedAt(pins, 'c', 1))).toBe('ACBed');
    expect(shown(pinnedAt(pins, 'c', 2))).toBe('AeCBd');
    expect(shown(pinnedAt(pins, 'a', 3))).toBe('edBAc');
    expect(shown(unpinned(pins, 'a'))).toBe('edBca');
  });

  it('are the same in any order', () => {
    expect(
      isSame(
        [
          { uid: 'a', index: 0 },
          { uid: 'b', index: 2 },
        ],
        [
          { uid: 'b', index: 2 },
          { uid: 'a', index: 0 },
        ],
      ),
    ).toBe(true);
    expect(isSame([{ uid: 'a', index: 0 }], [{ uid: 'a', index: 1 }])).toBe(false);
  });

  it('of articles that readers do not see take no place', () => {
    expect(
      shown([
        { uid: 'draft', index: 0 },
        { uid: 'a', index: 1 },
      ]),
    ).toBe('eAdcb');
  });
});
