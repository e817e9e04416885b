/** Text as search sees it: words in lower case without accents, the same for what is searched and for what is asked. */
import { DROPPED_ELEMENTS, RAW_TEXT_ELEMENTS } from './html-policy.ts';
import { decoded, elementEnd, tokenAt } from './html-tokens.ts';
import { SPELLED_OUT } from './slug.ts';

/** A tsvector holds one megabyte; two copies of this many characters fit in whatever script they are. */
export const LONGEST_TEXT = 100_000;
/** PostgreSQL refuses words of more than 2 kB; what is longer than this is told apart by its beginning. */
export const LONGEST_WORD = 64;
/** Tags within a word; any other tag parts words. */
const INLINE = new Set('a abbr b bdi bdo cite code em i mark s small span strong sub sup u wbr'.split(' '));
/** `&auml;` is an a here, as ä is. */
const LETTER_REFERENCE = /&([a-z])(?:uml|acute|grave|circ|tilde|ring|cedil|slash|caron);/gi;

export interface Word {
  plain: string;
  /** As it was written, where that has accents. */
  accented: string | null;
}

/** `Öljy-yhtiö №1` → öljy (oljy), yhtiö (yhtio), no1. */
export function searchWords(text: string): Word[] {
  const written = text.slice(0, LONGEST_TEXT).normalize('NFKC').toLowerCase();
  return (written.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).map((long) => {
    const word = long.length > LONGEST_WORD ? [...long].slice(0, LONGEST_WORD).join('') : long;
    const plain = withoutAccents(word);
    return { plain, accented: plain === word ? null : word };
  });
}

export const plainText = (words: Word[]) => words.map(({ plain }) => plain).join(' ');
export const accentedText = (words: Word[]) => words.flatMap(({ accented }) => accented ?? []).join(' ');

/** Latin letters only: in other scripts a mark makes another letter (й is no и), and their stemmers know which. */
function withoutAccents(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{ASCII}]/gu, (letter) => SPELLED_OUT[letter] ?? letter)
    .slice(0, LONGEST_WORD * 2);
}

/** What a reader sees of HTML. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < html.length && length < LONGEST_TEXT; ) {
    const token = tokenAt(html, at);
    at = token.end;
    if (token.kind === 'text')
      parts.push(decoded(token.raw.replace(LETTER_REFERENCE, '$1').replace(/&\w+;/g, readable)));
    if (token.kind === 'text') length += token.raw.length;
    if (token.kind !== 'tag') continue;
    if (!INLINE.has(token.name)) parts.push(' ');
    const isUnread = RAW_TEXT_ELEMENTS.has(token.name) || DROPPED_ELEMENTS.has(token.name);
    if (isUnread && !token.closing && !token.selfClosing) at = elementEnd(html, at, token.name, true);
  }
  return parts.join('');
}

/** Named references that are letters; the others are signs, which part words. */
function readable(reference: string): string {
  const letters: Record<string, string> = { '&szlig;': 'ß', '&aelig;': 'æ', '&AElig;': 'æ', '&shy;': '' };
  return letters[reference] ?? ' ';
}

/** The stemmers that every PostgreSQL from 15 on has, by language. */
const LANGUAGES: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** `sv-FI` → swedish; a language without a stemmer is searched word by word. */
export function searchLanguage(locale: string): string {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  return Object.hasOwn(LANGUAGES, language) ? (LANGUAGES[language] ?? 'simple') : 'simple';
}
