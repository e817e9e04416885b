/** Where reading a feed goes on: validators, and the redirects that were seen. */
import type { Feed } from '../core/intake/feed.ts';
import type { Fetched, Validators } from '../features/sources/fetch.ts';
import type { SourceRow } from '../features/sources/queries.ts';

export interface Cursor extends Validators {
  /** When the whole feed was last read. */
  full_at?: string;
  /** A permanent redirect. */
  moved?: { to: string; since: string; times: number };
  /** What the last whole reading found odd. */
  unread?: number;
  repeated?: number;
}

const DAY_MS = 86_400_000;
/** A server whose validators never change would hide every item. */
const LONGEST_UNCHANGED_MS = 7 * DAY_MS;
const SIGHTINGS = 3;

export const cursorOf = ({ cursor }: SourceRow) => cursor as Cursor; // written by cursorAfter alone

export function validatorsOf({ etag, last_modified, full_at }: Cursor, now: Date): Validators {
  const isOld = full_at === undefined || now.getTime() - Date.parse(full_at) > LONGEST_UNCHANGED_MS;
  return isOld ? {} : { etag, last_modified };
}

/** `movedFor` is the address that has taken over. */
export function cursorAfter(
  before: Cursor,
  { validators, movedTo }: Fetched,
  feed: Pick<Feed, 'unread' | 'repeated'> | null,
  now: Date,
): { cursor: Cursor; movedFor: string | null } {
  const known = feed
    ? { ...validators, full_at: now.toISOString(), ...findings(feed) }
    : { ...before, ...present(validators) };
  const { moved: _, ...rest } = known as Cursor;
  if (!movedTo) return { cursor: rest, movedFor: null };
  const since = before.moved?.to === movedTo ? before.moved : { to: movedTo, since: now.toISOString(), times: 0 };
  const moved = { ...since, times: since.times + 1 };
  const isLasting = moved.times >= SIGHTINGS && now.getTime() - Date.parse(moved.since) >= DAY_MS;
  return isLasting ? { cursor: rest, movedFor: movedTo } : { cursor: { ...rest, moved }, movedFor: null };
}

const findings = ({ unread, repeated }: Pick<Feed, 'unread' | 'repeated'>) => ({
  ...(unread > 0 ? { unread } : {}),
  ...(repeated > 0 ? { repeated } : {}),
});

/** A 304 need not repeat the validators. */
function present({ etag, last_modified }: Validators): Validators {
  return { ...(etag ? { etag } : {}), ...(last_modified ? { last_modified } : {}) };
}
