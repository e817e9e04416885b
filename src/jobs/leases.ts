/** The heartbeat: renews the leases of this process, and reports lost ones. For any table of lanes. */
import type { Db } from '../db/connect.ts';
import { type LaneClaim, type LaneKey, type LaneTable, renewLanes } from './lanes.ts';

export interface Leases<Key extends LaneKey> {
  /** `claimedAt`: `performance.now()` before the claim was sent. The lease cannot have begun earlier. */
  hold(leases: LaneClaim<Key>[], claimedAt: number): void;
  drop(claim: number): void;
  /** False when the lease may have expired: this process was paused, or the database was unavailable. */
  isFresh(claim: number): boolean;
  stop(): void;
}

/** 18 s and a heartbeat every 5 s: three may fail. A crashed worker's lanes are due again well within 20 s. */
export const LEASE_MS = 18_000;
const BEATS_PER_LEASE = 18 / 5;
const PAUSE_AFTER_FAILURE_MS = 500;

export function keepLeases<Key extends LaneKey>(
  db: Db,
  lanes: LaneTable<Key>,
  leaseMs: number,
  onLost: (claim: number) => void,
): Leases<Key> {
  const held = new Map<number, { lease: LaneClaim<Key>; renewedAt: number }>();
  let timer = setTimeout(beat, leaseMs / BEATS_PER_LEASE);
  let isStopped = false;

  async function beat() {
    const pauseMs = await renew().then(
      () => leaseMs / BEATS_PER_LEASE,
      () => Math.min(PAUSE_AFTER_FAILURE_MS, leaseMs / BEATS_PER_LEASE), // the claim loop logs the outage
    );
    if (!isStopped) timer = setTimeout(beat, pauseMs);
  }

  async function renew() {
    const leases = [...held.values()].map(({ lease }) => lease);
    if (leases.length === 0) return;
    const sentAt = performance.now();
    const valid = await renewLanes(db, lanes, leases, leaseMs);
    for (const { claim } of leases) {
      const entry = held.get(claim);
      if (entry && valid.has(claim)) entry.renewedAt = sentAt;
      if (entry && !valid.has(claim)) {
        held.delete(claim);
        onLost(claim);
      }
    }
  }

  return {
    hold(leases, claimedAt) {
      for (const { key, claim } of leases) held.set(claim, { lease: { key, claim }, renewedAt: claimedAt });
    },
    drop: (claim) => held.delete(claim),
    isFresh: (claim) => performance.now() - (held.get(claim)?.renewedAt ?? Number.NEGATIVE_INFINITY) < leaseMs,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
