/** A preview of kept HTML: only elements of the HTML policy, without scripts or players. The page's CSP blocks scripts too. */
import { ADDRESS_SCHEMES, ELEMENTS, GLOBAL_ATTRIBUTES, VOID_ELEMENTS } from '../../src/core/html-policy.ts';
import { attributesOf, type HtmlNode } from './dom.ts';
import { escapeText, startTag } from './write.ts';

/** `isLoaded` says which addresses of pictures, sound and video the browser may ask for. */
export function previewHtml(root: HtmlNode, isLoaded: (address: string) => boolean = () => true): string {
  return Array.from(root.childNodes, (node) => preview(node, isLoaded)).join('');
}

function preview(node: HtmlNode, isLoaded: (address: string) => boolean): string {
  if (node.nodeType === 3) return escapeText(node.nodeValue ?? '');
  const name = node.nodeName.toLowerCase();
  if (node.nodeType !== 1 || !ELEMENTS.has(name)) return '';
  const attributes = Object.entries(attributesOf(node)).filter(
    ([attribute, value]) =>
      isHarmless(name, attribute, value) && (name === 'iframe' || loadedBy(attribute, value).every(isLoaded)),
  );
  // A player would load a third-party page whenever someone opens the article.
  if (name === 'iframe') return `<span class="player">${escapeText(attributesOf(node).src ?? '')}</span>`;
  const start = startTag(name, Object.fromEntries(attributes));
  return VOID_ELEMENTS.has(name) ? start : `${start}${previewHtml(node, isLoaded)}</${name}>`;
}

/** What a browser asks for as soon as it sees the attribute. */
function loadedBy(attribute: string, value: string): string[] {
  if (attribute === 'src' || attribute === 'poster' || attribute === 'background') return [value];
  // Addresses with commas in them come in pieces, which are no address of ours either.
  if (attribute === 'srcset') return value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
  return [];
}

function isHarmless(element: string, name: string, value: string): boolean {
  if (name === 'id' || name === 'autoplay' || name === 'href') return false;
  if (!GLOBAL_ATTRIBUTES.has(name) && !ELEMENTS.get(element)?.has(name)) return false;
  return !ADDRESS_SCHEMES.has(name) || /^(?:https?:|\/|data:image\/(?:png|jpeg|gif|webp);)/i.test(value.trim());
}
