/** Reading HTML that another program put on the clipboard. */
import { attributesOf, type HtmlNode } from './dom.ts';
import { BLOCK_ELEMENTS } from './split.ts';

export type Styles = ReadonlyMap<string, string>;

/** Elements without text of the author. */
export const DROPPED: ReadonlySet<string> = new Set(
  'script style meta link title head xml template noscript svg math object select textarea button'.split(' '),
);

/** Declarations by name: `mso-bidi-font-weight` is not `font-weight`. */
export function stylesOf(node: HtmlNode): Styles {
  const declarations = (attributesOf(node).style ?? '').split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
  });
  return new Map(declarations.filter(([name]) => name !== ''));
}

export function nameOf(node: HtmlNode): string {
  return node.nodeType === 1 ? node.nodeName.toLowerCase() : '';
}

export function holdsBlocks(node: HtmlNode): boolean {
  const name = nameOf(node);
  if (name === '' || DROPPED.has(name)) return false;
  return BLOCK_ELEMENTS.has(name) || name === 'iframe' || Array.from(node.childNodes).some(holdsBlocks);
}

export function isBlank(node: HtmlNode): boolean {
  return node.nodeType === 8 || (node.nodeType === 3 && (node.nodeValue ?? '').trim() === '');
}

export function textOf(node: HtmlNode): string {
  return node.nodeValue ?? Array.from(node.childNodes, textOf).join('');
}
