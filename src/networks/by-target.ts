/** Networks that show the newest posts first: each target is read back to where the poll before began. */
import type { FeedItem } from '../core/intake/feed.ts';
import type { Target, Wanted } from '../core/intake/networks/post.ts';
import { NetworkProblem, type Page, type Position, type TrackerCursor } from './connector.ts';
import { nextOfTargets } from './targets.ts';

/** Before all posts: where there was nothing, everything that comes is new. */
const BEGINNING = new Date(0).toISOString();

export interface NewestPage {
  items: FeedItem[];
  /** Null: it is the last page. */
  next: string | null;
  /** In milliseconds, of all posts of the page, wanted or not; null without posts. */
  dates: { oldest: number; newest: number } | null;
  /** Of the target, where it was looked up. */
  id?: string;
}

interface Options {
  /** What the network may show later than newer posts, in milliseconds. */
  lateMs?: number;
}

type Read = (target: Target, position: Position, sinceMs: number) => Promise<NewestPage>;

export function nextByTarget(
  wanted: Wanted,
  cursor: TrackerCursor,
  read: Read,
  { lateMs = 0 }: Options = {},
): Promise<Page> {
  return nextOfTargets(wanted, cursor, async (target, position) => {
    const { target: name, since } = position;
    const isFirst = since === undefined;
    const sinceMs = isFirst ? 0 : Date.parse(since) - lateMs;
    const { items, next, dates, id = position.id } = await readOrRestart(read, target, position, sinceMs);
    const newest = laterOf(position.newest, dates && new Date(dates.newest).toISOString());
    // Of a first poll, pages without posts are passed over.
    const goesOn = next !== null && (dates === null || (!isFirst && dates.oldest >= sinceMs));
    const known = { target: name, ...(id === undefined ? {} : { id }) };
    const after = goesOn
      ? { ...known, ...(isFirst ? {} : { since }), page: next, ...(newest ? { newest } : {}) }
      : { ...known, since: laterOf(since, newest) ?? BEGINNING };
    return { items, position: after, goesOn, isFirst };
  });
}

/** Networks forget pages: then reading starts again with the newest one, and the ledger knows what it has. */
async function readOrRestart(read: Read, target: Target, position: Position, sinceMs: number): Promise<NewestPage> {
  try {
    return await read(target, position, sinceMs);
  } catch (error) {
    const isLost = position.page !== undefined && error instanceof NetworkProblem && error.code === 'bad_response';
    if (!isLost) throw error;
    const { page: _, ...start } = position;
    return read(target, start, sinceMs);
  }
}

const laterOf = (one: string | undefined, other: string | null | undefined): string | undefined =>
  one !== undefined && (!other || one > other) ? one : (other ?? undefined);
