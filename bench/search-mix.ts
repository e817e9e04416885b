/**
 * Data for the search benchmark: an invented language with a realistic word distribution, articles written
 * in it, and a fixed mix of queries. The same numbers give the same texts on every machine.
 */

export interface ArticleText {
  title: string;
  tags: string[];
  summary: string;
  /** HTML of about 4 kB. */
  body: string;
}

/** As many different words as a newspaper uses in some 200,000 articles. */
const VOCABULARY_SIZE = 200_000;
/** Zipf–Mandelbrot offset: the commonest words of real languages are closer in frequency than 1, 1/2, 1/3. */
const FIRST_RANK = 20;
const BODY_LENGTH = 4_000;

const SYLLABLES = [...'bdfghjklmnprstvz'].flatMap((consonant) => [...'aeiouy'].map((vowel) => consonant + vowel));
const ENDINGS = ['', 'n', 'st', 'ra', 'ling', 'ker', 's'];

/** Words by rank: the first is in nine articles of ten, the last in a few dozen of 200,000. */
export const vocabulary: string[] = Array.from({ length: VOCABULARY_SIZE }, (_, rank) => wordOf(rank, ENDINGS));

/** A word that occurs only in this article's body. */
export const nameIn = (n: number): string => wordOf(n, ['vix']);

/** Article n, from 1; deterministic. */
export function articleText(n: number): ArticleText {
  const random = randomFrom(n);
  const words = (count: number) => Array.from({ length: count }, () => vocabulary[rankAt(random())] ?? '');
  const paragraphs: string[] = [`<p>${nameIn(n)}</p>`];
  for (let length = 0; length < BODY_LENGTH; length += paragraphs.at(-1)?.length ?? 0)
    paragraphs.push(`<p>${words(60).join(' ')}.</p>`);
  return {
    title: words(7).join(' '),
    tags: [0, 1, 2].map(() => vocabulary[Math.floor(random() * 300)] ?? ''),
    summary: words(25).join(' '),
    body: paragraphs.join('\n'),
  };
}

export const KINDS = ['rare', 'common', 'two words', 'prefix', 'phrase', 'without', 'typo'] as const;
export type QueryKind = (typeof KINDS)[number];

export interface MixedQuery {
  kind: QueryKind;
  q: string;
}

const COMMON = [0, 1, 2, 5, 10, 25, 60, 150, 400, 1_000];
const RARE = [30_000, 60_000, 90_000, 120_000, 150_000, 165_000, 180_000, 199_999];

/** The bars apply to the first four kinds; the others cover what else people type. */
export const queries: MixedQuery[] = [
  ...RARE.map((rank) => asked('rare', at(rank))),
  ...[1, 999].map((n) => asked('rare', nameIn(n))),
  ...COMMON.map((rank) => asked('common', at(rank))),
  ...COMMON.map((rank, n) => asked('two words', `${at(rank)} ${at(COMMON[(n + 3) % COMMON.length] ?? 0)}`)),
  ...RARE.slice(0, 4).map((rank, n) => asked('two words', `${at(rank)} ${at(COMMON[n] ?? 0)}`)),
  ...[2, 3, 4, 5].flatMap((letters) => [0, 77, 5_000].map((rank) => asked('prefix', at(rank).slice(0, letters)))),
  ...[3, 4].map((letters) => asked('prefix', `${at(3)} ${at(800).slice(0, letters)}`)),
  ...[0, 40, 5_000].map((rank) => asked('phrase', `"${at(rank)} ${at(rank + 1)}"`)),
  ...[0, 3, 40].map((rank) => asked('without', `${at(rank + 1)} -${at(rank)}`)),
  ...[10, 2_000, 70_000].map((rank) => asked('typo', swapped(at(rank)))),
];

function at(rank: number): string {
  return vocabulary[rank] ?? '';
}

function asked(kind: QueryKind, q: string): MixedQuery {
  return { kind, q };
}

/** Swaps two letters in the middle: `bakelo` → `baeklo`. */
function swapped(word: string): string {
  return word.replace(/^(..)(.)(.)/, '$1$3$2');
}

/** Three syllables unique to the number, then an ending. */
function wordOf(n: number, endings: string[]): string {
  const size = SYLLABLES.length;
  const scattered = (n * 611_953 + 17) % size ** 3;
  const syllable = (place: number) => SYLLABLES[Math.floor(scattered / size ** place) % size] ?? '';
  return syllable(0) + syllable(1) + syllable(2) + (endings[n % endings.length] ?? '');
}

/** Zipf: a word is used in proportion to 1 / (rank + FIRST_RANK). */
function rankAt(share: number): number {
  return Math.floor(FIRST_RANK * ((VOCABULARY_SIZE + FIRST_RANK) / FIRST_RANK) ** share - FIRST_RANK);
}

/** Numbers from 0 to 1 that look random (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
