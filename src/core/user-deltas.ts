/** By how much what is kept of users changes with their entries, so that the rest of their entries need not be read. */

/** What an entry adds to what is kept of its user. */
export interface Share {
  user: number | null;
  day: number;
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
  /** Whether the user's first entry may be another one. */
  is_moved: boolean;
}

export interface DayDelta {
  user: number;
  day: number;
  posts: number;
}

export function userDeltas(changes: EntryChange[]): UserDelta[] {
  const deltas = new Map<number, UserDelta>();
  const add = (share: Share | null, sign: 1 | -1, isMoved: boolean) => {
    if (share === null || share.user === null) return;
    const delta = deltas.get(share.user) ?? noDelta(share.user);
    delta.posts += sign;
    delta.replies += share.is_reply ? sign : 0;
    delta.score_millionths += BigInt(sign) * BigInt(share.score_millionths);
    delta.stat1 += sign * (share.stat1 ?? 0);
    delta.stat2 += sign * (share.stat2 ?? 0);
    delta.stat3 += sign * (share.stat3 ?? 0);
    delta.is_moved ||= isMoved;
    deltas.set(share.user, delta);
  };
  for (const { before, after, is_moved } of changes) {
    add(before, -1, is_moved);
    add(after, 1, is_moved);
  }
  return [...deltas.values()];
}

/** Days on which a user now has more or fewer entries than before. */
export function dayDeltas(changes: EntryChange[]): DayDelta[] {
  const deltas = new Map<string, DayDelta>();
  const add = (share: Share | null, sign: 1 | -1) => {
    if (share === null || share.user === null) return;
    const key = `${share.user} ${share.day}`;
    const posts = (deltas.get(key)?.posts ?? 0) + sign;
    deltas.set(key, { user: share.user, day: share.day, posts });
  };
  for (const { before, after } of changes.filter(({ is_moved }) => is_moved)) {
    add(before, -1);
    add(after, 1);
  }
  return [...deltas.values()].filter(({ posts }) => posts !== 0);
}

function noDelta(id: number): UserDelta {
  return { id, posts: 0, replies: 0, score_millionths: 0n, stat1: 0, stat2: 0, stat3: 0, is_moved: false };
}
