import { el } from './dom.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
const INDENT = '  ';
/** Above this many characters colours cost more than they tell; the text is shown plain. */
const COLOUR_LIMIT = 400_000;

/** @typedef {{ kind: 'key' | 'string' | 'number' | 'word' | 'plain', text: string }} Piece */

/**
 * A scrollable block of code. Text is there at once; `colour()` can follow when it comes into view.
 * @param {string} text
 * @param {string} label
 */
export function codeBlock(text, label) {
  return el('pre', { class: 'code', tabindex: '0', role: 'group', 'aria-label': label }, el('code', {}, text));
}

/** @param {HTMLElement} pre a code block that holds JSON @param {string} text */
export function colourJson(pre, text) {
  const code = pre.firstElementChild;
  if (!code || text.length > COLOUR_LIMIT) return;
  code.replaceChildren(...layOut(text).map(pieceNode));
}

/** @param {Piece} piece */
function pieceNode({ kind, text }) {
  return kind === 'plain' ? document.createTextNode(text) : el('span', { class: `json-${kind}` }, text);
}

/**
 * Indents JSON from its own characters instead of parsing and printing it again: long numbers keep their digits and
 * escapes stay as the server wrote them. Null when it is not JSON.
 * @param {string} text
 * @returns {string | null}
 */
export function indentJson(text) {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return layOut(text)
    .map((piece) => piece.text)
    .join('');
}

/** @param {string} text valid JSON @returns {Piece[]} */
function layOut(text) {
  const tokens = text.match(TOKEN) ?? [];
  /** @type {Piece[]} */
  const pieces = [];
  let depth = 0;
  tokens.forEach((token, index) => {
    const closesEmpty = isOpening(tokens[index - 1]) && isClosing(token);
    const opensEmpty = isOpening(token) && isClosing(tokens[index + 1]);
    if (isClosing(token)) depth -= 1;
    if (isClosing(token) && !closesEmpty) pieces.push(newLine(depth));
    pieces.push({ kind: kindOf(token, tokens[index + 1]), text: token === ':' ? ': ' : token });
    if (isOpening(token)) depth += 1;
    if ((isOpening(token) && !opensEmpty) || token === ',') pieces.push(newLine(depth));
  });
  return joinPlain(pieces);
}

/** @param {string | undefined} token */
const isOpening = (token) => token === '{' || token === '[';
/** @param {string | undefined} token */
const isClosing = (token) => token === '}' || token === ']';

/** @param {number} depth @returns {Piece} */
function newLine(depth) {
  return { kind: 'plain', text: `\n${INDENT.repeat(depth)}` };
}

/** @param {string} token @param {string | undefined} next @returns {Piece['kind']} */
function kindOf(token, next) {
  if (token.startsWith('"')) return next === ':' ? 'key' : 'string';
  if (/^[-\d]/.test(token)) return 'number';
  return /^[tfn]/.test(token) ? 'word' : 'plain';
}

/** Punctuation and white space in a row become one text node. @param {Piece[]} pieces @returns {Piece[]} */
function joinPlain(pieces) {
  /** @type {Piece[]} */
  const joined = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === 'plain' && last?.kind === 'plain') last.text += piece.text;
    else joined.push(piece);
  }
  return joined;
}
