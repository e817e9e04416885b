/** Parses the text of a search box. Any text is a valid query; other punctuation counts as spaces. */
import { plainText, searchWords, type Word } from './search-words.ts';

/** Further terms are ignored. */
export const MOST_TERMS = 20;
const LONGEST_QUERY = 4_000;
/** A single letter begins too many words, unless another term limits what is found. */
const SHORTEST_LONE_PREFIX = 2;

const QUOTES = /["“”„‟«»＂]/g;
const TERM = /(?:(?<=^|[\s"])(-))?(?:"([^"]*)"?|([^\s"]+))/g;

export interface SearchQuery {
  words: Word[];
  /** The last word, if the text ends with it: it is searched as a prefix. */
  prefix: string | null;
  /** Several words that must follow each other, in this form. */
  phrases: string[];
  excluded: Word[];
  excludedPhrases: string[];
}

/** `baltic "sea ice" -cod her` → baltic and her… and "sea ice", not cod. */
export function searchQuery(q: string): SearchQuery {
  const query: SearchQuery = { words: [], prefix: null, phrases: [], excluded: [], excludedPhrases: [] };
  let room = MOST_TERMS;
  for (const [, minus, quoted, bare = ''] of q.slice(0, LONGEST_QUERY).replace(QUOTES, '"').matchAll(TERM)) {
    const words = searchWords(quoted ?? bare).slice(0, room);
    const [last] = words.slice(-1);
    if (!last) continue;
    room -= words.length;
    add(query, words, minus !== undefined, quoted !== undefined);
    const isLone = query.words.length + query.phrases.length === 1;
    const isLongEnough = !isLone || [...last.plain].length >= SHORTEST_LONE_PREFIX;
    query.prefix = minus === undefined && quoted === undefined && isLongEnough ? last.plain : null;
  }
  return query;
}

export function isEmptyQuery({ words, phrases }: SearchQuery): boolean {
  return words.length === 0 && phrases.length === 0;
}

/** A word in quotes is not stemmed; `-covid-19` excludes the two words together. */
function add(query: SearchQuery, words: Word[], isExcluded: boolean, isQuoted: boolean): void {
  if (isExcluded && words.length === 1 && !isQuoted) query.excluded.push(...words);
  else if (isExcluded) query.excludedPhrases.push(plainText(words));
  else if (isQuoted) query.phrases.push(plainText(words));
  else query.words.push(...words);
}
