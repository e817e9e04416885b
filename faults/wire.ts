/** What the receiver's process and the one that steers it say to each other. */

/** How requests to a path are answered, from the first one on that comes after it was said. */
export type Plan =
  | { kind: 'status'; code: number; headers?: Record<string, string>; afterMs?: number }
  /** Fails this share of requests, by chance. */
  | { kind: 'failing'; share: number }
  /** Takes what is signed with one of these secrets in the interface's header, and answers 401 to anything else. */
  | { kind: 'signed'; url: string; secrets: string[] }
  /** Bytes as they are, after which the connection is closed. */
  | { kind: 'raw'; text: string }
  | { kind: 'hang' }
  | { kind: 'reset' }
  /** A byte a second. */
  | { kind: 'drip' }
  | { kind: 'endless' }
  /** An answer of so many bytes, compressed or not. */
  | { kind: 'long'; bytes: number; isCompressed: boolean };

/** One request: a line of the journal, on the disk before anything is answered. */
export interface Arrival {
  /** Milliseconds since 1970, with fractions. */
  at: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** What it is answered with; null when that is no proper answer. */
  code: number | null;
}

export type ToReceiver = { path: string; plan: Plan } | { isTelling: boolean };
export type FromReceiver = { port: number } | { arrived: string };
