/** The text of a message without signature, quotes and tracking pixels, with the pictures that came with it. */
import { escapeText } from 'entities';
import { type Attributes, HtmlReader, type Tag, type Token } from '../html-tokens.ts';
import { plainText } from './plain-text.ts';
import { paragraphs } from './submission.ts';

/** Pictures this small only count readers. */
export const LEAST_PIXELS = 4;
const QUOTED =
  /(?:^|\s)(?:gmail_quote|gmail_quote_container|gmail_extra|yahoo_quoted|protonmail_quote|tutanota_quote|moz-cite-prefix|zmail_extra)(?:\s|$)/;
const SIGNED =
  /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)|^(?:signature|ms-outlook-mobile-signature|applemailsignature)$/i;
/** Outlook marks only where the quote begins. */
const REST_IS_QUOTED = /^(?:appendonsend|divrplyfwdmsg|reply-intro|ms-outlook-mobile-body-separator-line)$/i;
const VOID = ['img', 'br', 'hr', 'input', 'meta', 'link', 'col', 'area', 'base', 'wbr', 'source', 'embed', 'track'];
const SIGNATURE = /^-- ?$/;
const ORIGINAL =
  /^\s*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|opprinnelig melding|alkuperäinen viesti)\s*-{2,}\s*$/i;
/** `On Monday, Ida wrote:` before a quote, in any language. */
const ATTRIBUTION = /:\s*$/;
const LONGEST_ATTRIBUTION = 300;

/** Plain text as paragraphs. If everything is quoted, everything stays. */
export function textBody(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const kept = withoutQuotes(withoutSignature(lines));
  const own = kept.join('\n').trim();
  return paragraphs(own === '' ? text : own);
}

function withoutSignature(lines: string[]): string[] {
  const at = lines.findIndex((line) => SIGNATURE.test(line) || ORIGINAL.test(line));
  return at < 0 ? lines : lines.slice(0, at);
}

/** Only a quote at the end: answers between the quoted lines need them. */
function withoutQuotes(lines: string[]): string[] {
  let end = lines.length;
  const isBlank = (at: number) => (lines[at] ?? '').trim() === '';
  while (end > 0 && (isBlank(end - 1) || lines[end - 1]?.startsWith('>'))) end--;
  if (!lines.slice(end).some((line) => line.startsWith('>'))) return lines;
  const last = lines[end - 1] ?? '';
  const before = `${lines[end - 2] ?? ''} ${last}`;
  if (ATTRIBUTION.test(last) && before.length <= LONGEST_ATTRIBUTION && /[@\d]/.test(before))
    end -= /\d/.test(last) || isBlank(end - 2) ? 1 : 2;
  return lines.slice(0, Math.max(0, end));
}

/** HTML for the sanitiser. `pictures` are paths by content id. If everything is quoted, everything stays. */
export function* htmlBody(html: string, pictures: ReadonlyMap<string, string>): Generator<void, string, undefined> {
  const own = yield* rewritten(html, pictures, true);
  if (plainText(own) !== '' || /<img/i.test(own)) return own;
  return yield* rewritten(html, pictures, false);
}

function* rewritten(
  html: string,
  pictures: ReadonlyMap<string, string>,
  isCut: boolean,
): Generator<void, string, undefined> {
  const reader = new HtmlReader(html);
  const parts: string[] = [];
  let left: { name: string; depth: number } | null = null;
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (token.kind === 'pause') yield;
    else if (left) left = depthAfter(left, token);
    else if (isCut && token.kind === 'tag' && isRestQuoted(token)) break;
    else if (isCut && token.kind === 'tag' && isLeftOut(token)) left = { name: token.name, depth: 1 };
    else parts.push(token.kind === 'tag' && token.name === 'img' ? picture(token, pictures) : wholeOf(token));
  }
  return parts.join('');
}

const wholeOf = (token: Token) => token.raw + ('content' in token ? token.content : '');

/** Null when the element has ended. */
function depthAfter(left: { name: string; depth: number }, token: Token) {
  if (token.kind !== 'tag' || token.name !== left.name) return left;
  const depth = left.depth + (token.closing ? -1 : 1);
  return depth === 0 ? null : { ...left, depth };
}

const isRestQuoted = ({ closing, attributes }: Tag) => !closing && REST_IS_QUOTED.test(idOf(attributes));

function isLeftOut({ name, closing, selfClosing, attributes, content }: Tag): boolean {
  if (closing || selfClosing || content !== '' || VOID.includes(name)) return false;
  const names = attributes.get('class') ?? '';
  const isQuote = name === 'blockquote' && attributes.get('type')?.toLowerCase() === 'cite';
  return isQuote || QUOTED.test(names) || SIGNED.test(names) || SIGNED.test(idOf(attributes));
}

/** Outlook writes `x_` before names of messages that are forwarded. */
const idOf = (attributes: Attributes) => (attributes.get('id') ?? '').replace(/^(?:x_)+/, '');

/** A picture that came with the message, or one of the web; nothing for others. */
function picture({ attributes, closing }: Tag, pictures: ReadonlyMap<string, string>): string {
  const source = (attributes.get('src') ?? '').trim();
  if (closing || isTiny(attributes)) return '';
  const path = /^cid:/i.test(source) ? pictures.get(contentId(source.slice(4))) : source;
  if (!path || (path === source && !/^https?:/i.test(source))) return '';
  return `<img src="${attribute(path)}" alt="${attribute(attributes.get('alt') ?? '')}">`;
}

function isTiny(attributes: Attributes): boolean {
  const style = attributes.get('style') ?? '';
  const sizes = ['width', 'height'].map((name) => {
    const styled = new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*(\\d+)(?:px)?\\s*(?:;|!|$)`, 'i').exec(style)?.[1];
    return Number.parseInt(attributes.get(name) ?? styled ?? String(LEAST_PIXELS), 10);
  });
  return /display\s*:\s*none/i.test(style) || sizes.some((size) => size < LEAST_PIXELS);
}

const attribute = (text: string) => escapeText(text).replaceAll('"', '&quot;');

/** In one spelling: some programs encode it in the text. */
export function contentId(id: string): string {
  const plain = id.trim().replace(/^<|>$/g, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Files that the text does not show: pictures below it, then links to others. */
export function filesBelow(files: { name: string; path: string; isPicture: boolean }[]): string {
  const pictures = files.filter(({ isPicture }) => isPicture);
  const others = files.filter(({ isPicture }) => !isPicture);
  return [
    ...pictures.map(({ path }) => `<p><img src="${path}" alt=""></p>`),
    ...others.map(({ path, name }) => `<p><a href="${path}">${escapeText(name)}</a></p>`),
  ].join('');
}
