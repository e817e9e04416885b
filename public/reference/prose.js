import { el } from './dom.js';

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>"'`)]*[^\s<>"'`).,;:])/g;
const LIST_ITEM = /^\s*[-*]\s+/;

/**
 * Descriptions are plain text with a small subset of Markdown: paragraphs, bullet lists, code, bold, http(s) links.
 * @param {string | undefined} text
 * @returns {HTMLElement | null}
 */
export function prose(text) {
  if (!text?.trim()) return null;
  const blocks = text.trim().split(/\n\s*\n/);
  return el('div', { class: 'prose' }, ...blocks.map(block));
}

/** @param {string} text */
function block(text) {
  const lines = text.split('\n').filter((line) => line.trim());
  if (!lines.every((line) => LIST_ITEM.test(line))) return el('p', {}, ...inline(text));
  return el('ul', {}, ...lines.map((line) => el('li', {}, ...inline(line.replace(LIST_ITEM, '')))));
}

/** @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) nodes.push(text.slice(end, match.index));
    nodes.push(mark(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** @param {RegExpMatchArray} match */
function mark([, code, bold, label, target, bare]) {
  if (code !== undefined) return el('code', {}, code);
  if (bold !== undefined) return el('strong', {}, bold);
  return el('a', { href: target ?? bare, rel: 'noreferrer' }, label ?? bare);
}
