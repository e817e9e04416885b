/**
 * Counts distinct users and their followers per group, one group after the other. Instead of a set per group it stores one
 * number per user: the last group that counted the user.
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
