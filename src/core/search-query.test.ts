import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { isAskingForNothing, MOST_TERMS, type SearchQuery, searchQuery } from './search-query.ts';

/** The query spelled out again: `word… "phrase" -excluded`. */
function spelled({ words, prefix, phrases, excluded, excludedPhrases }: SearchQuery): string {
  return [
    ...words.map(({ plain }, index) => (prefix !== null && index === words.length - 1 ? `${plain}…` : plain)),
    ...phrases.map((phrase) => `"${phrase}"`),
    ...excluded.map(({ plain }) => `-${plain}`),
    ...excludedPhrases.map((phrase) => `-"${phrase}"`),
  ].join(' ');
}

describe('a search query', () => {
  it.each([
    ['herring', 'herring…'],
    ['Baltic  HERRING', 'baltic herring…'],
    ['Öljy Åland', 'oljy aland…'],
    ['"sea ice"', '"sea ice"'],
    ['“sea ice” cod', 'cod… "sea ice"'],
    ['cod "sea ice"', 'cod "sea ice"'],
    ['"sea ice', '"sea ice"'],
    ['sea -cod', 'sea -cod'],
    ['-cod sea', 'sea… -cod'],
    ['sea -"baltic cod"', 'sea -"baltic cod"'],
    ['sea -covid-19', 'sea -"covid 19"'],
    ['covid-19', 'covid 19…'],
    ['sea - cod', 'sea cod…'],
    ['--cod', '-cod'],
    ['"a"b', 'b "a"'],
    ['l’eau', 'l eau…'],
    ['x', 'x'],
    ['a & b | !c:* <-> (d', 'a b c d'],
    ["'; drop table site; --", 'drop table site…'],
    ['""', ''],
    ['-', ''],
    ['🎉', ''],
    ['\u0000', ''],
    ['café \ud800', 'cafe…'],
  ])('%j → %s', (q, expected) => {
    expect(spelled(searchQuery(q))).toBe(expected);
  });

  it('asks for nothing without a word to look for', () => {
    expect(['-cod', '"', '***', ' '].map((q) => isAskingForNothing(searchQuery(q)))).toEqual([true, true, true, true]);
    expect(['cod', '"cod"'].map((q) => isAskingForNothing(searchQuery(q)))).toEqual([false, false]);
  });

  it('is read from any text, in at most so many words of letters and digits', () => {
    const signs = fc.constantFrom('"', '-', ' ', '“', "'", '\\', ':', '*', '&', '|', '!', '(', '<->');
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.array(fc.oneof(signs, fc.string({ unit: 'grapheme', maxLength: 9 }))).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (q) => {
        const { words, phrases, excluded, excludedPhrases } = searchQuery(q);
        const all = [
          ...[...words, ...excluded].map(({ plain }) => plain),
          ...[...phrases, ...excludedPhrases].flatMap((phrase) => phrase.split(' ')),
        ];
        expect(all.length).toBeLessThanOrEqual(MOST_TERMS);
        for (const word of all) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,128}$/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a megabyte is read at once', () => {
    for (const part of ['"', '-', 'a ', '-"', 'ä', '" ']) {
      // A reader that is quadratic in its input runs into the time limit of the test.
      expect(searchQuery(part.repeat(500_000))).toBeDefined();
    }
  });
});
