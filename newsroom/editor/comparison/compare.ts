/**
 * Two bodies as one, to be read: the newer one, with `ins` around what it adds and `del` around what it lacks. Blocks are compared
 * with the blocks that they were, items of lists and rows of tables with theirs, and only then words.
 */
import { VOID_ELEMENTS } from '../../../src/core/html-policy.ts';
import { attributesOf, type HtmlNode, type ParseHtml } from '../dom.ts';
import { BLOCK_ELEMENTS } from '../split.ts';
import { startTag } from '../write.ts';
import { align, type Likeness } from './align.ts';
import { compareTables } from './table.ts';
import { compareText, keyOf, type Mark, markedText } from './text.ts';
import { likenessOf, type WordCounts, wordCounts } from './words.ts';

export interface Comparison {
  html: string;
  /** Whether something is marked. Bodies that differ only in how they are laid out have no mark. */
  isMarked: boolean;
}

/** A block, or text and inline elements without a block of their own. */
interface Part {
  /** `#text` if it is not a block. */
  name: string;
  nodes: readonly HtmlNode[];
  key: string;
  words: WordCounts;
}

const PARTS: Likeness<Part> = {
  key: (part) => part.key,
  // A paragraph may become a heading or a quotation, but not a table.
  likeness: (before, after) =>
    before.name === after.name || (!isOuter(before) && !isOuter(after)) ? likenessOf(before.words, after.words) : 0,
};

export function compareBodies(before: string, after: string, parse: ParseHtml): Comparison {
  const html = compareNodes(childrenOf(parse(before)), childrenOf(parse(after)));
  return { html, isMarked: /<(?:ins|del)>/.test(html) };
}

export function compareNodes(before: readonly HtmlNode[], after: readonly HtmlNode[]): string {
  const pairs = align(partsOf(before), partsOf(after), PARTS);
  return pairs.map(([one, other]) => (one && other ? comparePair(one, other) : markedPart(one, other))).join('');
}

/** Everything in a node as added or removed. */
export function markedNodes(nodes: readonly HtmlNode[], mark: Mark): string {
  return partsOf(nodes)
    .map(({ name, nodes: inside }) => {
      const [node] = inside;
      if (name === '#text' || !node) return markedText(inside, mark);
      if (VOID_ELEMENTS.has(name)) return mark ? `<${mark}>${tagOf(node)}</${mark}>` : tagOf(node);
      return `${tagOf(node)}${markedNodes(childrenOf(node), mark)}</${name}>`;
    })
    .join('');
}

export const childrenOf = (node: HtmlNode): HtmlNode[] => Array.from(node.childNodes);

export const tagOf = (node: HtmlNode): string => startTag(node.nodeName.toLowerCase(), attributesOf(node));

function markedPart(before: Part | undefined, after: Part | undefined): string {
  return after ? markedNodes(after.nodes, 'ins') : markedNodes(before?.nodes ?? [], 'del');
}

function comparePair(before: Part, after: Part): string {
  const [one, other] = [before.nodes[0], after.nodes[0]];
  if (!one || !other) return '';
  if (before.name === '#text' && after.name === '#text') return compareText(before.nodes, after.nodes);
  if (VOID_ELEMENTS.has(after.name)) return tagOf(other);
  if (before.name === 'table' && after.name === 'table')
    return compareTables(one, other, { compareNodes, markedNodes });
  const old = before.name === '#text' ? before.nodes : childrenOf(one);
  if (after.name === '#text') return compareNodes(old, after.nodes);
  return `${tagOf(other)}${compareNodes(old, childrenOf(other))}</${after.name}>`;
}

/** White space and comments between blocks are nothing to read. */
function partsOf(nodes: readonly HtmlNode[]): Part[] {
  const parts: { name: string; nodes: HtmlNode[] }[] = [];
  for (const node of nodes) {
    if (node.nodeType !== 1 && node.nodeType !== 3) continue;
    const last = parts.at(-1);
    if (isBlock(node)) parts.push({ name: node.nodeName.toLowerCase(), nodes: [node] });
    else if (last?.name === '#text') last.nodes.push(node);
    else parts.push({ name: '#text', nodes: [node] });
  }
  return parts
    .filter(({ name, nodes: inside }) => name !== '#text' || inside.some((node) => !isSpace(node)))
    .map((part) => ({ ...part, key: part.nodes.map(keyOf).join(''), words: wordCounts(part.nodes) }));
}

const isSpace = (node: HtmlNode) => node.nodeType === 3 && /^[\t\n\f\r ]*$/.test(node.nodeValue ?? '');

function isBlock(node: HtmlNode): boolean {
  return BLOCK_ELEMENTS.has(node.nodeName.toLowerCase()) || childrenOf(node).some(isBlock);
}

function isOuter({ name, nodes }: Part): boolean {
  return name !== '#text' && nodes.some((node) => childrenOf(node).some(isBlock));
}
