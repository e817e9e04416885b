/**
 * HTML from elsewhere: its text, its pictures, and its relative addresses. Read as tokens, not as a tree: wrongly nested elements
 * let a parser of trees take seconds for one text.
 */
import { decodeHTML } from 'entities';
import { HtmlReader, type Tag, type Token } from '../html-tokens.ts';

const ADDRESSES = ['href', 'src', 'poster', 'cite'];
const UNSEEN = ['script', 'style', 'template', 'noscript'];
const BLOCK = /^(p|div|br|li|h[1-6]|tr|blockquote|section|article|ul|ol|table|figure|pre)$/;
const CREDENTIALS = /^https?:[\\/]*[^\\/?#]*@/i;
const LEAST_WIDTH = 200;

/** Words on its two sides are apart. */
export const isBlock = (name: string) => BLOCK.test(name);

/** The visible text, with single spaces. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return singleSpaced(html);
  const parts: string[] = [];
  for (const token of seen(html)) {
    if (token.kind === 'text') parts.push(decodeHTML(token.raw));
    else if (token.kind === 'tag' && isBlock(token.name)) parts.push(' ');
  }
  return singleSpaced(parts.join(''));
}

/** A byte order mark counts as a space in regular expressions, but nobody sees it: `cas\uFEFFino` is one word. */
export const singleSpaced = (text: string) => text.replaceAll('\uFEFF', '').replace(/\s+/g, ' ').trim();

/** The first picture of the text that is not known to be small. */
export function firstPicture(html: string): string | null {
  if (!/<img/i.test(html)) return null;
  for (const token of seen(html)) {
    if (token.kind !== 'tag' || token.name !== 'img' || token.closing) continue;
    const [src, width] = [token.attributes.get('src'), Number(token.attributes.get('width') ?? LEAST_WIDTH)];
    if (src && !(width < LEAST_WIDTH)) return src;
  }
  return null;
}

/** Makes the relative addresses of sanitised HTML absolute, and takes credentials out of the others, in short steps. */
export function* absoluteHtml(html: string, base: string): Generator<void, string, undefined> {
  const parts: string[] = [];
  for (const token of tokensOf(html)) {
    if (token.kind === 'pause') yield;
    else parts.push(token.kind === 'tag' && isRewritten(token) ? absoluteTag(token, base) : wholeOf(token));
  }
  return parts.join('');
}

const wholeOf = (token: Token) => token.raw + ('content' in token ? token.content : '');
const isRewritten = ({ attributes }: Tag) => ADDRESSES.some((name) => isOdd(attributes.get(name) ?? ''));
const isOdd = (address: string) => isRelativeAddress(address) || CREDENTIALS.test(address.trim());

function absoluteTag({ name, attributes, selfClosing, content }: Tag, base: string): string {
  const written = [...attributes].map(([attribute, value]) => {
    const address = ADDRESSES.includes(attribute) && isOdd(value) ? absolute(value.trim(), base) : value;
    return ` ${attribute}="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
  });
  return `<${name}${written.join('')}${selfClosing ? ' /' : ''}>${content}`;
}

function isRelativeAddress(address: string): boolean {
  const value = address.trim();
  return value !== '' && !value.startsWith('#') && !/^[a-z][a-z0-9+.-]*:/i.test(value);
}

const absolute = (address: string, base: string) =>
  URL.canParse(address, base) ? withoutCredentials(new URL(address, base)).href : address;

/** `https://user:password@host/` would be served to everyone. */
export function withoutCredentials(url: URL): URL {
  url.username = '';
  url.password = '';
  return url;
}

function* tokensOf(html: string): Generator<Token> {
  const reader = new HtmlReader(html);
  for (let token = reader.next(); token !== undefined; token = reader.next()) yield token;
}

/** Without the elements that browsers do not show. */
function* seen(html: string): Generator<Token> {
  let hidden: string | null = null;
  for (const token of tokensOf(html)) {
    const name = token.kind === 'tag' ? token.name : '';
    if (hidden !== null) hidden = token.kind === 'tag' && token.closing && name === hidden ? null : hidden;
    else if (token.kind === 'tag' && UNSEEN.includes(name))
      hidden = token.content === '' && !token.closing ? name : null;
    else yield token;
  }
}
