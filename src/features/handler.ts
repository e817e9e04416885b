/** The type of handlers: derived from the row of the contract, takes the request, returns the body of the response. */
import type { Input, Output, Row } from '../contract/row.ts';
import type { Problem } from '../core/errors.ts';
import type { MediaType } from '../core/media-type.ts';
import type { Packed, Part } from '../core/packed.ts';
import type { Actor, Sites } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import type { RollupCache } from './rollups/rollup-cache.ts';

export interface HandlerInput<R extends Row> extends Input<R> {
  /** The site of the path, already known to exist and to be open to the caller. */
  site: R['path'] extends `${string}/:site_id${string}` ? Site : undefined;
  caller: Actor;
  /** The sites on which the caller has the right of the row. */
  sites: Sites;
  /** The name of the caller if the right covers only items that the caller has created, else null. */
  createdBy: string | null;
  /** The session of a signed-in person; null for everyone else. */
  sessionId: number | null;
  ifMatch: string | undefined;
  /** Where an earlier stream of events ended. */
  lastEventId: string | undefined;
  client: RequestClient;
  /** The public address of the request, without parameters. */
  address: string;
  /** The key, if it was sent as a parameter: links in the response repeat it. */
  apiKey: string | undefined;
  /** Null without a cache. */
  documents: Documents | null;
  /** Documents of an answer that is sent once are read packed for a client that accepts gzip. */
  takesGzip: boolean;
  rollupCache: RollupCache;
  /** The file of a form; null if none was sent. It is removed when the handler has ended. */
  upload: UploadedFile | null;
  /** The lines of a streamed body; null for other bodies. */
  lines: AsyncIterable<Line> | null;
  now: Date;
  /** When the request is answered with 503 at the latest, by `performance.now()`. */
  endsAt: number;
}

/** A file that was received into a separate folder. */
export interface UploadedFile {
  path: string;
  /** The name that the client sent. */
  name: string;
  size: number;
  /** Of the bytes. */
  sha256: Buffer;
  /** By which a site knows that it has the file already; by default the hash of the bytes. */
  knownBy?: Buffer;
  /** By its first bytes. */
  type: MediaType;
}

/** The parts of a request that identify the client. */
export interface RequestClient {
  /** `X-Visitor`: a name that a program gives to one of its visitors. */
  visitor: string | undefined;
  cookies: string;
  /** The network address. */
  address: string;
  requestId: string;
  userAgent: string;
  /** The header `Origin`; empty without one. Where a session is used or started by a write, it was checked. */
  origin: string;
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

/** A response that sets a cookie. */
export class WithCookie<Body> {
  readonly body: Body;
  readonly cookie: Cookie;

  constructor(body: Body, cookie: Cookie) {
    this.body = body;
    this.cookie = cookie;
  }
}

/** A response that sets or clears the session cookie. */
export class WithSession<Body> {
  readonly body: Body;
  readonly token: string | null;

  constructor(body: Body, token: string | null) {
    this.body = body;
    this.token = token;
  }
}

/** A response whose ETag is the version of the item. */
export class Versioned<Body> {
  readonly body: Body;
  readonly version: number;
  /** The body shows rows that have versions of their own: its tag names the content, too. */
  readonly isMixed: boolean;
  /** Its tag names this beside the version, which does not count it. */
  readonly state: string;

  constructor(body: Body, version: number, { isMixed = false, state = '' } = {}) {
    this.body = body;
    this.version = version;
    this.isMixed = isMixed;
    this.state = state;
  }
}

/** Documents that this process has in memory, keyed by the hash of their text, so that none is ever stale. */
export interface Documents {
  get(siteId: number, document: { id: number; hash: string }): Packed | undefined;
  put(siteId: number, document: { id: number; hash: string; doc: Packed }): void;
}

/** A response that is JSON text, concatenated from stored documents. */
export class Rendered {
  readonly parts: Part[];
  /** A short value that changes whenever the text does, for the entity tag; without it the text is hashed. */
  readonly fingerprint: string | null;

  constructor(parts: Part[], fingerprint: string | null = null) {
    this.parts = parts;
    this.fingerprint = fingerprint;
  }
}

/** A redirect. */
export class Redirected {
  readonly address: string;
  /** A token for the session cookie, and another cookie, if it sets them. */
  readonly token: string | undefined;
  readonly cookie: Cookie | undefined;

  constructor(address: string, { token, cookie }: { token?: string | undefined; cookie?: Cookie } = {}) {
    this.address = address;
    this.token = token;
    this.cookie = cookie;
  }
}

/** A response that is a file, produced while it is sent: its length does not affect memory. */
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

/** An endless answer: a stream of events. */
export class EventStream {
  readonly subscriber: Subscription;
  readonly since: string | null;
  readonly isOnce: boolean;

  constructor({ subscriber, since, isOnce }: Pick<EventStream, 'subscriber' | 'since' | 'isOnce'>) {
    this.subscriber = subscriber;
    this.since = since;
    this.isOnce = isOnce;
  }
}

/** The caller and the site of the stream. */
export interface Subscription {
  siteId: number;
  name: string;
  createdBy: string | null;
}

/** A line of a streamed body, counted from 1: its value by the schema, or its problems. */
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
  | Output<R>
  | Versioned<Output<R>>
  | WithCookie<Output<R>>
  | WithSession<Output<R>>
  | Rendered
  | Redirected
  | Streamed
  | EventStream
>;

export interface Api {
  [name: string]: Row | Api;
}
export type Handlers<A> = {
  [Name in keyof A]: A[Name] extends Row ? Handler<A[Name]> : Handlers<A[Name]>;
};
