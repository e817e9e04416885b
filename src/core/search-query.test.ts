import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { isEmptyQuery, MOST_TERMS, type SearchQuery, searchQuery } from './search-query.ts';

/** The parsed query as text: `word… "phrase" -excluded`. */
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
    ['"a"b', 'b… "a"'],
    ['l’eau', 'l eau…'],
    ['x', 'x'],
    ['lighthouse w', 'lighthouse w…'],
    ['"sea ice" w', 'w… "sea ice"'],
    ['a & b | !c:* <-> (d', 'a b c d…'],
    ["'; drop table site; --", 'drop table site…'],
    ['""', ''],
    ['-', ''],
    ['🎉', ''],
    ['\u0000', ''],
    ['café \ud800', 'cafe…'],
  ])('%j → %s', (q, expected) => {
    expect(spelled(searchQuery(q))).toBe(expected);
  });

  it('is empty without a word to search for', () => {
    expect(['-cod', '"', '***', ' '].map((q) => isEmptyQuery(searchQuery(q)))).toEqual([true, true, true, true]);
    expect(['cod', '"cod"'].map((q) => isEmptyQuery(searchQuery(q)))).toEqual([false, false]);
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

  it('of a megabyte is parsed at once', () => {
    for (const part of ['"', '-', 'a ', '-"', 'ä', '" ']) {
      // A quadratic parser would exceed the timeout of the test.
      expect(searchQuery(part.repeat(500_000))).toBeDefined();
    }
  });
});
