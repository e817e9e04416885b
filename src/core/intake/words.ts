/** Words of rules and blocks: compared without regard to case and form, on word borders; `*` stands for any letters. */

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/gu;
const NOT_OF_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
const NOT_OF_PATTERNS = /[^\p{L}\p{N}\p{M}*]+/u;
/** Longer ones are no words; they would fill the memory. */
const LONGEST_WORD = 64;
const STEP = 100_000;

/** A text as its words, each between single spaces. */
export interface Words {
  joined: string;
  distinct: ReadonlySet<string>;
}

export type Pattern = (words: Words) => boolean;

/** Upper case first: it folds ß and ſ. An invisible character would keep a letter and its accent apart. */
export function folded(text: string): string {
  const visible = text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '');
  return visible.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

export function wordsOf(text: string): Words {
  const steps = wordSteps(text);
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

/** In short steps: a text may have a million letters. */
export function* wordSteps(text: string): Generator<void, Words, undefined> {
  const distinct = new Set<string>();
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfStep(text, at);
    const words = folded(text.slice(at, end))
      .split(NOT_OF_WORDS)
      .filter((word) => word !== '')
      .map((word) => word.slice(0, LONGEST_WORD));
    for (const word of words) distinct.add(word);
    parts.push(...(words.length > 0 ? [words.join(' ')] : []));
    at = end;
    yield;
  }
  return { joined: ` ${parts.join(' ')} `, distinct };
}

/** Steps end between words, if they can. */
function endOfStep(text: string, at: number): number {
  if (text.length - at <= STEP) return text.length;
  const space = text.lastIndexOf(' ', at + STEP);
  return space > at ? space : at + STEP;
}

/** The spelling in which a word or phrase is stored; empty if it has no letter or digit. */
export function wordPattern(text: string): string {
  const words = folded(text)
    .split(NOT_OF_PATTERNS)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  // A pattern that is cut could end with a star, and match more than it says.
  return words.map((word) => (word.includes('*') ? word.replace(/\*+/g, '*') : word.slice(0, LONGEST_WORD))).join(' ');
}

export function patternOf(text: string): Pattern {
  const pattern = wordPattern(text);
  if (pattern === '') return () => false;
  const isPhrase = pattern.includes(' ');
  if (!pattern.includes('*'))
    return ({ joined, distinct }) => (isPhrase ? joined.includes(` ${pattern} `) : distinct.has(pattern));
  const [first = () => false, ...rest] = pattern.split(' ').map(globOf);
  if (!isPhrase) return ({ distinct }) => some(distinct, first);
  return ({ joined }) => {
    const words = joined.split(' ');
    return words.some((word, at) => first(word) && rest.every((glob, index) => glob(words[at + index + 1] ?? '')));
  };
}

/** The parts between stars, one after the other: a regular expression would try every division of the word. */
function globOf(pattern: string): (word: string) => boolean {
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop();
  if (tail === undefined) return (word) => word === head;
  return (word) => {
    const end = word.length - tail.length;
    if (!word.startsWith(head) || !word.endsWith(tail)) return false;
    const at = parts.reduce((from, part) => {
      const found = from < 0 ? -1 : word.indexOf(part, from);
      return found < 0 ? -1 : found + part.length;
    }, head.length);
    return at >= 0 && at <= end;
  };
}

function some(words: ReadonlySet<string>, test: (word: string) => boolean): boolean {
  for (const word of words) if (test(word)) return true;
  return false;
}
