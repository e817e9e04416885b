/** HTML from elsewhere: its text, its pictures, and its relative addresses. */
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];
type Attribute = Element['attrs'][number];

const ADDRESSES = ['href', 'src', 'poster', 'cite'];
const UNSEEN = ['script', 'style', 'template', 'noscript'];
const BLOCK = /^(p|div|br|li|h[1-6]|tr|blockquote|section|article|ul|ol|table|figure|pre)$/;
const LEAST_WIDTH = 200;

/** The visible text, with single spaces. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  const parts: string[] = [];
  for (const node of nodesOf(html)) {
    if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
    else if (BLOCK.test(node.nodeName)) parts.push(' ');
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** The first picture of the text that is not known to be small. */
export function firstPicture(html: string): string | null {
  if (!/<img/i.test(html)) return null;
  for (const node of nodesOf(html)) {
    if (node.nodeName !== 'img') continue;
    const { attrs } = node as Element; // by its name
    const value = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
    const width = Number(value('width') ?? LEAST_WIDTH);
    if (value('src') && !(width < LEAST_WIDTH)) return value('src') ?? null;
  }
  return null;
}

/** Makes relative addresses absolute. */
export function absoluteHtml(html: string, base: string): string {
  const fragment = parseFragment(html);
  for (const node of walk(fragment.childNodes))
    if ('attrs' in node) for (const attribute of node.attrs) makeAbsolute(attribute, base);
  return serialize(fragment);
}

function makeAbsolute(attribute: Attribute, base: string): void {
  if (!ADDRESSES.includes(attribute.name)) return;
  const value = attribute.value.trim();
  if (value === '' || value.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(value)) return;
  if (URL.canParse(value, base)) attribute.value = new URL(value, base).href;
}

const nodesOf = (html: string) => walk(parseFragment(html).childNodes);

/** Without recursion: a text may be nested deeply. */
function* walk(nodes: Node[]): Generator<Node> {
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (UNSEEN.includes(node.nodeName)) continue;
    yield node;
    if ('childNodes' in node) for (const child of [...node.childNodes].reverse()) waiting.push(child);
  }
}
