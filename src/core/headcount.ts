/**
 * Counts users and adds up their followers, group after group, each user once a group. Instead of a set for each group
 * there is one number for each user: the group in which it was last seen.
 */
import { followersOf } from './followers.ts';

export interface Headcount {
  begin(): void;
  add(userId: number): void;
  counted(): { contributors: number; potentialReach: number };
}

export function newHeadcount(largestUserId: number, followers: Map<number, Buffer>): Headcount {
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
      potentialReach += followersOf(followers, userId);
    },
    counted: () => ({ contributors, potentialReach }),
  };
}
