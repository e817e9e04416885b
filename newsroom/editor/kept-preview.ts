/** A preview of kept HTML: only elements of the HTML policy, without scripts or players. The page's CSP blocks scripts too. */
import { ADDRESS_SCHEMES, ELEMENTS, GLOBAL_ATTRIBUTES, VOID_ELEMENTS } from '../../src/core/html-policy.ts';
import { attributesOf, type HtmlNode } from './dom.ts';
import { escapeText, startTag } from './write.ts';

export function previewHtml(root: HtmlNode): string {
  return Array.from(root.childNodes, preview).join('');
}

function preview(node: HtmlNode): string {
  if (node.nodeType === 3) return escapeText(node.nodeValue ?? '');
  const name = node.nodeName.toLowerCase();
  if (node.nodeType !== 1 || !ELEMENTS.has(name)) return '';
  const attributes = Object.entries(attributesOf(node)).filter(([attribute, value]) =>
    isHarmless(name, attribute, value),
  );
  // A player would load a third-party page whenever someone opens the article.
  if (name === 'iframe') return `<span class="player">${escapeText(attributesOf(node).src ?? '')}</span>`;
  const start = startTag(name, Object.fromEntries(attributes));
  return VOID_ELEMENTS.has(name) ? start : `${start}${previewHtml(node)}</${name}>`;
}

function isHarmless(element: string, name: string, value: string): boolean {
  if (name === 'id' || name === 'autoplay' || name === 'href') return false;
  if (!GLOBAL_ATTRIBUTES.has(name) && !ELEMENTS.get(element)?.has(name)) return false;
  return !ADDRESS_SCHEMES.has(name) || /^(?:https?:|\/|data:image\/(?:png|jpeg|gif|webp);)/i.test(value.trim());
}
