/** Normalizes text for search: words in lower case without accents, for documents and queries alike. */
import { decodeHTML } from 'entities';
import { DROPPED_ELEMENTS, RAW_TEXT_ELEMENTS } from './html-policy.ts';
import { SPELLED_OUT } from './slug.ts';

/** A tsvector is limited to one megabyte; two copies of this many characters fit in any script. */
export const LONGEST_TEXT = 100_000;
/** PostgreSQL rejects words of more than 2 kB; longer words are cut here. */
export const LONGEST_WORD = 64;
/** Tags that do not separate words; all others do. */
const INLINE = new Set('a abbr b bdi bdo cite code em i mark s small span strong sub sup u wbr'.split(' '));
/** Tags beyond this number are not read. */
const MOST_TAGS = 100_000;
const SOFT_HYPHEN = '\u00ad';
const MARKUP = /<!--|<\/?([a-z][a-z0-9]*)/gi;
const TAG_REST = /[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/y;

export interface Word {
  plain: string;
  /** The original spelling, if it has accents. */
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

/** Only for Latin letters: in other scripts a mark makes a different letter (й is not и). */
function withoutAccents(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{ASCII}]/gu, (letter) => SPELLED_OUT[letter] ?? letter)
    .slice(0, LONGEST_WORD * 2);
}

/** The visible text of HTML. Exact for output of the sanitiser, approximate for other HTML. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let [at, length] = [0, 0];
  for (let tags = 0; at < html.length && length < LONGEST_TEXT && tags < MOST_TAGS; tags++) {
    MARKUP.lastIndex = at;
    const found = MARKUP.exec(html);
    const end = found ? endOfMarkup(html, found, MARKUP.lastIndex) : null;
    const text = html.slice(at, Math.min(end === null ? html.length : (found?.index ?? 0), at + LONGEST_TEXT - length));
    parts.push(decodeHTML(text).replaceAll(SOFT_HYPHEN, ''));
    length += text.length;
    // A tag without an end is text, and the rest is not scanned again.
    if (end === null) break;
    at = end;
    if (!INLINE.has(found?.[1]?.toLowerCase() ?? '')) parts.push(' ');
  }
  return parts.join('');
}

/** The position after a tag, a comment, or an element with invisible content. Null at the end of the text. */
function endOfMarkup(html: string, [raw, tag = '']: RegExpExecArray, at: number): number | null {
  if (raw === '<!--') return after(html, '-->', at);
  TAG_REST.lastIndex = at;
  if (!TAG_REST.test(html)) return null;
  const name = tag.toLowerCase();
  const isUnread = !raw.startsWith('</') && (RAW_TEXT_ELEMENTS.has(name) || DROPPED_ELEMENTS.has(name));
  return isUnread ? after(html, `</${name}>`, TAG_REST.lastIndex) : TAG_REST.lastIndex;
}

function after(html: string, end: string, at: number): number {
  const found = html.indexOf(end, at);
  return found === -1 ? html.length : found + end.length;
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
