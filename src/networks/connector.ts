/** What intake needs of a network: its quotas, its pages of posts, and a second look at posts. Failures are `NetworkProblem`s. */
import type { FeedItem } from '../core/intake/feed.ts';
import type { PostFigures } from '../core/intake/networks/collected.ts';
import type { Network } from '../core/intake/networks/networks.ts';
import type { Failure, FailureCode, Wanted } from '../core/intake/networks/post.ts';

/** Where reading goes on. */
export interface TrackerCursor {
  /** Of X: the newest post of the last whole poll. */
  since_id?: string;
  /** Of X: there was a poll, even if it found nothing. */
  begun?: true;
  /** Of X: a poll that has more pages, and the newest post of its first one. */
  page?: { token: string; newest: string };
  /** Of networks that are asked for one target after the other. */
  targets?: Position[];
  /** The target that is next. */
  at?: number;
  /** Posts a day, by the last polls. */
  per_day?: number;
}

/** Where reading of one target goes on. */
export interface Position {
  /** `type:value` */
  target: string;
  /** Of the account or hashtag, in its network. */
  id?: string;
  /** Of Mastodon: the newest post. */
  min_id?: string;
  /** The time of the newest post of the last whole poll. */
  since?: string;
  /** A poll that has more pages, and the time of its newest post so far. */
  page?: string;
  newest?: string;
  /** Pages of that poll so far. */
  pages?: number;
}

export interface Page {
  items: FeedItem[];
  cursor: TrackerCursor;
  /** The poll is complete. */
  isLast: boolean;
  /** Nothing was read before: older posts are not all taken. */
  isFirst: boolean;
  /** What is stored instead of the cursor. */
  stored?: TrackerCursor;
  /** Of the target alone: the others are read. */
  problem?: NetworkProblem;
}

export interface Looks {
  found: Map<string, PostFigures>;
  /** Gone, protected or private, as the network says. */
  missing: Set<string>;
}

export interface Asking {
  bucket: string;
  path: string;
  query?: Record<string, string>;
  /** Names in lower case. */
  headers?: Record<string, string>;
  /** It is a POST with this as JSON. */
  post?: object;
  /** The name that the request is about, where the network limits how many there may be. */
  name?: string;
  /** The most that it can cost, in millionths of a dollar. */
  price?: number;
}

export interface Answered {
  body: unknown;
  /** What it did cost: the rest of the reserved price is given back. */
  charge(micros: number): Promise<void>;
}

/** Reserves, asks, and throws what is no good answer. */
export type Ask = (asking: Asking) => Promise<Answered>;

/** The tokens of a session. */
export interface Session {
  access: string;
  refresh: string;
}

/** Of a network whose accounts sign in with a name and a password: how a session is opened, and renewed with its own token. */
export interface Sessions {
  open(name: string, password: string): Asking;
  renew: Asking;
  /** Null: the answer has none. */
  read(body: unknown): Session | null;
}

/** Of the installation. */
export interface NetworkSettings {
  /** YYYYMM: LinkedIn retires versions of its API. */
  linkedinVersion: string;
  /** For tests: the time zone in which the days of all networks end. */
  daysEndIn?: string;
}

/** Ids that never change, by a name such as `hashtag:harbour`. */
export interface Ids {
  read(name: string): Promise<string | null>;
  write(name: string, id: string): Promise<void>;
}

export interface PageOptions {
  now: Date;
  backlog: number;
  /** Of the account, in its network. */
  account: string | null;
  ids: Ids;
}

export interface Connector {
  network: Network;
  /** The address of its API; null for the server of the account. */
  url: string | null;
  /** Headers of every request, with names in lower case. */
  headers?(settings: NetworkSettings): Record<string, string>;
  /** Requests in a window: of seconds, or of a calendar day in a time zone. */
  limits: Record<string, { ceiling: number; window: number | { dayIn: string } }>;
  /** Of the token of a user, where it differs. */
  userLimits?: Connector['limits'];
  /** Posts of one look. */
  mostLooked: number;
  /** How many different names there may be in a window of seconds. */
  names?: { bucket: string; ceiling: number; window: number };
  /** The network does not show everything by its id: what no look has found may be there. */
  mayHide?: boolean;
  nextPage(ask: Ask, wanted: Wanted, cursor: TrackerCursor, options: PageOptions): Promise<Page>;
  look(ask: Ask, ids: string[]): Promise<Looks>;
  failureOf(status: number, body: unknown): Failure | null;
  sessions?: Sessions;
  /** The parameter that the token is sent in, instead of a header. */
  keyParameter?: string;
  /** What the headers say about the quota; null without. */
  announced(headers: Record<string, string>, now: Date): { limit: number; remaining: number; resetsAt: Date } | null;
}

export class NetworkProblem extends Error {
  readonly code: FailureCode;
  readonly isDefinite: boolean;
  /** JSON. */
  readonly details: string;
  /** Seconds; 0 if nothing is known. */
  readonly retryAfter: number;
  /** Our own budget is used up: the network was not asked. */
  readonly isOwnLimit: boolean;
  /** It says nothing about other targets. */
  readonly isOfTarget: boolean;

  constructor(
    { code, message, isDefinite }: Failure,
    {
      details = '{}',
      retryAfter = 0,
      isOwnLimit = false,
      isOfTarget = false,
    }: { details?: string; retryAfter?: number; isOwnLimit?: boolean; isOfTarget?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.isDefinite = isDefinite;
    this.details = details;
    this.retryAfter = retryAfter;
    this.isOwnLimit = isOwnLimit;
    this.isOfTarget = isOfTarget;
  }
}
