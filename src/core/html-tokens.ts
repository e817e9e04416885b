/**
 * Reads HTML by the standard: parse5's tokenizer reads the markup, and the text between it is skipped. Each token comes with
 * its source, so that what may stay is passed on byte for byte. docs/decisions/020-html-parser.md says why and what it costs.
 */
import { ErrorCodes, type Token as Parse5, Tokenizer, TokenizerMode } from 'parse5';
import { DROPPED_ELEMENTS, FOREIGN_ELEMENTS, RAW_TEXT_ELEMENTS } from './html-policy.ts';

/** Names in lower case with their values, character references resolved. The first of a name counts, as in browsers. */
export type Attributes = ReadonlyMap<string, string>;

export interface Tag {
  kind: 'tag';
  raw: string;
  name: string;
  closing: boolean;
  selfClosing: boolean;
  attributes: Attributes;
  /** Whether there were more: repeated ones, or beyond the limit. */
  hasMore: boolean;
  /** Of an element that is read as one token (script, svg, iframe …): what follows its start tag, the end tag included. */
  content: string;
}

/** `unfinished` is a tag that the input ends in. `pause` holds nothing: the reader of a long input may let others work. */
export type Token = Tag | { kind: 'text' | 'comment' | 'unfinished'; raw: string } | { kind: 'pause'; raw: '' };

/** How much of the input is read between two pauses. */
export const PIECE = 16_384;

/** Longer names belong to no element and no attribute of the policy. */
export const LONGEST_NAME = 1_000;
/** No element has more attributes that mean anything. */
const MOST_ATTRIBUTES = 200;
/** In text these begin markup; `</>` is nothing at all, and any other `<` is text. */
const MARKUP = /<(?:[a-z!?]|\/[^>])/gi;
const NO_ATTRIBUTES: Attributes = new Map();
const PAUSE: Token = { kind: 'pause', raw: '' };
/** Where a text must not be cut: whether such a `<` is text is seen by what follows it. */
const UNCUT = /<(?:[\s\d=]|\/>?)$/;

/** How the tokenizer reads what is behind a start tag; other content is read as markup. */
const MODES = new Map<string, Tokenizer['state']>([
  ...[...RAW_TEXT_ELEMENTS, 'iframe'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

type Markup = Tag | 'comment';

/**
 * parse5 appends names character by character, and V8 allocates an object for each: 4 MiB of `<a`, which is one name, took 230 MB
 * and pauses of 160 ms for its garbage collector. A cut name stays longer than any that the policy allows.
 */
class PiecewiseTokenizer extends Tokenizer {
  cutNames(): void {
    this.currentAttr.name = cut(this.currentAttr.name);
    const token = this.currentToken;
    if (token === null) return;
    if ('tagName' in token) token.tagName = cut(token.tagName);
    // Nobody reads these: comments and doctypes are taken from the source.
    if ('data' in token) token.data = '';
    if ('systemId' in token) Object.assign(token, { name: '', publicId: '', systemId: '' });
  }
}

function cut(name: string): string {
  return name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME + 1) : name;
}

/** The tokens of one input, one after the other: parse5's tokenizer, stopped at the end of each. */
export class HtmlReader {
  #source: string;
  #tokenizer: PiecewiseTokenizer;
  /** How much of the source the tokenizer was given. */
  #written = 0;
  #at = 0;
  #pausedAt = 0;
  /** Where the markup begins that is read now or next. */
  #start = -1;
  #isReading = false;
  #markup: Markup | null = null;
  #hasRepeated = false;
  #isAtEnd = false;
  /** The element whose content is being read, and how many of its name are open. */
  #element: Tag | null = null;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokenizer = new PiecewiseTokenizer(
      {},
      {
        onStartTag: (tag) => this.#onTag(tag, false),
        onEndTag: (tag) => this.#onTag(tag, true),
        onComment: () => this.#stop('comment'),
        onDoctype: () => this.#stop('comment'),
        onCharacter: ignore,
        onNullCharacter: ignore,
        onWhitespaceCharacter: ignore,
        onEof: () => {
          this.#isAtEnd = true;
        },
        onParseError: ({ code }) => {
          if (code === ErrorCodes.duplicateAttribute) this.#hasRepeated = true;
        },
      },
    );
    // The whole source stays in its buffer, so that its positions are ours.
    this.#tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
    this.#tokenizer.pause();
  }

  /** Undefined at the end. */
  next(): Token | undefined {
    if (this.#isReading) this.#write(this.#written + PIECE);
    else {
      if (this.#at >= this.#source.length) return undefined;
      if (this.#at - this.#pausedAt > PIECE) return this.#pause();
      if (this.#start < this.#at) this.#start = markupFrom(this.#source, this.#at);
      if (this.#start > this.#at) return this.#text(this.#start);
      this.#isReading = true;
      this.#read(this.#start);
    }
    if (this.#element === null && !this.#isPending()) this.#beginElement();
    while (this.#element !== null && !this.#isPending() && this.#isOpen()) this.#read(this.#nextMarkup());
    return this.#isPending() ? this.#pause() : this.#token();
  }

  /** Whether the token goes on behind what was written so far. */
  #isPending(): boolean {
    return this.#markup === null && !this.#isAtEnd;
  }

  #pause(): Token {
    this.#pausedAt = this.#at;
    return PAUSE;
  }

  #text(upTo: number): Token {
    let end = Math.min(upTo, this.#at + PIECE);
    while (end < upTo && UNCUT.test(this.#source.slice(end - 2, end + 1))) end++;
    const raw = this.#source.slice(this.#at, end);
    this.#at = end;
    return { kind: 'text', raw };
  }

  #token(): Token {
    const [markup, end] = [this.#element ?? this.#markup, this.#end()];
    const raw = this.#source.slice(this.#start, end);
    this.#at = end;
    this.#isReading = false;
    this.#element = null;
    if (markup === null) return { kind: 'unfinished', raw };
    if (markup === 'comment') return { kind: 'comment', raw };
    if (markup.raw === '') markup.raw = raw;
    else markup.content = raw.slice(markup.raw.length);
    return markup;
  }

  /** Where the tokenizer stopped. */
  #end(): number {
    return this.#isAtEnd ? this.#source.length : this.#tokenizer.preprocessor.pos + 1;
  }

  /** Reads what begins at `start`, as far as the source was written. */
  #read(start: number): void {
    this.#markup = null;
    this.#hasRepeated = false;
    this.#tokenizer.preprocessor.pos = start - 1;
    if (start >= this.#written) this.#write(start + PIECE);
    this.#tokenizer.resume();
  }

  #write(upTo: number): void {
    const from = this.#written;
    this.#tokenizer.cutNames();
    this.#written = Math.min(upTo, this.#source.length);
    this.#tokenizer.write(this.#source.slice(from, this.#written), this.#written === this.#source.length);
  }

  #onTag({ tagName: name, selfClosing, attrs }: Parse5.TagToken, closing: boolean): void {
    const isForeign = this.#tokenizer.inForeignNode;
    if (!closing && !isForeign) this.#tokenizer.state = MODES.get(name) ?? TokenizerMode.DATA;
    const hasMore = this.#hasRepeated || attrs.length > MOST_ATTRIBUTES;
    const attributes = attrs.length === 0 ? NO_ATTRIBUTES : attributesOf(attrs.slice(0, MOST_ATTRIBUTES));
    this.#stop({ kind: 'tag', raw: '', name, closing, selfClosing, attributes, hasMore, content: '' });
  }

  #stop(markup: Markup): void {
    this.#markup = markup;
    this.#tokenizer.pause();
  }

  #beginElement(): void {
    const tag = this.#markup;
    if (tag === null || tag === 'comment' || tag.closing) return;
    const isForeign = FOREIGN_ELEMENTS.has(tag.name);
    if (!(MODES.has(tag.name) || DROPPED_ELEMENTS.has(tag.name)) || (isForeign && tag.selfClosing)) return;
    tag.raw = this.#source.slice(this.#start, this.#end());
    this.#element = tag;
    this.#depth = 0;
    this.#tokenizer.inForeignNode = isForeign;
  }

  /** Counts the tag that was just read; whether the element goes on behind it. */
  #isOpen(): boolean {
    const tag = this.#markup;
    if (tag !== null && tag !== 'comment' && tag.name === this.#element?.name) {
      if (tag.closing) this.#depth--;
      else if (!(tag.selfClosing && this.#tokenizer.inForeignNode)) this.#depth++;
    }
    const isOpen = this.#depth > 0 && !this.#isAtEnd;
    if (!isOpen) this.#tokenizer.inForeignNode = false;
    return isOpen;
  }

  #nextMarkup(): number {
    const isText = this.#tokenizer.state === TokenizerMode.DATA;
    return isText ? markupFrom(this.#source, this.#end()) : this.#end();
  }
}

function attributesOf(attributes: Parse5.Attribute[]): Attributes {
  return new Map(attributes.map(({ name, value }) => [name, value]));
}

function markupFrom(source: string, at: number): number {
  MARKUP.lastIndex = at;
  return MARKUP.exec(source)?.index ?? source.length;
}

function ignore(): void {}
