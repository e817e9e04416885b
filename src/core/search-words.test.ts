import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { accentedText, plainText, searchLanguage, searchWords, textOfHtml } from './search-words.ts';

describe('search words', () => {
  it.each([
    ['Öljy-yhtiö', 'oljy yhtio', 'öljy yhtiö'],
    ['HÄKKINEN ja Åland', 'hakkinen ja aland', 'häkkinen åland'],
    ['a\u0308 O\u0308ljy', 'a oljy', 'ä öljy'],
    ['Straße, Łódź, smørrebrød', 'strasse lodz smorrebrod', 'straße łódź smørrebrød'],
    ['İstanbul', 'istanbul', 'i̇stanbul'],
    ['Чайковский', 'чайковский', ''],
    ['covid-19 & e_mail', 'covid 19 e mail', ''],
    ['ﬁnal №1', 'final no1', ''],
  ])('of %s', (text, plain, accented) => {
    expect([plainText(searchWords(text)), accentedText(searchWords(text))]).toEqual([
      plain,
      accented.normalize('NFKC'),
    ]);
  });

  it('are found again when their accents are left out', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const plain = plainText(searchWords(text));
        expect(plainText(searchWords(plain))).toBe(plain);
      }),
    );
  });
});

describe('the text of HTML', () => {
  it.each([
    ['<p>Sea</p><p>ice</p>', 'sea ice'],
    ['w<b>or</b>d<br>next', 'word next'],
    ['<script>var hidden</script>seen<style>.hidden{}</style>', 'seen'],
    ['<!-- hidden -->seen <img alt="hidden" title=">">', 'seen'],
    ['&Auml;iti &amp; &#246;ljy &nbsp;Stra&szlig;e', 'aiti oljy strasse'],
    ['5 < 6', '5 6'],
  ])('%s', (html, words) => {
    expect(plainText(searchWords(textOfHtml(html)))).toBe(words);
  });
});

describe('the language of a site', () => {
  it.each([
    ['fi', 'finnish'],
    ['sv-FI', 'swedish'],
    ['de_AT', 'german'],
    ['nb', 'norwegian'],
    ['ja', 'simple'],
    ['constructor', 'simple'],
  ])('%s → %s', (locale, language) => {
    expect(searchLanguage(locale)).toBe(language);
  });
});
