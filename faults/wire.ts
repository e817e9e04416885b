/** Messages between the receiver process and its parent. */

/** How to answer requests to a path from now on. */
export type Plan =
  | { kind: 'status'; code: number; headers?: Record<string, string>; afterMs?: number }
  /** Fails this share of requests at random. */
  | { kind: 'failing'; share: number }
  /** Accepts requests signed with one of these secrets and answers 401 to others. */
  | { kind: 'signed'; url: string; secrets: string[] }
  /** Raw bytes, then the connection closes. */
  | { kind: 'raw'; text: string }
  | { kind: 'hang' }
  | { kind: 'reset' }
  /** One byte per second. */
  | { kind: 'drip' }
  | { kind: 'endless' }
  /** A response of this many bytes, compressed or not. */
  | { kind: 'long'; bytes: number; isCompressed: boolean };

/** One request: a journal line, synced to disk before the response. */
export interface Arrival {
  /** Milliseconds since 1970, with fractions. */
  at: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The response status; null when the response is not valid HTTP. */
  code: number | null;
}

export type ToReceiver = { path: string; plan: Plan } | { isTelling: boolean };
export type FromReceiver = { port: number } | { arrived: string };
