/**
 * Cuts HTML into its top-level blocks without a parser, so that every piece is the exact text that came. It knows the shape
 * that the service writes (core/html.ts). `guard.ts` compares the pieces with what the browser reads and gives up the cut
 * where they differ.
 */
import { END_TAG_OPTIONAL, VOID_ELEMENTS } from '../../src/core/html-policy.ts';

export interface Piece {
  /** White space before the block. */
  gap: string;
  source: string;
  /** Text and inline elements directly in the body, without a block around them. */
  isInline: boolean;
}

export interface Pieces {
  pieces: Piece[];
  /** White space at the end. */
  tail: string;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that are blocks of their own: a paragraph ends where one begins. */
const BLOCKS = words(
  'p h1 h2 h3 h4 h5 h6 hr pre ul ol dl figure table div section article aside header footer blockquote details address ' +
    'li dt dd figcaption summary',
);

/** White space around them is ignored. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set([
  ...BLOCKS,
  ...words('caption colgroup col thead tbody tfoot tr td th'),
]);

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const SPACE_ONLY = /^[\t\n\f\r ]*$/;

type State = {
  html: string;
  pieces: Piece[];
  /** Where the piece that is being read begins, its gap included. */
  start: number;
  kind: 'none' | 'inline' | 'block' | 'paragraph';
  /** Open elements whose end tags cannot be left out. */
  open: string[];
};

export function splitBlocks(html: string): Pieces {
  const state: State = { html, pieces: [], start: 0, kind: 'none', open: [] };
  let end = 0;
  for (const match of html.matchAll(TOKEN)) {
    readText(state, end, match.index);
    end = match.index + match[0].length;
    if (match[2] === undefined) readComment(state, end);
    else if (match[1] === '/') readEndTag(state, match[2].toLowerCase(), end);
    else readStartTag(state, match[2].toLowerCase(), match.index, end);
  }
  readText(state, end, html.length);
  if (state.kind !== 'none') endPiece(state, html.length);
  const tail = html.slice(state.start);
  return { pieces: state.pieces, tail };
}

function readText(state: State, from: number, to: number): void {
  if (state.kind === 'none' && !SPACE_ONLY.test(state.html.slice(from, to))) state.kind = 'inline';
}

/** A comment in running text is part of it; one between blocks is a block. */
function readComment(state: State, to: number): void {
  if (state.kind !== 'none') return;
  state.kind = 'block';
  endPiece(state, to);
}

function readStartTag(state: State, name: string, from: number, to: number): void {
  const isBlock = BLOCKS.has(name);
  const endsPiece = isBlock && state.open.length === 0 && (state.kind === 'paragraph' || state.kind === 'inline');
  if (endsPiece) endPiece(state, from);
  if (state.kind === 'none') state.kind = name === 'p' ? 'paragraph' : isBlock ? 'block' : 'inline';
  if (!VOID_ELEMENTS.has(name) && !END_TAG_OPTIONAL.has(name)) state.open.push(name);
  else if (state.kind === 'block' && state.open.length === 0) endPiece(state, to);
}

function readEndTag(state: State, name: string, to: number): void {
  const index = state.open.lastIndexOf(name);
  if (index >= 0) state.open.length = index;
  if (state.kind === 'none') state.kind = 'block';
  const isEnd = state.kind === 'block' || (state.kind === 'paragraph' && name === 'p');
  if (isEnd && state.open.length === 0) endPiece(state, to);
}

/** White space at the end of running text belongs to what follows. */
function endPiece(state: State, to: number): void {
  const whole = state.html.slice(state.start, to);
  const [gap = ''] = /^[\t\n\f\r ]*/.exec(whole) ?? [];
  const isOpen = state.kind === 'inline' || state.kind === 'paragraph';
  const source = isOpen ? whole.slice(gap.length).replace(/[\t\n\f\r ]+$/, '') : whole.slice(gap.length);
  state.pieces.push({ gap, source, isInline: state.kind === 'inline' });
  state.start += gap.length + source.length;
  state.kind = 'none';
}
