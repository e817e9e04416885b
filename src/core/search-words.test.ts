import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { accentedText, LONGEST_TEXT, plainText, searchLanguage, searchWords, textOfHtml } from './search-words.ts';

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

  it('are found without their accents', () => {
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
    ['&Scaron;koda co&shy;op &eacute;t&eacute; &bogus; a&nbsp;b', 'skoda coop ete bogus a b'],
    ['<p title="a > b">x</p><p title=\'"\'>y', 'x y'],
  ])('%s', (html, words) => {
    expect(plainText(searchWords(textOfHtml(html)))).toBe(words);
  });
});

describe('the text of long HTML', () => {
  it('is read up to the limit of search, with any content', () => {
    expect(textOfHtml(`${'&lt;'.repeat(1_000_000)}end`).length).toBeLessThanOrEqual(LONGEST_TEXT);
    expect(textOfHtml(`${'<b></b>'.repeat(300_000)}end`)).toBe('');
    expect(textOfHtml(`<img alt="${'x'.repeat(1_000_000)}">end`).trim()).toBe('end');
    expect(textOfHtml(`${'<a "'.repeat(200_000)}`).length).toBeLessThanOrEqual(LONGEST_TEXT);
    expect(textOfHtml('<!--'.repeat(500_000))).toBe(' ');
    expect(textOfHtml('<script>'.repeat(200_000))).toBe(' ');
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
