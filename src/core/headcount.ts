/**
 * Counts users and adds up their followers, group after group, each user once a group. Instead of a set for each group
 * there is one number for each user: the group in which it was last seen.
 */
import { followersById } from './followers.ts';

export interface Headcount {
  begin(): void;
  add(userId: number): void;
  counted(): { contributors: number; potentialReach: number };
}

export function newHeadcount(largestUserId: number, followers: Map<number, Uint32Array>): Headcount {
  const reach = followersById(followers, largestUserId);
  const lastSeen = new Int32Array(largestUserId + 1);
  let [group, contributors, potentialReach] = [0, 0, 0];
  return {
    begin() {
      group += 1;
      contributors = 0;
      potentialReach = 0;
    },
    add(userId) {
      if (lastSeen[userId] === group) return;
      lastSeen[userId] = group;
      contributors += 1;
      potentialReach += reach[userId] ?? 0;
    },
    counted: () => ({ contributors, potentialReach }),
  };
}
