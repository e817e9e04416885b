/** Players on the clipboard: as an `<iframe>` of a page, or as embed code, which is its HTML as text. */
import { ELEMENTS } from '../../src/core/html-policy.ts';
import { isPlayerFeature, playerAddress } from '../../src/core/players.ts';
import { isSafeDeclaration } from '../../src/core/style-policy.ts';
import { attributesOf, type HtmlNode } from './dom.ts';
import { startTag } from './write.ts';

/** What else than the attributes of its own a player may have. */
const GENERAL = new Set(['title', 'aria-label', 'style']);

/** The element as the service stores it; the host if the player is not allowed; undefined if it shows nothing. */
export function playerOf(iframe: HtmlNode): { html: string } | { host: string } | undefined {
  const attributes = attributesOf(iframe);
  const { src = '' } = attributes;
  // Old embed codes leave out the scheme.
  const address = playerAddress(src.trim().replace(/^(?:https?:)?\/\//i, 'https://'));
  if ('host' in address) return address.host === undefined ? undefined : { host: address.host };
  const kept = Object.entries(attributes).flatMap(([name, value]) => {
    const isKnown = GENERAL.has(name) || ELEMENTS.get('iframe')?.has(name);
    const allowed = name === 'src' ? address.href : allowedPart(name, value);
    return isKnown && allowed !== undefined ? [[name, allowed]] : [];
  });
  return { html: `${startTag('iframe', Object.fromEntries(kept))}</iframe>` };
}

/** The block that the editor makes of it: kept as it is. */
export function keptHtml(source: string): string {
  return `${startTag('figure', { 'data-kept': source })}</figure>`;
}

/** Text that is the code of one player, perhaps in a box and with a script, as players offer it for copying. */
export function isEmbedCode(text: string): boolean {
  return /^\s*<(?:iframe|div|figure|p|center)\b[\s\S]*>\s*$/i.test(text) && text.match(/<iframe\b/gi)?.length === 1;
}

/** Without what the policy does not allow, as there is nothing to be said about it: permissions and styles. */
function allowedPart(name: string, value: string): string | undefined {
  const allowed = { allow: isPlayerFeature, style: isSafeDeclaration }[name];
  if (!allowed) return value;
  const parts = value.split(';').map((part) => part.trim().replace(/\s+/g, ' '));
  return parts.filter((part) => part !== '' && allowed(part)).join('; ') || undefined;
}
