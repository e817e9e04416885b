/**
 * Tokenizes HTML by the standard: parse5's tokenizer reads the markup, and the text between it is skipped. Each token has its
 * source text, so that allowed markup is passed on unchanged. Reasons and costs: docs/decisions/020-html-parser.md.
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
  /** Whether attributes were dropped: repeated ones, or those beyond the limit. */
  hasMore: boolean;
  /** For an element that is read as one token (script, svg, iframe …): its source after the start tag, with the end tag. */
  content: string;
}

/** `unfinished` is a tag that is cut off by the end of the input. `pause` is empty: a point to yield to other work. */
export type Token = Tag | { kind: 'text' | 'comment' | 'unfinished'; raw: string } | { kind: 'pause'; raw: '' };

/** Characters of input between two pauses. */
export const PIECE = 16_384;

/** No element or attribute of the policy has a longer name. */
export const LONGEST_NAME = 1_000;
/** More than any element of the policy allows. */
const MOST_ATTRIBUTES = 200;
/** These begin markup in text. `</>` is dropped by browsers, and any other `<` is text. */
const MARKUP = /<(?:[a-z!?]|\/[^>])/gi;
const NO_ATTRIBUTES: Attributes = new Map();
const PAUSE: Token = { kind: 'pause', raw: '' };
/** Text must not be cut here: the next characters decide whether this `<` is text. */
const UNCUT = /<(?:[\s\d=]|\/>?)$/;

/** The tokenizer's mode after a start tag; the content of other elements is markup. */
const MODES = new Map<string, Tokenizer['state']>([
  ...[...RAW_TEXT_ELEMENTS, 'iframe'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

type Markup = Tag | 'comment';

/**
 * parse5 appends to names character by character, and V8 allocates an object for each: 4 MiB of `<a`, which is one name, took
 * 230 MB and pauses of 160 ms in garbage collection. A cut name is still longer than any that the policy allows.
 */
class PiecewiseTokenizer extends Tokenizer {
  cutNames(): void {
    this.currentAttr.name = cut(this.currentAttr.name);
    const token = this.currentToken;
    if (token === null) return;
    if ('tagName' in token) token.tagName = cut(token.tagName);
    // Not used: comments and doctypes are taken from the source.
    if ('data' in token) token.data = '';
    if ('systemId' in token) Object.assign(token, { name: '', publicId: '', systemId: '' });
  }
}

function cut(name: string): string {
  return name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME + 1) : name;
}

/** Returns the tokens of one input one by one: stops parse5's tokenizer at the end of each. */
export class HtmlReader {
  #source: string;
  #tokenizer: PiecewiseTokenizer;
  /** Characters of the source that were written to the tokenizer. */
  #written = 0;
  #at = 0;
  #pausedAt = 0;
  /** The start of the current or next markup. */
  #start = -1;
  #isReading = false;
  /** Paused after a tag in the skipped content of an element. */
  #isBetween = false;
  #markup: Markup | null = null;
  #hasRepeated = false;
  #isAtEnd = false;
  /** The element whose content is being skipped, and how many elements of its name are open. */
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
    // The tokenizer keeps the whole source in its buffer, so its positions are positions in the source.
    this.#tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
    this.#tokenizer.pause();
  }

  /** Undefined at the end. */
  next(): Token | undefined {
    if (this.#isBetween) {
      this.#isBetween = false;
      this.#read(this.#nextMarkup());
    } else if (this.#isReading) this.#write(this.#written + PIECE);
    else {
      if (this.#at >= this.#source.length) return undefined;
      if (this.#at - this.#pausedAt > PIECE) return this.#pause();
      if (this.#start < this.#at) this.#start = markupFrom(this.#source, this.#at);
      if (this.#start > this.#at) return this.#text(this.#start);
      this.#isReading = true;
      this.#read(this.#start);
    }
    if (this.#element === null && !this.#isPending()) this.#beginElement();
    while (this.#element !== null && !this.#isPending() && this.#isOpen()) {
      if (this.#end() - this.#pausedAt > PIECE) {
        this.#isBetween = true;
        return this.#pause(this.#end());
      }
      this.#read(this.#nextMarkup());
    }
    return this.#isPending() ? this.#pause() : this.#token();
  }

  /** Whether the token continues beyond the text written so far. */
  #isPending(): boolean {
    return this.#markup === null && !this.#isAtEnd;
  }

  #pause(at = this.#at): Token {
    this.#pausedAt = at;
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

  /** The position at which the tokenizer stopped. */
  #end(): number {
    return this.#isAtEnd ? this.#source.length : this.#tokenizer.preprocessor.pos + 1;
  }

  /** Reads the markup at `start`, up to the end of the text written so far. */
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

  /** Counts the tag that was just read; returns whether the element continues. */
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
