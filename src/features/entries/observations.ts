/** Profiles and followers of users, as their entries observed them. */
import type { Static } from 'typebox';
import type { Network, NewEntry } from '../../contract/analytics.ts';
import { parseInstant } from '../../core/time.ts';

export const userKey = (type: string, userId: string) => `${type} ${userId}`;

export interface Observation {
  user_type: Network;
  user_id: string;
  profile_at: Date;
  followers?: number | null | undefined;
  followers_at: Date | null;
}

/** The observations of these entries merged per user, by `userKey`. */
export function observationsOf(entries: Static<typeof NewEntry>[], now: Date): Map<string, Observation> {
  const users = new Map<string, Observation>();
  for (const entry of entries) {
    if (!entry.user) continue;
    const key = userKey(entry.item_type, entry.user.user_id);
    const at = observedAt(entry, now);
    const observed = { ...entry.user, user_type: entry.item_type, profile_at: at };
    users.set(key, together(users.get(key), { ...observed, followers_at: observed.followers == null ? null : at }));
  }
  return users;
}

/** The time the entry was collected, if it is given and not in the future; otherwise now. */
function observedAt(entry: Static<typeof NewEntry>, now: Date): Date {
  const collected = entry.last_successful_data_update_at ?? entry.last_data_update_attempt_at;
  const at = collected ? parseInstant(collected) : null;
  return at && at < now ? at : now;
}

function together(one: Observation | undefined, other: Observation): Observation {
  if (!one) return other;
  const [older, newer] = other.profile_at >= one.profile_at ? [one, other] : [other, one];
  const known = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== undefined && value !== null));
  const [mostRecent] = [newer, older]
    .filter(({ followers_at }) => followers_at !== null)
    .sort((a, b) => Number(b.followers_at) - Number(a.followers_at));
  return {
    ...older,
    ...known,
    profile_at: newer.profile_at,
    followers: mostRecent?.followers,
    followers_at: mostRecent?.followers_at ?? null,
  };
}
