/** Running text with its marks, links and pictures, as one: what is new in `ins`, what is gone in `del`. */
import { diffArrays } from 'diff';
import { VOID_ELEMENTS } from '../../../src/core/html-policy.ts';
import { attributesOf, canonical, type HtmlNode } from '../dom.ts';
import { escapeText, startTag } from '../write.ts';
import { splitWords } from './words.ts';

export type Mark = 'ins' | 'del' | undefined;

/** A word, white space, or an element without words, with the elements around it. */
interface Token {
  html: string;
  /** Start tags, the outermost first. */
  around: readonly string[];
  isSpace: boolean;
}

interface Run {
  mark: Mark;
  tokens: readonly Token[];
}

/** Text that shares less is shown as removed and added as a whole, which also takes no time to find out. */
const MAX_EDITS = 2000;
/** Elements that are shown as a whole. */
const WHOLE = new Set(['video', 'audio', 'iframe', 'picture', 'ruby']);

export function compareText(before: readonly HtmlNode[], after: readonly HtmlNode[]): string {
  return written(runsOf(tokensOf(before), tokensOf(after)));
}

export function markedText(nodes: readonly HtmlNode[], mark: Mark): string {
  return written([{ mark, tokens: tokensOf(nodes) }]);
}

function runsOf(before: readonly Token[], after: readonly Token[]): Run[] {
  const parts = diffArrays<Token>([...before], [...after], { comparator: isSame, maxEditLength: MAX_EDITS });
  if (!parts) return replaced(before, after);
  const runs: Run[] = [];
  let [from, to] = [0, 0];
  let [oldFrom, newFrom] = [0, 0];
  const endChange = () => runs.push(...replaced(before.slice(oldFrom, from), after.slice(newFrom, to)));
  parts.forEach(({ added, removed, count, value }, index) => {
    // White space alone between two changes belongs to both: else a new sentence would be a row of single words.
    const isJoint = index > 0 && index < parts.length - 1 && value.every(({ isSpace }) => isSpace);
    const isUnchanged = !added && !removed && !isJoint;
    if (isUnchanged) endChange();
    if (!added) from += count;
    if (!removed) to += count;
    if (!isUnchanged) return;
    runs.push({ mark: undefined, tokens: value });
    [oldFrom, newFrom] = [from, to];
  });
  endChange();
  return runs;
}

function replaced(before: readonly Token[], after: readonly Token[]): Run[] {
  return [
    { mark: 'del', tokens: before },
    { mark: 'ins', tokens: after },
  ];
}

/** A word in bold is another word: so changed marks and links are seen. */
function isSame(one: Token, other: Token): boolean {
  if (one.isSpace && other.isSpace) return true;
  return one.html === other.html && one.around.join() === other.around.join();
}

function tokensOf(nodes: readonly HtmlNode[], around: readonly string[] = []): Token[] {
  return nodes.flatMap((node) => {
    if (node.nodeType === 3) return wordsOf(node.nodeValue ?? '', around);
    if (node.nodeType !== 1) return [];
    const name = node.nodeName.toLowerCase();
    const start = startTag(name, attributesOf(node));
    if (VOID_ELEMENTS.has(name)) return [{ html: start, around, isSpace: false }];
    if (WHOLE.has(name)) return [{ html: sourceOf(node), around, isSpace: false }];
    return tokensOf(Array.from(node.childNodes), [...around, start]);
  });
}

function wordsOf(text: string, around: readonly string[]): Token[] {
  return splitWords(text).map((word) => ({ html: escapeText(word), around, isSpace: /^[\t\n\f\r ]/.test(word) }));
}

function sourceOf(node: HtmlNode): string {
  if (node.nodeType !== 1) return escapeText(node.nodeValue ?? '');
  const name = node.nodeName.toLowerCase();
  const start = startTag(name, attributesOf(node));
  return VOID_ELEMENTS.has(name) ? start : `${start}${Array.from(node.childNodes, sourceOf).join('')}</${name}>`;
}

/** Text that browsers show alike, for keys. */
export function keyOf(node: HtmlNode): string {
  return canonical([node]);
}

/** White space at the ends of a change stands outside its mark. */
function written(runs: readonly Run[]): string {
  const open: string[] = [];
  let html = '';
  const close = (depth: number) => {
    while (open.length > depth) html += `</${/^<(\w+)/.exec(open.pop() ?? '')?.[1]}>`;
  };
  for (const { mark, tokens } of runs) {
    const first = tokens.findIndex(({ isSpace }) => !isSpace);
    const last = tokens.findLastIndex(({ isSpace }) => !isSpace);
    tokens.forEach((token, index) => {
      const isMarked = mark !== undefined && index >= first && index <= last && first >= 0;
      const wanted = isMarked ? [...token.around, `<${mark}>`] : token.around;
      let shared = 0;
      while (shared < open.length && open[shared] === wanted[shared]) shared++;
      close(shared);
      html += wanted.slice(shared).join('');
      open.push(...wanted.slice(shared));
      html += token.html;
    });
  }
  close(0);
  return html;
}
