/** Words, and how many of them two parts of a body have in common. */
import { attributesOf, type HtmlNode } from '../dom.ts';

/** How often each word is in it; a picture counts as a word. */
export type WordCounts = ReadonlyMap<string, number>;

/** White space; a letter of a script without spaces between words; a word; signs. */
const WORDS =
  /[\t\n\f\r ]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}](?:['’]?[\p{L}\p{M}\p{N}])*|[^\t\n\f\r \p{L}\p{N}]+/gu;

export function splitWords(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

export function wordCounts(nodes: readonly HtmlNode[]): WordCounts {
  const counts = new Map<string, number>();
  const count = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  const read = (node: HtmlNode) => {
    if (node.nodeType === 3)
      for (const word of splitWords(node.nodeValue ?? '')) if (/[\p{L}\p{N}]/u.test(word)) count(word.toLowerCase());
    const { src } = attributesOf(node);
    if (src) count(`src ${src}`);
    Array.from(node.childNodes).forEach(read);
  };
  nodes.forEach(read);
  return counts;
}

/** From 0, no word in common, to 1. */
export function likenessOf(before: WordCounts, after: WordCounts): number {
  const sizes = sizeOf(before) + sizeOf(after);
  if (sizes === 0) return 0;
  let shared = 0;
  for (const [word, times] of before) shared += Math.min(times, after.get(word) ?? 0);
  return (2 * shared) / sizes;
}

function sizeOf(counts: WordCounts): number {
  let size = 0;
  for (const times of counts.values()) size += times;
  return size;
}
