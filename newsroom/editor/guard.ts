/**
 * The HTML guarantee: saving changes only what a person changed. A body is opened block by block. A block that the schema
 * does not give back as it was is kept: shown, and edited as source. An untouched block is written byte for byte as it came.
 */
import { DOMParser, type Node } from 'prosemirror-model';
import { canonical, type HtmlNode, type ParseHtml } from './dom.ts';
import { schema } from './schema.ts';
import { type Piece, type Pieces, splitBlocks } from './split.ts';
import { blockHtml, inlineHtml } from './write.ts';

interface Origin extends Piece {
  node: Node;
  /** What may follow without becoming part of it: anything, a block (`<p>` without an end tag), or nothing. */
  end: 'closed' | 'paragraph' | 'open';
  /** The block that followed it. */
  next: Origin | undefined;
}

/** Where the blocks of a document came from. Blocks of several bodies can be in one: what was opened, merged and restored. */
export interface Sources {
  origins: Origin[];
  byNode: WeakMap<Node, Origin>;
  /** White space around the blocks of the document that was opened first. */
  joint: string;
  tail: string;
  first: Origin | undefined;
}

export interface Opened {
  doc: Node;
  sources: Sources;
}

const ENDS_PARAGRAPH =
  /^<(?:p|h[1-6]|hr|pre|[uod]l|figure|table|div|section|article|aside|header|footer|blockquote|details|address)[\s>]/i;
const parser = DOMParser.fromSchema(schema);

export function openBody(body: string, parse: ParseHtml): Opened {
  const { pieces, tail } = checkedPieces(body, parse);
  const origins = pieces.map((piece) => origin(piece, parse));
  for (const [index, one] of origins.entries()) one.next = origins[index + 1];
  const nodes = origins.length > 0 ? origins.map(({ node }) => node) : [schema.node('paragraph')];
  const sources: Sources = {
    origins,
    byNode: new WeakMap(origins.map((one) => [one.node, one])),
    joint: origins[1]?.gap ?? (origins.length === 0 ? '\n' : ''),
    tail,
    first: origins[0],
  };
  return { doc: schema.node('doc', null, nodes), sources };
}

/** Adds the blocks of another body; they are written byte for byte too. */
export function addSources(sources: Sources, other: Sources): void {
  sources.origins.push(...other.origins);
  for (const one of other.origins) sources.byNode.set(one.node, one);
}

export function writeBody(doc: Node, sources: Sources): string {
  if (isEmpty(doc) && sources.first === undefined) return sources.tail;
  const found = doc.children.slice(0, savedCount(doc, sources)).map((node) => originOf(node, sources));
  const gaps = gapsBefore(found, sources);
  let written = sources.tail;
  for (let index = found.length - 1, behind = ''; index >= 0; index--) {
    behind = blockSource(doc.child(index), found, index, behind);
    written = (gaps[index] ?? '') + behind + written;
  }
  return written;
}

/** A block as it would be written alone. */
export function sourceOf(node: Node, sources: Sources): string {
  return originOf(node, sources)?.source ?? blockHtml(node);
}

/** How many blocks are written: not the new empty paragraphs at the end, which only give the cursor a place. */
export function savedCount({ children }: Node, sources: Sources): number {
  let count = children.length;
  while (count > 1 && isNewAndEmpty(children, count - 1, sources)) count--;
  return count;
}

function isNewAndEmpty(children: readonly Node[], index: number, sources: Sources): boolean {
  const node = children[index];
  if (node?.type.name !== 'paragraph' || node.childCount > 0 || Object.keys(node.attrs.html).length > 0) return false;
  const from = originOf(node, sources);
  // A new one equals an empty paragraph that came with the body and is still in its place.
  return from === undefined || children.slice(0, index).some((other) => originOf(other, sources) === from);
}

/** White space before each block: a changed block takes that of the block it replaces. */
function gapsBefore(found: (Origin | undefined)[], { first, joint }: Sources): string[] {
  const left = new Set(found);
  let expected = first;
  return found.map((from, index) => {
    const isChanged = from === undefined && expected !== undefined && !left.has(expected);
    const place = from ?? (isChanged ? expected : undefined);
    if (place) expected = place.next;
    if (index === 0) return place !== undefined && place === first ? place.gap : '';
    return place && place !== first ? place.gap : joint;
  });
}

/** The pieces, unless the browser parses them differently on their own: then all of it is one piece. */
function checkedPieces(body: string, parse: ParseHtml): Pieces {
  const { pieces: cut, tail } = splitBlocks(body);
  const pieces = closedPieces(cut, parse);
  const alone = pieces.map(({ source }) => canonical(parse(source).childNodes)).join('');
  const joined = pieces.map(({ gap, source }) => gap + source).join('') + tail;
  if (joined === body && alone === canonical(parse(body).childNodes)) return { pieces, tail };
  return { pieces: [{ gap: '', source: body, isInline: false }], tail: '' };
}

/** Joins a piece with the next one if the browser would read both as one block. */
function closedPieces(cut: Piece[], parse: ParseHtml): Piece[] {
  const pieces: Piece[] = [];
  let isOpen = false;
  for (const piece of cut) {
    const last = pieces.at(-1);
    if (last && isOpen)
      pieces[pieces.length - 1] = { ...last, source: last.source + piece.gap + piece.source, isInline: false };
    else pieces.push(piece);
    isOpen = pieceEnd(pieces.at(-1) ?? piece, parse) === 'open';
  }
  return pieces;
}

function origin(piece: Piece, parse: ParseHtml): Origin {
  const node = modelled(piece, parse(piece.source), parse) ?? schema.node('kept', { source: piece.source });
  return { ...piece, node, end: pieceEnd(piece, parse), next: undefined };
}

function pieceEnd({ source, isInline }: Piece, parse: ParseHtml): Origin['end'] {
  const behind = canonical(parse(`${source}<hr>`).childNodes);
  if (behind !== `${canonical(parse(source).childNodes)}<hr[]></hr>`) return 'open';
  return !isInline && isOpenParagraph(source) ? 'paragraph' : 'closed';
}

/** `<hr>` ends a paragraph, text does not. */
function isOpenParagraph(source: string): boolean {
  return /^<p[\s>]/i.test(source) && !/<\/p\s*>$/i.test(source);
}

/** The node of a block that the schema gives back as it was. */
function modelled({ isInline, source }: Piece, content: HtmlNode, parse: ParseHtml): Node | undefined {
  // Before it is parsed: ProseMirror puts nested lists into the items before them.
  const wanted = canonical(content.childNodes);
  // The DOM of the browser, or the small one of the tests.
  const doc = parser.parse(content as unknown as Parameters<typeof parser.parse>[0]);
  const only = doc.childCount === 1 ? doc.firstChild : null;
  if (only === null || only.type.name === 'kept') return undefined;
  if (isInline && only.type.name !== 'paragraph') return undefined;
  const written = isInline ? inlineHtml(only.content) : blockHtml(only);
  if (canonical(parse(written).childNodes) !== wanted) return undefined;
  if (source === '') return undefined;
  return isInline ? schema.node('line', null, only.content) : only;
}

/** The block that a node was, also after undo has made an equal node of it. */
function originOf(node: Node, { byNode, origins }: Sources): Origin | undefined {
  const same = byNode.get(node);
  if (same) return same;
  const equal = origins.find((one) => one.node.eq(node));
  if (equal) byNode.set(node, equal);
  return equal;
}

/** Its original bytes, unless they would merge with its new neighbours. */
function blockSource(node: Node, found: (Origin | undefined)[], index: number, behind: string): string {
  const from = found[index];
  if (from === undefined) return blockHtml(node);
  const runsIntoText = from.isInline && found[index - 1]?.isInline === true;
  const isOldNeighbour = index === found.length - 1 ? !from.next : from.next && from.next === found[index + 1];
  const isEnded = from.end === 'closed' || (from.end === 'paragraph' && (behind === '' || ENDS_PARAGRAPH.test(behind)));
  if (!runsIntoText && (isOldNeighbour || isEnded)) return from.source;
  return node.type.name === 'kept' ? `<div>${from.source}</div>` : blockHtml(node);
}

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;
}
