/**
 * The lanes that a process has claimed: those at work, and those claimed ahead because their group is fast. Groups are the
 * kinds of jobs and the receivers of webhooks. A claim of three lanes costs as much as one of forty, so fast groups are
 * claimed in few large batches; slow and failing ones are left to other processes.
 */

export interface ClaimAheadOptions<Lane> {
  /** Lanes at work at once, in all. */
  concurrency: number;
  /** At work at once, of one group. */
  groupConcurrency(group: string): number;
  /** Groups that mostly wait for other servers have only their own limit: they do not count in `concurrency`. */
  isApart?(group: string): boolean;
  /** Claimed at once, in all. */
  maxClaimed?: number;
  groupOf(lane: Lane): string;
  /** Works on a lane and returns whether that succeeded; never throws. */
  run(lane: Lane): Promise<boolean>;
  /** More can be claimed, and there may be more; not called for a group that fails. */
  onCapacity(): void;
  /** Calls `onCapacity` after each lane: for groups so small that a claim that finds nothing costs little. */
  isEager?: boolean;
}

export interface ClaimAhead<Lane> {
  add(lanes: Lane[]): void;
  /** How many lanes of each group are claimed, and how many more to claim; by default of the groups that are known. */
  capacities(groups?: string[]): GroupCapacity[];
  /** How many more lanes may be claimed in all. */
  free(): number;
  /** Takes back what was claimed ahead and has waited this long. */
  takeWaiting(longerThanMs?: number): Lane[];
  /** The claim was lost: its lane must not begin. */
  lose(claim: number): void;
  running(): number;
  waiting(): number;
}

export interface GroupCapacity {
  group: string;
  claimed: number;
  capacity: number;
}

interface Group<Lane> {
  name: string;
  concurrency: number;
  isApart: boolean;
  running: number;
  waiting: { lane: Lane; since: number }[];
  /** How long a lane takes, as of late. Nothing is claimed ahead before it is known. */
  meanMs: number;
  /** The last lane failed. A dead receiver fails fast, and must not count as a fast one. */
  isFailing: boolean;
  /** How many lanes were last requested, and how many of them were claimed. 0 once the two were compared. */
  requested: number;
  claimed: number;
  /** All that was requested was claimed: more may be due. */
  mayHaveMore: boolean;
}

/** How far ahead to claim. */
const AHEAD_MS = 100;
const MAX_CLAIMED_PER_GROUP = 64;
/** While lanes of a group wait, more are claimed only when this share of its capacity is free. */
const MIN_CLAIM_SHARE = 2 / 3;
const MEAN_WEIGHT = 0.1;
/** Idle groups beyond this number are forgotten. */
const MAX_GROUPS = 1_024;

export function newClaimAhead<Lane extends { claim: number }>(options: ClaimAheadOptions<Lane>): ClaimAhead<Lane> {
  const { concurrency, maxClaimed = Number.POSITIVE_INFINITY } = options;
  const groups = new Map<string, Group<Lane>>();
  let running = 0;
  /** Of `running`, what counts in `concurrency`. */
  let busy = 0;
  let waiting = 0;

  function groupNamed(name: string): Group<Lane> {
    const group = groups.get(name) ?? newGroup<Lane>(name, options);
    groups.set(name, group);
    return group;
  }

  function startWaiting(group: Group<Lane>) {
    while (startOne(group)) {}
  }

  /** One lane of each group in turn, so that a long queue of one does not delay the others. */
  function startInTurn() {
    let hasStarted = true;
    while (hasStarted) {
      hasStarted = false;
      for (const group of [...groups.values()]) {
        if (!startOne(group)) continue;
        hasStarted = true;
        groups.delete(group.name);
        groups.set(group.name, group);
      }
    }
  }

  function startOne(group: Group<Lane>): boolean {
    if (group.running >= group.concurrency || (busy >= concurrency && !group.isApart)) return false;
    const next = group.waiting.shift();
    if (!next) return false;
    waiting -= 1;
    void run(group, next.lane);
    return true;
  }

  async function run(group: Group<Lane>, lane: Lane) {
    group.running += 1;
    running += 1;
    if (!group.isApart) busy += 1;
    const began = performance.now();
    group.isFailing = !(await options.run(lane));
    group.meanMs = newMean(group.meanMs, performance.now() - began);
    const wasFull = free() <= 0;
    const wereOthersDelayed = busy >= concurrency && !group.isApart;
    group.running -= 1;
    running -= 1;
    if (!group.isApart) busy -= 1;
    if (wereOthersDelayed) startInTurn();
    else startWaiting(group);
    const isWanted = group.mayHaveMore && !group.isFailing && capacityOf(group) > 0;
    if (options.isEager || wasFull || isWanted) options.onCapacity();
    if (groups.size > MAX_GROUPS && group.running + group.waiting.length === 0) groups.delete(group.name);
  }

  function capacityOf(group: Group<Lane>): number {
    const most = group.concurrency + aheadOf(group);
    const claimed = group.running + group.waiting.length;
    const room = group.isApart ? group.concurrency - group.running : concurrency - busy;
    // Without free concurrency, lanes can only be claimed ahead.
    const left = Math.min(most - claimed, room + aheadOf(group) - group.waiting.length);
    return group.waiting.length === 0 || left >= most * MIN_CLAIM_SHARE ? Math.max(0, left) : 0;
  }

  function free(): number {
    return maxClaimed - running - waiting;
  }

  function compareWithRequested() {
    for (const group of groups.values()) {
      if (group.requested > 0) group.mayHaveMore = group.claimed >= group.requested;
      group.claimed = 0;
      group.requested = 0;
    }
  }

  return {
    add(lanes) {
      const since = performance.now();
      for (const lane of lanes) {
        const group = groupNamed(options.groupOf(lane));
        group.waiting.push({ lane, since });
        group.claimed += 1;
        waiting += 1;
      }
      compareWithRequested();
      startInTurn();
    },
    capacities: (names = [...groups.keys()]) =>
      names.map(groupNamed).map((group) => {
        group.requested = capacityOf(group);
        // Until the claim has returned, a wake-up would request the same lanes again.
        if (group.requested > 0) group.mayHaveMore = false;
        return { group: group.name, claimed: group.running + group.waiting.length, capacity: group.requested };
      }),
    free,
    takeWaiting(longerThanMs = 0) {
      const now = performance.now();
      const isOld = ({ since }: { since: number }) => now - since >= longerThanMs;
      return [...groups.values()].flatMap((group) => {
        const taken = group.waiting.filter(isOld);
        group.waiting = group.waiting.filter((entry) => !isOld(entry));
        waiting -= taken.length;
        return taken.map(({ lane }) => lane);
      });
    },
    lose(claim) {
      for (const group of groups.values()) {
        const kept = group.waiting.filter(({ lane }) => lane.claim !== claim);
        waiting -= group.waiting.length - kept.length;
        group.waiting = kept;
      }
    },
    running: () => running,
    waiting: () => waiting,
  };
}

function newGroup<Lane>(name: string, { groupConcurrency, isApart }: ClaimAheadOptions<Lane>): Group<Lane> {
  const concurrency = groupConcurrency(name);
  const work = { running: 0, waiting: [], meanMs: Number.POSITIVE_INFINITY, isFailing: false };
  const claims = { requested: concurrency, claimed: 0, mayHaveMore: false };
  return { name, concurrency, isApart: isApart?.(name) ?? false, ...work, ...claims };
}

/** Lanes that the group works off within `AHEAD_MS`. */
function aheadOf({ concurrency, meanMs, isFailing }: Group<unknown>): number {
  if (isFailing) return 0;
  return Math.max(0, Math.min(MAX_CLAIMED_PER_GROUP - concurrency, Math.floor((concurrency * AHEAD_MS) / meanMs)));
}

function newMean(meanMs: number, tookMs: number): number {
  return Number.isFinite(meanMs) ? meanMs + MEAN_WEIGHT * (tookMs - meanMs) : tookMs;
}
