/**
 * The sanitiser of the releases before parse5, unchanged: databases contain its output, which today's sanitiser must not
 * change. Only for tests and the benchmark.
 */
import {
  ADDRESS_SCHEMES,
  DROPPED_ELEMENTS,
  ELEMENTS,
  END_TAG_OPTIONAL,
  GLOBAL_ATTRIBUTES,
  IMAGE_DATA,
  RAW_TEXT_ELEMENTS,
  TABLE_PARTS,
  VOID_ELEMENTS,
} from '../html-policy.ts';
import { PLAYER_FEATURES, PLAYERS } from '../players.ts';
import { STYLE_VALUES } from '../style-policy.ts';
import { type Attributes, decoded, elementEnd, type Tag, tokenAt } from './earlier-html-tokens.ts';

const MOST_REMARKS = 20;
const LONGEST_NAME = 40;
/** Browsers flatten below 512 levels; readers with a recursive parser give up sooner. */
const DEEPEST = 200;

type Output = {
  parts: string[];
  open: { name: string; written: boolean }[];
  openByName: Map<string, number>;
  depth: number;
  removed: Set<string>;
};

export function earlierSanitizeHtml(html: string): { html: string; removed: string[] } {
  const out: Output = { parts: [], open: [], openByName: new Map(), depth: 0, removed: new Set() };
  const source = html.replaceAll('\0', '');
  if (source.length < html.length) remark(out, 'NUL character');
  for (let at = 0; at < source.length; ) {
    const token = tokenAt(source, at);
    at = token.end;
    if (token.kind === 'text') out.parts.push(token.raw.replace(/<(?![\s\d=])/g, '&lt;'));
    else if (token.kind === 'comment') writeComment(out, token.raw);
    else if (token.kind === 'unfinished') remark(out, `unfinished ${shown(token.raw)} tag`);
    else if (token.closing) writeEndTag(out, token);
    else at = writeElement(out, token, source);
  }
  closeElements(out, 0);
  return { html: out.parts.join(''), removed: remarks(out) };
}

function remark(out: Output, words: string): void {
  if (out.removed.size <= MOST_REMARKS) out.removed.add(words);
}

function remarks({ removed }: Output): string[] {
  return removed.size <= MOST_REMARKS ? [...removed] : [...removed].slice(0, MOST_REMARKS - 1).concat('and more');
}

/** A name from the input, fit for a remark. */
function shown(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[^\w<:.-].*$/s, '…');
}

function writeComment(out: Output, raw: string): void {
  const text = raw.slice(4, -3);
  const simple =
    raw === `<!--${text}-->` && !/[<>]/.test(text) && !text.includes('--') && !/^-/.test(text) && !text.endsWith('-');
  if (simple) out.parts.push(raw);
  else remark(out, raw.startsWith('<!--') ? 'comment that contains markup' : 'declaration');
}

/** Writes what may stay of an element's start, and answers where to read on. */
function writeElement(out: Output, tag: Tag, source: string): number {
  if (RAW_TEXT_ELEMENTS.has(tag.name) || DROPPED_ELEMENTS.has(tag.name)) {
    remark(out, `<${tag.name}> element`);
    return tag.selfClosing && /^(?:svg|math)$/.test(tag.name) ? tag.end : contentEnd(tag, source);
  }
  if (tag.name === 'iframe') return writePlayer(out, tag, source);
  if (ELEMENTS.has(tag.name)) writeStartTag(out, tag);
  else remark(out, `<${shown(tag.name)}> tag (its content is kept)`);
  return tag.end;
}

function contentEnd(tag: Tag, source: string): number {
  return elementEnd(source, tag.end, tag.name, DROPPED_ELEMENTS.has(tag.name));
}

function writePlayer(out: Output, tag: Tag, source: string): number {
  const end = contentEnd(tag, source);
  const problem = playerProblem(tag.attributes.get('src') ?? '');
  if (problem !== undefined) {
    remark(out, problem);
    return end;
  }
  const content = source.slice(tag.end, end);
  const empty = /^\s*<\/iframe>$/i.test(content);
  if (!empty && content.trim() !== '') remark(out, 'content of <iframe>');
  out.parts.push(keptTag(out, tag), empty ? content : '</iframe>');
  return end;
}

function playerProblem(src: string): string | undefined {
  const address = readableAddress(src);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return '<iframe> without an https address';
  const known = PLAYERS.some(([host, path]) => url.host === host && url.pathname.startsWith(path));
  if (known && !/^[^?#]*&[a-z]\w*;/i.test(address)) return undefined;
  return `<iframe> of an unknown player (${shown(url.host)})`;
}

function writeStartTag(out: Output, tag: Tag): void {
  if (TABLE_PARTS.has(tag.name)) closeCell(out);
  const nests = !VOID_ELEMENTS.has(tag.name) && !END_TAG_OPTIONAL.has(tag.name);
  const written = !nests || out.depth < DEEPEST;
  if (written) out.parts.push(keptTag(out, tag));
  else remark(out, `<${tag.name}> tag nested more than ${DEEPEST} deep`);
  if (!nests) return;
  out.open.push({ name: tag.name, written });
  out.openByName.set(tag.name, (out.openByName.get(tag.name) ?? 0) + 1);
  if (written) out.depth++;
}

/** Ends what is still open inside the element too, so that no tag of the text reaches into the page around it. */
function writeEndTag(out: Output, tag: Tag): void {
  if (!ELEMENTS.has(tag.name)) return;
  if (TABLE_PARTS.has(tag.name)) closeCell(out);
  if (END_TAG_OPTIONAL.has(tag.name)) {
    out.parts.push(tag.plain ? tag.raw : `</${tag.name}>`);
    return;
  }
  if (!out.openByName.get(tag.name)) {
    remark(out, `</${tag.name}> tag without a start`);
    return;
  }
  const index = out.open.findLastIndex(({ name }) => name === tag.name);
  closeElements(out, index + 1);
  closeElements(out, index, tag.plain ? tag.raw : undefined);
}

/** A cell ends what is open in it, except a bold or a link that stands between cells: left open, it would run on. */
function closeCell(out: Output): void {
  if (out.openByName.get('table')) closeElements(out, out.open.findLastIndex(({ name }) => name === 'table') + 1);
}

function closeElements(out: Output, downTo: number, raw?: string): void {
  for (const { name, written } of out.open.splice(downTo).reverse()) {
    out.openByName.set(name, (out.openByName.get(name) ?? 0) - 1);
    if (!written) continue;
    out.depth--;
    out.parts.push(raw ?? `</${name}>`);
  }
}

/** The tag as it came if all of it may stay, otherwise written anew from what may. */
function keptTag(out: Output, tag: Tag): string {
  if (tag.plain && tag.attributes.size === 0) return tag.raw;
  for (const name of tag.repeated) remark(out, `repeated ${shown(name)} attribute of <${tag.name}>`);
  const kept = keptAttributes(out, tag);
  if (/_blank/i.test(decoded(kept.get('target') ?? ''))) addNoopener(kept);
  const same =
    kept.size === tag.attributes.size && [...kept].every(([name, value]) => tag.attributes.get(name) === value);
  if (tag.plain && same) return tag.raw;
  const attributes = [...kept].map(([name, value]) => ` ${name}${value === null ? '' : `="${quoted(value)}"`}`);
  return `<${tag.name}${attributes.join('')}>`;
}

/** Values keep their character references as written; only what could end the value or look like a tag is replaced. */
function quoted(value: string): string {
  return value.replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function addNoopener(attributes: Attributes): void {
  const rel = (attributes.get('rel') ?? '').trim();
  if (!/(?:^|\s)(?:noopener|noreferrer)(?:\s|$)/i.test(rel)) attributes.set('rel', `${rel} noopener`.trimStart());
}

function keptAttributes(out: Output, tag: Tag): Attributes {
  const kept: Attributes = new Map();
  for (const [name, value] of tag.attributes) {
    const problem = attributeProblem(tag.name, name, value ?? '');
    if (problem !== undefined) remark(out, `${problem} of <${tag.name}>`);
    else if (name !== 'style' || value === null) kept.set(name, value);
    else keepStyle(out, tag.name, value, kept);
  }
  return kept;
}

function attributeProblem(element: string, name: string, value: string): string | undefined {
  const allowed =
    GLOBAL_ATTRIBUTES.has(name) || ELEMENTS.get(element)?.has(name) || /^(?:aria|data)-[a-z0-9_.:-]+$/.test(name);
  if (!allowed) return `${shown(name)} attribute`;
  if (name === 'target' && !/^\s*_(?:blank|self)\s*$/i.test(decoded(value))) return 'target attribute';
  if (name === 'allow' && !decoded(value).split(';').every(isPlayerFeature)) return 'allow attribute';
  if (name === 'src' && element === 'img' && IMAGE_DATA.test(readableAddress(value))) return undefined;
  const schemes = ADDRESS_SCHEMES.get(name);
  const addresses = name === 'srcset' ? sourceSet(value) : [value];
  const unsafe = schemes && addresses.map(scheme).find((found) => found !== undefined && !schemes.has(found));
  return unsafe === undefined ? undefined : `${shown(unsafe)}: address in ${name}`;
}

function isPlayerFeature(directive: string): boolean {
  return directive.trim() === '' || PLAYER_FEATURES.has(/^\s*(\S*)/.exec(directive)?.[1] ?? '');
}

/** The addresses of a srcset: all but its widths and densities (`a.jpg 1x,b.jpg 2x` needs no space at its comma). */
function sourceSet(value: string): string[] {
  return decoded(value)
    .split(/\s+/)
    .map((part) => part.replace(/^,*[\d.]+[wxh](?:,+|$)/, '').replace(/^,+/, ''));
}

/**
 * The scheme a browser would find, undefined in a relative address. Named references are not decoded (`&colon;` is one
 * of two thousand): where one stands before the first slash the scheme is unreadable, and so on no list.
 */
function scheme(value: string): string | undefined {
  const head = /^[^/?#]*/.exec(readableAddress(value))?.[0] ?? '';
  if (/&[a-z]\w*;/i.test(head)) return 'unreadable';
  return head.includes(':') ? head.slice(0, head.indexOf(':')).toLowerCase() : undefined;
}

/** Without what browsers skip in an address, and more that the eye skips. */
function readableAddress(value: string): string {
  return decoded(value).replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
}

function keepStyle(out: Output, element: string, value: string, kept: Attributes): void {
  const declarations = decoded(value)
    .split(';')
    .map((declaration) => declaration.trim().replace(/\s+/g, ' '))
    .filter((declaration) => declaration !== '');
  const safe = declarations.filter(isSafeDeclaration);
  if (safe.length > 0 || declarations.length === 0) {
    kept.set('style', safe.length === declarations.length ? value : safe.join('; '));
  }
  if (safe.length === declarations.length) return;
  remark(out, `${safe.length > 0 ? 'part of the ' : ''}style attribute of <${element}>`);
}

function isSafeDeclaration(declaration: string): boolean {
  const [, name = '', value = ''] = /^([\w-]+) ?: ?(.*)$/.exec(declaration) ?? [];
  return STYLE_VALUES.get(name.toLowerCase())?.test(value) ?? false;
}
