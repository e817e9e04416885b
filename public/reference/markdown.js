import { el } from './dom.js';
import { inline } from './prose.js';

/** Pages of docs/: headings, paragraphs, lists, tables and code. @param {string} text @returns {HTMLElement[]} */
export function markdown(text) {
  const lines = text.split('\n');
  const blocks = [];
  while (lines.length > 0) blocks.push(nextBlock(lines));
  return blocks.filter((block) => block !== null);
}

/** Takes one block off the lines. @param {string[]} lines @returns {HTMLElement | null} */
function nextBlock(lines) {
  const first = lines[0] ?? '';
  if (first.trim() === '') {
    lines.shift();
    return null;
  }
  if (/^\s*```/.test(first)) return code(lines);
  if (/^#{1,4} /.test(first)) return heading(lines.shift() ?? '');
  if (PICTURE.test(first)) return picture(lines.shift() ?? '');
  if (first.startsWith('|')) return table(takeWhile(lines, (line) => line.startsWith('|')));
  if (ITEM.test(first)) return list(lines);
  const isText = (/** @type {string} */ line) =>
    line.trim() !== '' && !/^(#{1,4} |\||\s*```)/.test(line) && !ITEM.test(line);
  return el('p', {}, ...inline(takeWhile(lines, isText).join(' ')));
}

/** A picture on its own line. */
const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/;
const ITEM = /^(\s*)([-*]|\d+\.) +/;

/** @param {string[]} lines @param {(line: string) => boolean} isWanted always true for the first line */
function takeWhile(lines, isWanted) {
  const end = lines.findIndex((line, at) => at > 0 && !isWanted(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

/** @param {string[]} lines */
function code(lines) {
  const margin = /^\s*/.exec(lines[0] ?? '')?.[0].length ?? 0;
  const fenced = takeWhile(lines, (line) => !/^\s*```\s*$/.test(line)).slice(1);
  lines.shift();
  const text = fenced.map((line) => line.slice(margin)).join('\n');
  return el('pre', { class: 'code', tabindex: '0' }, el('code', {}, text));
}

/** With the id that links in docs/ use: “Changing a secret” is #changing-a-secret. @param {string} line */
function heading(line) {
  const level = line.indexOf(' ');
  const text = line.slice(level + 1);
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
  return el(`h${level}`, { id }, ...inline(text));
}

/** Its address is relative to the file in docs/, as in any viewer of Markdown. @param {string} line */
function picture(line) {
  const [, alt = '', src = ''] = PICTURE.exec(line) ?? [];
  return el('p', { class: 'picture' }, el('img', { src, alt, loading: 'lazy' }));
}

/** @param {string[]} lines */
function table(lines) {
  const [head = [], , ...rows] = lines.map(cells);
  const row = (/** @type {string[]} */ texts, /** @type {string} */ tag) =>
    el('tr', {}, ...texts.map((text) => el(tag, {}, ...inline(text))));
  const body = rows.map((texts) => row(texts, 'td'));
  return el(
    'div',
    { class: 'table', tabindex: '0' },
    el('table', {}, el('thead', {}, row(head, 'th')), el('tbody', {}, ...body)),
  );
}

/** @param {string} line */
function cells(line) {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((text) => text.trim().replaceAll('\\|', '|'));
}

/** An item goes on as long as its lines are indented; a list in it is its own block. @param {string[]} lines */
function list(lines) {
  const [, margin = '', mark = '-'] = ITEM.exec(lines[0] ?? '') ?? [];
  const items = [];
  while (ITEM.exec(lines[0] ?? '')?.[1] === margin) {
    const [first = '', ...rest] = takeWhile(lines, (line) => line.startsWith(`${margin}  `));
    const inner = rest.map((line) => line.slice(margin.length + 2));
    const nested = inner.findIndex((line) => ITEM.test(line) || /^\s*```/.test(line));
    const text = [first.replace(ITEM, ''), ...(nested < 0 ? inner : inner.slice(0, nested))].map((line) => line.trim());
    items.push(
      el('li', {}, ...inline(text.join(' ')), ...(nested < 0 ? [] : markdown(inner.slice(nested).join('\n')))),
    );
  }
  return el(mark.endsWith('.') ? 'ol' : 'ul', {}, ...items);
}
