/**
 * The sanitiser: removes everything from an editor's HTML that could harm a reader, and lists the removed parts.
 *
 * Safety follows from the form of the output, not from how precisely the input is read: the output is text, simple comments
 * and tags from the policy with plain, quoted attributes. None of those elements changes how a browser tokenizes the text
 * after it (no script, style, title, textarea, noscript, svg or math; an iframe is always empty). So every browser finds the
 * same tags in it, in any context, and after any number of parse and serialize cycles.
 */
import { decodeHTML } from 'entities';
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
} from './html-policy.ts';
import { HtmlReader, LONGEST_NAME, type Tag } from './html-tokens.ts';
import { isPlayerFeature, playerAddress } from './players.ts';
import { finished } from './steps.ts';
import { isSafeDeclaration } from './style-policy.ts';

const MOST_REMARKS = 20;
const LONGEST_SHOWN = 40;
/** Browsers flatten beyond 512 levels; recursive parsers of clients may overflow earlier. */
const DEEPEST = 200;
/** The most open start tags, those that were removed included. */
const MOST_OPEN = 10_000;
/** Longer values are not written by people, and would take long to check. */
const LONGEST_VALUE: Record<string, number> = { style: 5_000, srcset: 50_000, allow: 5_000 };
const LONGEST_IMAGE_HEAD = 200;
/** Longer than the longest named character reference. */
const LONGEST_REFERENCE = 40;

/** Whitespace of HTML; JavaScript's `\s` has more characters. */
const GAP = '[\\t\\n\\f\\r ]';
const PLAIN_START_TAG = new RegExp(`^<[a-z][a-z0-9]*${GAP}*/?>$`, 'i');
const PLAIN_END_TAG = new RegExp(`^</[a-z][a-z0-9]*${GAP}*/?>$`, 'i');
const PLAIN_VALUE = '"[^"<]*"|\'[^\'<]*\'|[^\\s"\'<>=`]+';
const PLAIN_ATTRIBUTE = new RegExp(`${GAP}+[^\\s"'<>/=]+(?:${GAP}*=${GAP}*(?:${PLAIN_VALUE}))?`, 'y');
const PLAIN_TAG_END = new RegExp(`${GAP}*/?>$`, 'y');

export interface Sanitized {
  html: string;
  /** Descriptions of the removed parts. */
  removed: string[];
}

type Output = {
  html: string;
  /** The output so far. */
  parts: string[];
  open: { name: string; written: boolean }[];
  openByName: Map<string, number>;
  depth: number;
  removed: Set<string>;
  /** Markup was removed since the last text. */
  hasGap: boolean;
};

export function sanitizeHtml(html: string): Sanitized {
  return finished(sanitizing(html));
}

/** The same as a generator of short steps, so that the caller can yield between them. */
export function* sanitizing(html: string): Generator<void, Sanitized, undefined> {
  const out: Output = {
    html: '',
    parts: [],
    open: [],
    openByName: new Map(),
    depth: 0,
    removed: new Set(),
    hasGap: false,
  };
  const source = html.replaceAll('\0', '');
  if (source.length < html.length) remark(out, 'NUL character');
  const reader = new HtmlReader(source);
  while (writeStep(out, reader)) {
    out.html += out.parts.join('');
    out.parts = [];
    yield;
  }
  closeElements(out, 0);
  return { html: out.html + out.parts.join(''), removed: remarks(out) };
}

/** Writes all tokens up to the next pause; returns whether there are more. */
function writeStep(out: Output, reader: HtmlReader): boolean {
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    const before = out.parts.length;
    if (token.kind === 'text') writeText(out, token.raw);
    else if (token.kind === 'tag') writeTag(out, token);
    else if (token.kind === 'comment') writeComment(out, token.raw);
    else if (token.kind === 'unfinished') remark(out, `unfinished ${shown(token.raw)} tag`);
    else return true;
    if (token.kind !== 'text' && out.parts.length === before) out.hasGap = true;
  }
  return false;
}

function remark(out: Output, words: string): void {
  if (out.removed.size <= MOST_REMARKS) out.removed.add(words);
}

function remarks({ removed }: Output): string[] {
  return removed.size <= MOST_REMARKS ? [...removed] : [...removed].slice(0, MOST_REMARKS - 1).concat('and more');
}

/** A name from the input, shortened for a description. */
function shown(name: string): string {
  return name.slice(0, LONGEST_SHOWN).replace(/[^\w<:.-].*$/s, '…');
}

/** Browsers drop `</>`. A `<` that begins no markup stays only where no parser could take it for the start of a tag. */
function writeText(out: Output, raw: string): void {
  const pieces = raw.split('</>');
  if (pieces.length > 1) remark(out, 'declaration');
  for (const [index, piece] of pieces.entries()) {
    if (piece === '') continue;
    if (out.hasGap || index > 0) closeReference(out, piece);
    out.parts.push(piece.replace(/<(?![\s\d=])/g, '&lt;'));
    out.hasGap = false;
  }
}

/** `&amp` and `;` with a tag between them are two texts: when the tag is removed, they must not become one reference. */
function closeReference(out: Output, next: string): void {
  if (!/^[#;0-9a-z]/i.test(next)) return;
  const last = out.parts.at(-1) ?? out.html;
  const [tail = ''] = /&#?[0-9a-z]*$/i.exec(last.slice(-LONGEST_REFERENCE)) ?? [];
  if (tail === '') return;
  const text = decodeHTML(tail).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const closed = last.slice(0, last.length - tail.length) + text;
  if (out.parts.length === 0) out.html = closed;
  else out.parts[out.parts.length - 1] = closed;
}

function writeComment(out: Output, raw: string): void {
  const text = raw.slice(4, -3);
  const simple =
    raw === `<!--${text}-->` && !/[<>]/.test(text) && !text.includes('--') && !/^-/.test(text) && !text.endsWith('-');
  if (simple) out.parts.push(raw);
  else remark(out, raw.startsWith('<!--') ? 'comment that contains markup' : 'declaration');
}

function writeTag(out: Output, tag: Tag): void {
  if (tag.closing) writeEndTag(out, tag);
  else if (RAW_TEXT_ELEMENTS.has(tag.name) || DROPPED_ELEMENTS.has(tag.name)) remark(out, `<${tag.name}> element`);
  else if (tag.name === 'iframe') writePlayer(out, tag);
  else if (ELEMENTS.has(tag.name)) writeStartTag(out, tag);
  else remark(out, `<${shown(tag.name)}> tag (its content is kept)`);
}

function writePlayer(out: Output, tag: Tag): void {
  const address = playerAddress(tag.attributes.get('src') ?? '');
  if ('host' in address) {
    const { host } = address;
    remark(
      out,
      host === undefined ? '<iframe> without an https address' : `<iframe> of an unknown player (${shown(host)})`,
    );
    return;
  }
  const isEmpty = /^\s*<\/iframe>$/i.test(tag.content);
  if (!isEmpty && tag.content.trim() !== '') remark(out, 'content of <iframe>');
  out.parts.push(keptTag(out, tag, { src: address.href }), isEmpty ? tag.content : '</iframe>');
}

function writeStartTag(out: Output, tag: Tag): void {
  if (TABLE_PARTS.has(tag.name)) closeCell(out);
  const nests = !VOID_ELEMENTS.has(tag.name) && !END_TAG_OPTIONAL.has(tag.name);
  const written = !nests || out.depth < DEEPEST;
  if (written) out.parts.push(keptTag(out, tag));
  else remark(out, `<${tag.name}> tag nested more than ${DEEPEST} deep`);
  if (!nests || out.open.length === MOST_OPEN) return;
  out.open.push({ name: tag.name, written });
  out.openByName.set(tag.name, (out.openByName.get(tag.name) ?? 0) + 1);
  if (written) out.depth++;
}

/** Also ends the elements that are still open inside it, so that none continues in the surrounding page. */
function writeEndTag(out: Output, tag: Tag): void {
  if (!ELEMENTS.has(tag.name)) return;
  if (TABLE_PARTS.has(tag.name)) closeCell(out);
  if (END_TAG_OPTIONAL.has(tag.name)) {
    out.parts.push(endTag(tag));
    return;
  }
  if (!out.openByName.get(tag.name)) {
    remark(out, `</${tag.name}> tag without a start`);
    return;
  }
  const index = out.open.findLastIndex(({ name }) => name === tag.name);
  closeElements(out, index + 1);
  closeElements(out, index, endTag(tag));
}

function endTag({ raw, name }: Tag): string {
  return PLAIN_END_TAG.test(raw) ? raw : `</${name}>`;
}

/** The end of a cell ends its open elements, but not a bold or a link that was opened between cells. */
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

/** The source of the tag if all of it is allowed, otherwise a new tag with its allowed attributes. */
function keptTag(out: Output, tag: Tag, given: { src?: string } = {}): string {
  if (tag.attributes.size === 0 && PLAIN_START_TAG.test(tag.raw)) return tag.raw;
  if (tag.hasMore) remark(out, `repeated attribute of <${tag.name}>`);
  const kept = new Map([...keptAttributes(out, tag), ...Object.entries(given)]);
  if (/_blank/i.test(kept.get('target') ?? '')) addNoopener(kept);
  const same =
    kept.size === tag.attributes.size && [...kept].every(([name, value]) => tag.attributes.get(name) === value);
  if (same && !tag.hasMore && isPlain(tag)) return tag.raw;
  const attributes = [...kept].map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag.name}${attributes.join('')}>`;
}

/** Escaped so that every parser reads it the same way. */
function isPlain({ raw, name, attributes }: Tag): boolean {
  let at = name.length + 1;
  for (let count = attributes.size; count > 0; count--) {
    PLAIN_ATTRIBUTE.lastIndex = at;
    if (!PLAIN_ATTRIBUTE.test(raw)) return false;
    at = PLAIN_ATTRIBUTE.lastIndex;
  }
  PLAIN_TAG_END.lastIndex = at;
  return PLAIN_TAG_END.test(raw);
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** `opener` beside `noopener` has no effect and is kept: earlier releases wrote it, and stored HTML does not change. */
function addNoopener(attributes: Map<string, string>): void {
  const rel = (attributes.get('rel') ?? '').trim();
  if (/(?:^|\s)(?:noopener|noreferrer)(?:\s|$)/i.test(rel)) return;
  const others = rel.split(/\s+/).filter((word) => word !== '' && word.toLowerCase() !== 'opener');
  attributes.set('rel', [...others, 'noopener'].join(' '));
}

function keptAttributes(out: Output, tag: Tag): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of tag.attributes) {
    const problem = attributeProblem(tag.name, name, value);
    if (problem !== undefined) remark(out, `${problem} of <${tag.name}>`);
    else if (name !== 'style') kept.set(name, value);
    else keepStyle(out, tag.name, value, kept);
  }
  return kept;
}

function attributeProblem(element: string, name: string, value: string): string | undefined {
  const allowed =
    GLOBAL_ATTRIBUTES.has(name) ||
    ELEMENTS.get(element)?.has(name) ||
    (name.length <= LONGEST_NAME && /^(?:aria|data)-[a-z0-9_.:-]+$/.test(name));
  if (!allowed || value.length > (LONGEST_VALUE[name] ?? value.length)) return `${shown(name)} attribute`;
  if (name === 'target' && !/^\s*_(?:blank|self)\s*$/i.test(value)) return 'target attribute';
  if (name === 'allow' && !value.split(';').every(isPlayerFeature)) return 'allow attribute';
  if (name === 'src' && element === 'img' && isImageData(value)) return undefined;
  const schemes = ADDRESS_SCHEMES.get(name);
  const addresses = name === 'srcset' ? sourceSet(value) : [value];
  const unsafe = schemes && addresses.map(scheme).find((found) => found !== undefined && !schemes.has(found));
  return unsafe === undefined ? undefined : `${shown(unsafe)}: address in ${name}`;
}

/** The addresses of a srcset: all but its widths and densities (`a.jpg 1x,b.jpg 2x` needs no space at its comma). */
function sourceSet(value: string): string[] {
  return value.split(/\s+/).map((part) => part.replace(/^,*[\d.]+[wxh](?:,+|$)/, '').replace(/^,+/, ''));
}

function isImageData(value: string): boolean {
  return IMAGE_DATA.test(readable(value.slice(0, LONGEST_IMAGE_HEAD)));
}

/** The scheme as browsers parse it, or as a person would read it; undefined in a relative address. */
function scheme(value: string): string | undefined {
  const head = readable(/^[^/?#]*/.exec(value)?.[0] ?? '');
  return head.includes(':') ? head.slice(0, head.indexOf(':')).toLowerCase() : undefined;
}

/** Without the characters that browsers ignore in an address, and without other invisible ones. */
function readable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '');
}

function keepStyle(out: Output, element: string, value: string, kept: Map<string, string>): void {
  const declarations = value
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
