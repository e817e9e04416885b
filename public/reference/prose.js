import { el } from './dom.js';

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\[((?:`[^`]*`|[^\]])+)\]\(([^\s)]+)\)|(https?:\/\/[^\s<>"'`)]*[^\s<>"'`).,;:])/g;
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
  const address = addressOf(target ?? bare ?? '');
  if (address === null) return el('span', {}, ...inline(label ?? ''));
  return el('a', { href: address, rel: 'noreferrer' }, ...(label === undefined ? [bare] : inline(label)));
}

/**
 * Pages of docs/ link each other by file name: `webhooks.md`, `../settings.md#limits`. Null for files that are not served.
 * @param {string} target
 */
function addressOf(target) {
  if (/^(https?:\/\/|[#/])/.test(target)) return target;
  const [, folder = '', name = '', hash = ''] =
    /^(?:\.\.\/)*(decisions\/|guides\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(target) ?? [];
  if (!name) return null;
  const isDecision = /^\d/.test(name) || folder === 'decisions/';
  return `/docs/guides/${isDecision ? 'decisions/' : ''}${name}${hash}`;
}
