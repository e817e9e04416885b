/** What a handler is: typed from its row of the contract, given what was asked, returning the answer's body. */
import type { Input, Output, Row } from '../contract/row.ts';
import type { Problem } from '../core/errors.ts';
import type { MediaType } from '../core/media-type.ts';
import type { Actor, Sites } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import type { RollupCache } from './rollups/rollup-cache.ts';

export interface HandlerInput<R extends Row> extends Input<R> {
  /** The site of the path, already known to exist and to be open to the caller. */
  site: R['path'] extends `${string}/:site_id${string}` ? Site : undefined;
  caller: Actor;
  /** Where the caller holds the right of the row. */
  sites: Sites;
  /** The name of the caller where the right covers only what the caller has created, else null. */
  createdBy: string | null;
  /** The session of a signed-in person; null for everyone else. */
  sessionId: number | null;
  ifMatch: string | undefined;
  client: RequestClient;
  /** The public address that was asked, without parameters. */
  address: string;
  /** The key, where it came as a parameter: the links of an answer carry it on. */
  apiKey: string | undefined;
  /** Null without a cache. */
  documents: Documents | null;
  rollupCache: RollupCache;
  /** The file of a form; null where none was sent. It is removed when the handler has ended. */
  upload: UploadedFile | null;
  /** The lines of a streamed body; null for one that came as a whole. */
  lines: AsyncIterable<Line> | null;
  now: Date;
}

/** A file that was received into a folder of its own. */
export interface UploadedFile {
  path: string;
  /** As its sender names it. */
  name: string;
  size: number;
  sha256: Buffer;
  /** By its first bytes. */
  type: MediaType;
}

/** What a request says of the one who sends it. */
export interface RequestClient {
  /** `X-Visitor`: a name that a program gives to one of its visitors. */
  visitor: string | undefined;
  cookies: string;
  /** The network address. */
  address: string;
  userAgent: string;
  /** The tokens in session cookies, valid or not. */
  sessionTokens: string[];
}

export interface Cookie {
  name: string;
  value: string;
  path: string;
  /** Seconds. */
  maxAge: number;
}

/** An answer that leaves a cookie. */
export class WithCookie<Body> {
  readonly body: Body;
  readonly cookie: Cookie;

  constructor(body: Body, cookie: Cookie) {
    this.body = body;
    this.cookie = cookie;
  }
}

/** An answer that sets the session cookie, or clears it. */
export class WithSession<Body> {
  readonly body: Body;
  readonly token: string | null;

  constructor(body: Body, token: string | null) {
    this.body = body;
    this.token = token;
  }
}

/** An answer whose ETag is the save counter of what it shows. */
export class Versioned<Body> {
  readonly body: Body;
  readonly version: number;

  constructor(body: Body, version: number) {
    this.body = body;
    this.version = version;
  }
}

/** The wire JSON of an article, as text or as the bytes of it. */
export type Document = string | Buffer;

/** Documents that this process has in memory, each under the hash of its text, so that none is ever out of date. */
export interface Documents {
  get(siteId: number, document: { id: number; hash: string }): Buffer | undefined;
  /** Answers with its bytes. */
  put(siteId: number, document: { id: number; hash: string; doc: string }): Buffer;
}

/** An answer that is JSON already, put together from stored documents. */
export class Rendered {
  readonly parts: Document[];
  /** Another one when the text is another one, and far shorter: its entity tag is made of it, or else of the text. */
  readonly fingerprint: string | null;

  constructor(parts: Document[], fingerprint: string | null = null) {
    this.parts = parts;
    this.fingerprint = fingerprint;
  }
}

/** An answer that sends the caller to another address. */
export class Redirected {
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }
}

/** An answer that is a file, made while it is sent: any length of it takes the same memory. */
export class Streamed {
  readonly name: string;
  readonly format: 'csv' | 'ndjson';
  /** The names of the fields, in the order of the columns. */
  readonly columns: string[];
  readonly pages: AsyncIterable<object[]>;

  constructor({ name, format, columns, pages }: Pick<Streamed, 'name' | 'format' | 'columns' | 'pages'>) {
    this.name = name;
    this.format = format;
    this.columns = columns;
    this.pages = pages;
  }
}

/** A line of a streamed body, counted from 1, as its schema has it; or what does not fit. */
export interface Line {
  number: number;
  /** How long it is. */
  bytes: number;
  value: unknown;
  problems: Problem[];
}

export type Handler<R extends Row> = (
  db: Db | Tx,
  asked: HandlerInput<R>,
) => Promise<
  Output<R> | Versioned<Output<R>> | WithCookie<Output<R>> | WithSession<Output<R>> | Rendered | Redirected | Streamed
>;

export interface Api {
  [name: string]: Row | Api;
}
export type Handlers<A> = {
  [Name in keyof A]: A[Name] extends Row ? Handler<A[Name]> : Handlers<A[Name]>;
};
