/** By how much what is kept of users changes with their entries, so that the rest of their entries need not be read. */
import { dayOf } from './spans.ts';

/** What an entry adds to what is kept of its user. */
export interface Share {
  user: number | null;
  /** When it was published, in milliseconds. */
  at: number;
  is_reply: boolean;
  /** Digits: larger than a number can be told exactly. */
  score_millionths: string;
  stat1: number | null;
  stat2: number | null;
  stat3: number | null;
}

/** An entry before and after; null where it was not, or is not any more. */
export interface EntryChange {
  before: Share | null;
  after: Share | null;
  /** Whether it has another user, or another time. */
  is_moved: boolean;
}

export interface UserDelta {
  id: number;
  posts: number;
  replies: number;
  score_millionths: bigint;
  stat1: number;
  stat2: number;
  stat3: number;
  /** The earliest of the entries that changed and are the user's now, in milliseconds; null when none is. */
  firstAt: number | null;
  /** Whether an entry went away, or to another time: then the first of those that stay must be looked for. */
  hasLeft: boolean;
}

export interface DayDelta {
  user: number;
  day: number;
  posts: number;
}

export function userDeltas(changes: EntryChange[]): UserDelta[] {
  const deltas = new Map<number, UserDelta>();
  const added = (share: Share | null, sign: 1 | -1) => {
    if (share === null || share.user === null) return null;
    const delta = deltas.get(share.user) ?? noDelta(share.user);
    delta.posts += sign;
    delta.replies += share.is_reply ? sign : 0;
    delta.score_millionths += BigInt(sign) * BigInt(share.score_millionths);
    delta.stat1 += sign * (share.stat1 ?? 0);
    delta.stat2 += sign * (share.stat2 ?? 0);
    delta.stat3 += sign * (share.stat3 ?? 0);
    deltas.set(share.user, delta);
    return delta;
  };
  for (const { before, after, is_moved } of changes) {
    const left = added(before, -1);
    if (left && is_moved) left.hasLeft = true;
    const joined = added(after, 1);
    if (joined && after) joined.firstAt = Math.min(joined.firstAt ?? after.at, after.at);
  }
  return [...deltas.values()];
}

/** Days on which a user now has more or fewer entries than before. */
export function dayDeltas(changes: EntryChange[]): DayDelta[] {
  const deltas = new Map<string, DayDelta>();
  const add = (share: Share | null, sign: 1 | -1) => {
    if (share === null || share.user === null) return;
    const day = dayOf(share.at);
    const key = `${share.user} ${day}`;
    const posts = (deltas.get(key)?.posts ?? 0) + sign;
    deltas.set(key, { user: share.user, day, posts });
  };
  for (const { before, after, is_moved } of changes) {
    if (!is_moved) continue;
    add(before, -1);
    add(after, 1);
  }
  return [...deltas.values()].filter(({ posts }) => posts !== 0);
}

function noDelta(id: number): UserDelta {
  return {
    id,
    posts: 0,
    replies: 0,
    score_millionths: 0n,
    stat1: 0,
    stat2: 0,
    stat3: 0,
    firstAt: null,
    hasLeft: false,
  };
}
