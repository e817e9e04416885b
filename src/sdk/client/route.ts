/** A route as the client knows it, and the address that a call makes of it. */
import type { Problem } from './error.ts';

export interface Route {
  /** Default GET. */
  method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the site for the content API. */
  path: string;
  /** How the next page is found: by the link `older`, by skipping, by its number, or by the cursor of the answer. */
  paging?: 'older' | 'offset' | 'page' | 'cursor';
  /** The key of the items in an answer that has pages. */
  items?: string;
  /** The key that wraps the body; empty for a body without a wrapper. */
  body?: string;
  /** The answer is a file of lines. */
  isFile?: true;
  /** Visitors are identified by `X-Visitor` or a cookie. */
  isPersonal?: true;
}

export interface CallOptions {
  /** Ends the call; it then throws the signal’s reason. */
  signal?: AbortSignal | undefined;
}

export interface PostOptions extends CallOptions {
  /**
   * Names this call: within 24 hours a repeat with the same key returns the first answer. By default each call has a random
   * one, which its own retries reuse; give one to repeat a call safely after a restart.
   */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /**
   * The `etag` that was read, or the version of an article: when someone else changed it since, the call throws a
   * `ConflictError` and changes nothing. Null and undefined change it in any case.
   */
  ifMatch?: string | number | null | undefined;
}

export interface VisitorOptions extends CallOptions {
  /** The visitor, such as the number of a member; without it a browser’s cookie identifies the visitor. */
  visitor?: string | undefined;
}

/** An answer with its entity tag, to be given as `ifMatch`; null if the answer has no version. */
export type Tagged<Answer> = Answer & { etag: string | null };

/** The answer to a body, with the parts that were removed to make its HTML safe. */
export type Saved<Answer> = Tagged<Answer> & { removed?: Problem[] };

/** Sent as `application/x-ndjson`, one line each, while they are produced. Only an array can be sent again after a failure. */
export type Lines<Item> = Iterable<Item> | AsyncIterable<Item>;

export type Parameters = Record<string, unknown>;

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Parameters that the path does not name go into the query; lists are joined by commas. */
export function addressOf(path: string, parameters: Parameters): string {
  const query = new Map(Object.entries(parameters));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = query.get(name);
    query.delete(name);
    return segmentOf(name, value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of query) if (value !== undefined && value !== null) search.set(name, String(value));
  const text = String(search);
  return text === '' ? filled : `${filled}?${text}`;
}

/** `fetch` resolves dots and empty segments, so that they would lead to another address. */
function segmentOf(name: string, value: unknown): string {
  if (value === undefined || value === null) throw new TypeError(`The parameter ${name} is missing.`);
  if (typeof value === 'object' || /^\.{0,2}$/.test(String(value)))
    throw new TypeError(`The parameter ${name} is not an id.`);
  return encodeURIComponent(String(value));
}

/** The service writes links with its public address; only their query is used, so that keys go to no other host. */
export function withQueryOf(link: string, address: string): string {
  const [path = ''] = address.split('?', 1);
  const at = link.indexOf('?');
  return at < 0 ? path : path + link.slice(at);
}
