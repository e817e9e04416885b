/** How the earlier sanitiser read HTML, unchanged. */

/** Names in lower case with their values as written, character references and all; null for a name without a value. */
export type Attributes = Map<string, string | null>;

export type Tag = {
  kind: 'tag';
  raw: string;
  end: number;
  name: string;
  closing: boolean;
  selfClosing: boolean;
  attributes: ReadonlyMap<string, string | null>;
  repeated: readonly string[];
  /** Every parser reads it the same way, so it can be passed on unchanged. */
  plain: boolean;
};

type Span = { raw: string; end: number };

export type Token = Tag | ({ kind: 'text' } & Span) | ({ kind: 'comment' } & Span) | ({ kind: 'unfinished' } & Span);

const NO_ATTRIBUTES: ReadonlyMap<string, string | null> = new Map();
const NONE_REPEATED: readonly string[] = [];

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const MARKUP = /<(?:[a-z!?]|\/[\s\S])/gi;
const TAG = /<\/?[a-z]/iy;
const BARE_TAG = /<\/?[a-z][a-z0-9]*>/iy;
const TAG_NAME = /[^\t\n\f\r />]*/y;
const GAP = /[\t\n\f\r /]*/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f\r /=>]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;

/** The token that starts at `at`; read on at its `end`. */
export function tokenAt(source: string, at: number): Token {
  MARKUP.lastIndex = at;
  const start = MARKUP.exec(source)?.index ?? source.length;
  if (start > at) return { kind: 'text', raw: source.slice(at, start), end: start };
  if (run(TAG, source, at) !== '') return bareTagAt(source, at) ?? tagAt(source, at) ?? unfinished(source, at);
  const end = commentEnd(source, at);
  return { kind: 'comment', raw: source.slice(at, end), end };
}

function unfinished(source: string, at: number): Token {
  return { kind: 'unfinished', raw: source.slice(at), end: source.length };
}

function run(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}

/** `<!-->` and `<!--->` are whole comments; `<!--!>` is not. Other declarations end at the first `>`. */
function commentEnd(source: string, at: number): number {
  if (!source.startsWith('<!--', at)) return after(source, source.indexOf('>', at + 2), 1);
  const ending = /--!?>/g;
  ending.lastIndex = at + 2;
  let found = ending.exec(source);
  while (found !== null && found[0] === '--!>' && found.index < at + 4) found = ending.exec(source);
  return after(source, found?.index ?? -1, found?.[0].length ?? 0);
}

function after(source: string, index: number, length: number): number {
  return index === -1 ? source.length : index + length;
}

/** Most tags have no attributes; reading those apart halves the time of two million characters of `<p>`. */
function bareTagAt(source: string, start: number): Tag | undefined {
  const raw = run(BARE_TAG, source, start);
  if (raw === '') return undefined;
  const closing = raw[1] === '/';
  const name = lower(raw.slice(closing ? 2 : 1, -1));
  const rest = { selfClosing: false, attributes: NO_ATTRIBUTES, repeated: NONE_REPEATED, plain: true };
  return { kind: 'tag', raw, end: start + raw.length, name, closing, ...rest };
}

function tagAt(source: string, start: number): Tag | undefined {
  const closing = source[start + 1] === '/';
  const nameStart = start + (closing ? 2 : 1);
  const written = run(TAG_NAME, source, nameStart);
  const attributes: Attributes = new Map();
  const repeated: string[] = [];
  let plain = true;
  for (let at = nameStart + written.length; ; ) {
    const gap = run(GAP, source, at);
    at += gap.length;
    if (at >= source.length) return undefined;
    if (source[at] === '>') {
      plain &&= /^\s*\/?$/.test(gap) && !(closing && attributes.size > 0);
      const [raw, selfClosing] = [source.slice(start, at + 1), gap.endsWith('/')];
      return { kind: 'tag', raw, end: at + 1, name: lower(written), closing, selfClosing, attributes, repeated, plain };
    }
    const attribute = attributeAt(source, at);
    if (attribute === undefined) return undefined;
    at = attribute.end;
    plain &&= attribute.plain && /^\s+$/.test(gap) && !attributes.has(attribute.name);
    if (attributes.has(attribute.name)) repeated.push(attribute.name);
    else attributes.set(attribute.name, attribute.value);
  }
}

type Attribute = { name: string; value: string | null; end: number; plain: boolean };

function attributeAt(source: string, at: number): Attribute | undefined {
  const written = run(ATTRIBUTE_NAME, source, at);
  const name = lower(written);
  const equals = run(EQUALS, source, at + written.length);
  const start = at + written.length + equals.length;
  if (equals === '') return { name, value: null, end: start, plain: true };
  const quote = source[start];
  if (quote === '"' || quote === "'") {
    const close = source.indexOf(quote, start + 1);
    if (close === -1) return undefined;
    const value = source.slice(start + 1, close);
    return { name, value, end: close + 1, plain: !value.includes('<') };
  }
  const value = run(UNQUOTED, source, start);
  return { name, value, end: start + value.length, plain: value !== '' && !/["'<=`]/.test(value) };
}

/** ASCII only: the Kelvin sign is no k. */
function lower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Where an element ends whose content starts at `at`: behind its end tag, or with the input when it has none. */
export function elementEnd(source: string, at: number, name: string, nests: boolean): number {
  const tag = new RegExp(`<(/?)${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  tag.lastIndex = at;
  let depth = 1;
  for (let found = tag.exec(source); found !== null; found = tag.exec(source)) {
    const close = source.indexOf('>', found.index);
    if (close === -1) break;
    if (found[1] === '/') depth--;
    else if (nests && source[close - 1] !== '/') depth++;
    if (depth === 0) return close + 1;
    if (nests) tag.lastIndex = close;
  }
  return source.length;
}

/** A value with its numeric references and the named ones of markup itself resolved; the other two thousand stay. */
export function decoded(value: string): string {
  return value.replace(/&#(?:x([\da-f]+)|(\d+));?|&(amp|lt|gt|quot);/gi, (_, hex, decimal, name) =>
    name ? (NAMED[name.toLowerCase()] ?? '') : character(Number.parseInt(hex ?? decimal, hex ? 16 : 10)),
  );
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
